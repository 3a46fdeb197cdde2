/** Sessions: opened at log-in, kept on the server with the token hashed (api-rules §2). */
import type { Role } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import type { Tx } from '../db/client.ts'
import type { Session } from '../session.ts'
import { newToken, tokenHash } from '../secrets.ts'
import type { Shop } from '../shop.ts'
import { sessionTokenIn } from './cookies.ts'
import { sessionLifeOf } from './rules.ts'
import { deleteSessionsBeyond, findLiveSession, insertProof, insertSession } from './session-queries.ts'

/** Whose session the cookies hold; null for none, an ended one, or one of a suspended account. */
export async function findSession(shop: Shop, cookies: Record<string, string>): Promise<Session | null> {
  const token = sessionTokenIn(shop, cookies)
  if (!token) return null
  return (await findLiveSession(shop.db, tokenHash(token))) ?? null
}

/** From where somebody calls, as the session remembers it. */
export interface Browser {
  ip: string
  userAgent: string
}

interface Opener {
  id: string
  role: Role
  /** The hash that the entered password was compared with; null where no password was entered in this call. */
  passwordHash: string | null
  /** Where opening it confirms nothing: when the session before it was confirmed. */
  confirmedAt?: Date | undefined
}

/** The token of a new session; null where the account was suspended or got another password meanwhile. */
export async function openSession(
  tx: Tx,
  account: Opener,
  { ip, userAgent }: Browser,
): Promise<string | null> {
  const { token, hash } = newToken()
  const { hardSeconds } = sessionLifeOf(account.role)
  const { id: accountId, passwordHash, confirmedAt } = account
  const session = { tokenHash: hash, accountId, passwordHash, hardSeconds, confirmedAt, ip, userAgent }
  if (!(await insertSession(tx, session))) return null
  await deleteSessionsBeyond(tx, accountId, limits.sessionsMax)
  return token
}

/**
 * The token that proves for some minutes that a browser gave the right password of an account not verified yet:
 * entering the code there opens a session. Null under the same conditions as `openSession`.
 */
export async function openProof(
  tx: Tx,
  account: Pick<Opener, 'id' | 'passwordHash'>,
): Promise<string | null> {
  const { token, hash } = newToken()
  return (await insertProof(tx, hash, account.id, account.passwordHash)) ? token : null
}
