/** The cookies of sign-up and login: names, attributes and lifetimes (api-rules §2). */
import type { Role } from '../../../contract/endpoint.ts'
import type { RequestContext } from '../../platform/http/request-context.ts'
import type { Shop } from '../../platform/shop.ts'
import { passwordProofSeconds, sessionLifeOf, signUpTokenSeconds } from './rules.ts'

// With this prefix a browser accepts the cookie from the shop's own https origin only, not from a sibling domain.
const prefix = (shop: Shop) => (shop.config.publicUrl.startsWith('https:') ? '__Host-' : '')
const sessionName = (shop: Shop) => `${prefix(shop)}session`
const proofName = (shop: Shop) => `${prefix(shop)}password_proof`
const signUpName = (shop: Shop) => `${prefix(shop)}signed_up`
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

export function clearCookies(shop: Shop, context: RequestContext): void {
  for (const name of [sessionName(shop), hintName(shop), proofName(shop), signUpName(shop)])
    context.setCookie(name, '', { maxAgeSeconds: 0 })
}
