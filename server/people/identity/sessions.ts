/** Sessions: created at login and stored on the server by the hash of their token (api-rules §2). */
import type { Role } from '../../../contract/endpoint.ts'
import { limits } from '../../../contract/limits.ts'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import type { Session } from '../../platform/session.ts'
import { newToken, tokenHash } from '../../platform/secrets.ts'
import type { Shop } from '../../platform/shop.ts'
import { knownBrowserSeconds, passwordProofSeconds, sessionLifeOf, signUpTokenSeconds } from './rules.ts'
import {
  deleteSession,
  deleteSessionsBeyond,
  findAddresses,
  findLiveSession,
  insertPasswordProof,
  insertSession,
} from './session-queries.ts'
import { currentCaller } from '../../platform/caller.ts'
import { record } from '../audit/record.ts'
import type { RequestContext } from '../../platform/http/request-context.ts'

/** The session of the cookies; null if there is none, if it has ended or if the account is suspended. */
export async function findSession(shop: Shop, cookies: Record<string, string>): Promise<Session | null> {
  const token = sessionTokenIn(shop, cookies)
  if (!token) return null
  return (await findLiveSession(shop.db, tokenHash(token))) ?? null
}

/** From where an account is logged in. */
export const addressesOf = (db: Queryable, accountId: string): Promise<string[]> =>
  findAddresses(db, accountId)

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
  /** Whether a code of the account's authenticator app was given besides the password. */
  factorGiven: boolean
}

/** Creates a session and returns its token; null if the account was suspended or its password changed meanwhile. */
export async function openSession(
  tx: Tx,
  account: SessionAccount,
  { ip, userAgent }: Browser,
): Promise<string | null> {
  const { token, hash } = newToken()
  const { absoluteSeconds } = sessionLifeOf(account.role)
  const { id: accountId, passwordHash, factorGiven } = account
  const session = { tokenHash: hash, accountId, passwordHash, absoluteSeconds, factorGiven, ip, userAgent }
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

/** Ends the session of this browser. Does nothing without a session. */
export async function logOut(shop: Shop, token: string | undefined): Promise<void> {
  if (!token) return
  const { actor } = currentCaller()
  if (actor?.id) await record(shop.db, 'logout', { target: { kind: 'account', ...actor } })
  await deleteSession(shop.db, tokenHash(token))
}

// With this prefix a browser accepts the cookie from the shop's own https origin only, not from a sibling domain.
const prefix = (shop: Shop) => (shop.config.publicUrl.startsWith('https:') ? '__Host-' : '')
const sessionName = (shop: Shop) => `${prefix(shop)}session`
const proofName = (shop: Shop) => `${prefix(shop)}password_proof`
const signUpName = (shop: Shop) => `${prefix(shop)}signed_up`
const browserName = (shop: Shop) => `${prefix(shop)}browser`
/** Readable by scripts and no secret: without it a page does not ask who is logged in. */
const hintName = (shop: Shop) => `${prefix(shop)}signed_in`

// Tokens are 32 bytes in base64url; anything else is not looked up.
const asToken = (value: string | undefined) => (value && /^[\w-]{43}$/.test(value) ? value : undefined)

export function sessionTokenIn(shop: Shop, cookies: Record<string, string>): string | undefined {
  return asToken(cookies[sessionName(shop)])
}

export function proofTokenIn(shop: Shop, cookies: Record<string, string>): string | undefined {
  return asToken(cookies[proofName(shop)])
}

export function browserTokenIn(shop: Shop, cookies: Record<string, string>): string | undefined {
  return asToken(cookies[browserName(shop)])
}

export function signUpTokenIn(shop: Shop, cookies: Record<string, string>): string | undefined {
  return cookies[signUpName(shop)]
}

/** Sets the session cookie and the readable hint, for the absolute lifetime of a session; the server ends an idle one earlier. */
export function setSessionCookies(shop: Shop, context: RequestContext, token: string, role: Role): void {
  const maxAgeSeconds = sessionLifeOf(role).absoluteSeconds
  context.setCookie(sessionName(shop), token, { maxAgeSeconds })
  context.setCookie(hintName(shop), '1', { maxAgeSeconds, readable: true })
  context.setCookie(proofName(shop), '', { maxAgeSeconds: 0 })
}

export function setProofCookie(shop: Shop, context: RequestContext, token: string): void {
  context.setCookie(proofName(shop), token, { maxAgeSeconds: passwordProofSeconds })
}

export function setSignUpCookie(shop: Shop, context: RequestContext, signUpToken: string): void {
  context.setCookie(signUpName(shop), signUpToken, { maxAgeSeconds: signUpTokenSeconds })
}

/** It stays after a log-out: it recognises the browser and opens nothing. */
export function setBrowserCookie(shop: Shop, context: RequestContext, token: string): void {
  context.setCookie(browserName(shop), token, { maxAgeSeconds: knownBrowserSeconds })
}

export function clearCookies(shop: Shop, context: RequestContext): void {
  for (const name of [sessionName(shop), hintName(shop), proofName(shop), signUpName(shop)])
    context.setCookie(name, '', { maxAgeSeconds: 0 })
}
