/** Sessions: created at login and stored on the server by the hash of their token (api-rules §2). */
import type { Role } from '../../../contract/endpoint.ts'
import { limits } from '../../../contract/limits.ts'
import type { Tx } from '../../platform/db/client.ts'
import type { Session } from '../../platform/session.ts'
import { newToken, tokenHash } from '../../platform/secrets.ts'
import type { Shop } from '../../platform/shop.ts'
import { sessionTokenIn } from './cookies.ts'
import { sessionLifeOf } from './rules.ts'
import {
  deleteSessionsBeyond,
  findLiveSession,
  insertPasswordProof,
  insertSession,
} from './session-queries.ts'

/** The session of the cookies; null if there is none, if it has ended or if the account is suspended. */
export async function findSession(shop: Shop, cookies: Record<string, string>): Promise<Session | null> {
  const token = sessionTokenIn(shop, cookies)
  if (!token) return null
  return (await findLiveSession(shop.db, tokenHash(token))) ?? null
}

/** The client of a request, as it is stored with the session. */
export interface Browser {
  ip: string
  userAgent: string
}

interface SessionAccount {
  id: string
  role: Role
  /** The hash that the entered password was compared with; null if no password was entered in this call. */
  passwordHash: string | null
  /** When the password was entered last, if this call is no such login; now by default. */
  confirmedAt?: Date | undefined
}

/** Creates a session and returns its token; null if the account was suspended or its password changed meanwhile. */
export async function openSession(
  tx: Tx,
  account: SessionAccount,
  { ip, userAgent }: Browser,
): Promise<string | null> {
  const { token, hash } = newToken()
  const { absoluteSeconds } = sessionLifeOf(account.role)
  const { id: accountId, passwordHash, confirmedAt } = account
  const session = { tokenHash: hash, accountId, passwordHash, absoluteSeconds, confirmedAt, ip, userAgent }
  if (!(await insertSession(tx, session))) return null
  await deleteSessionsBeyond(tx, accountId, limits.sessionsMax)
  return token
}

/**
 * Creates a token that proves for some minutes that a browser knew the password of an unverified account: entering the code in
 * that browser creates a session. Null under the same conditions as `openSession`.
 */
export async function issuePasswordProof(
  tx: Tx,
  account: Pick<SessionAccount, 'id' | 'passwordHash'>,
): Promise<string | null> {
  const { token, hash } = newToken()
  return (await insertPasswordProof(tx, hash, account.id, account.passwordHash)) ? token : null
}
