/**
 * The rate limits of sign-up and login (api-rules §2). They count by the entered e-mail, so that unknown e-mails have the same
 * limits.
 */
import { limits } from '../../../contract/limits.ts'
import type { Queryable } from '../../platform/db/client.ts'
import { networkOf, wideNetworkOf } from '../../platform/network.ts'
import { type Limit, consumeLimit } from '../../platform/rate-limit.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { codeSeconds, type CodePurpose } from './rules.ts'

const day = 86_400

export const sendLimitMessage = 'Please wait before requesting another OTP.'

// The table of counters stores no e-mail in plain text: many of them have no account.
const keyOf = (shop: Shop, email: string) => shop.secrets.keyedHash('rate-limit', email).toString('base64url')

/** A limit that strangers may use up for each other: beyond `max` a proof of work is asked for, up to `maxWithProof`. */
export interface SharedLimit extends Limit {
  maxWithProof: number
}

interface GuardedLimits {
  own: Limit[]
  shared: SharedLimit[]
}

/** The same limit for a network, and three times as much for the /48 that an IPv6 network may be one of many in. */
export function networkLimits(
  name: string,
  ip: string,
  limit: Omit<SharedLimit, 'key'>,
  wideWithProof = 3 * limit.maxWithProof,
): SharedLimit[] {
  const wide = wideNetworkOf(ip)
  const narrow = { ...limit, key: `${name}:${networkOf(ip)}` }
  if (wide === undefined) return [narrow]
  const { max, seconds } = limit
  return [narrow, { key: `${name}:${wide}`, max: 3 * max, maxWithProof: wideWithProof, seconds }]
}

/** Sent codes: one in 30 seconds and 5 in an hour for an e-mail and purpose; 30 in an hour for a network, with proofs 300. */
export function sendLimits(shop: Shop, purpose: CodePurpose, email: string, ip: string): GuardedLimits {
  const key = keyOf(shop, email)
  return {
    own: [
      { key: `code-sent-now:${purpose}:${key}`, max: 1, seconds: limits.otpResendSeconds },
      { key: `code-sent:${purpose}:${key}`, max: 5, seconds: 3_600 },
    ],
    shared: networkLimits('code-sent-ip', ip, { max: 30, maxWithProof: 300, seconds: 3_600 }),
  }
}

/**
 * Failed logins of a browser that is not known: 10 in 15 minutes for an account from a network. Beyond 100 in an hour for a network,
 * or 100 in a day for an account from everywhere, each needs a proof of work; with proofs 3,000 in an hour for a /48.
 */
export function loginLimits(shop: Shop, email: string, ip: string): GuardedLimits {
  const key = keyOf(shop, email)
  return {
    own: [{ key: `login-wrong:${key}:${networkOf(ip)}`, max: 10, seconds: 900 }],
    shared: [
      { key: `login-wrong-account:${key}`, max: 100, maxWithProof: 1_000, seconds: day },
      // Thousands may share an address of IPv4, and have slots apart (request-slots.ts); a /48 is one customer's.
      ...networkLimits('login-wrong-ip', ip, { max: 100, maxWithProof: Infinity, seconds: 3_600 }, 3_000),
    ],
  }
}

/** Failed logins in a browser or session of the account, which strangers can neither use up nor share. */
export function ownLoginLimits(shop: Shop, email: string, token: Buffer): GuardedLimits {
  const key = `${keyOf(shop, email)}:${token.toString('base64url')}`
  return {
    own: [
      { key: `login-wrong:${key}`, max: 10, seconds: 900 },
      { key: `login-wrong-day:${key}`, max: 100, seconds: day },
    ],
    shared: [],
  }
}

const idOf = (browser: Buffer) => `browser-${browser.toString('base64url')}`

/** Where something is entered: in the sessions of the account, in a browser that it knows, or by a stranger in a network. */
export type Source = 'sessions' | { browser: Buffer } | { ip: string }

function nameOf(source: Source): string {
  if (source === 'sessions') return source
  return 'browser' in source ? idOf(source.browser) : networkOf(source.ip)
}

/**
 * Right passwords, which cost a hash as wrong ones do: 20 in 15 minutes for an account from one source. Counted after the
 * comparison, so that somebody who only guesses does not use them up for a neighbour.
 */
export function rightPasswordLimits(shop: Shop, email: string, source: Source): Limit[] {
  return [{ key: `login-right:${keyOf(shop, email)}:${nameOf(source)}`, max: 20, seconds: 900 }]
}

/**
 * Wrong codes of the second factor: 5 in 15 minutes from one source; of an app's six digits 25 in a day for a browser in which
 * the factor was given before, 25 for all sessions of the account, and 20 for all strangers together. Sessions are not told apart,
 * because one gets a new token with each change of the password. docs/security.md has the arithmetic.
 */
export function secondFactorLimits(accountId: string, source: Source, isOfApp: boolean): Limit[] {
  const key = `second-factor:${accountId}`
  const isStranger = typeof source === 'object' && 'ip' in source
  const ofNow = { key: `${key}:${nameOf(source)}`, max: 5, seconds: 900 }
  const ofDay = {
    key: `${key}:${isStranger ? 'strangers' : nameOf(source)}:day`,
    max: isStranger ? 20 : 25,
    seconds: day,
  }
  // Nobody guesses a recovery code, so that strangers cannot keep out an owner who has one.
  return isOfApp ? [ofNow, ofDay] : [ofNow]
}

const triesKey = (shop: Shop, purpose: CodePurpose, email: string) =>
  `code-tries:${purpose}:${keyOf(shop, email)}`

/**
 * The tries of the browser that asked for a code. The window is as long as the lifetime of a code, so it cannot end before the code
 * expires.
 */
export function askerLimit(shop: Shop, purpose: CodePurpose, email: string, browser: Buffer): Limit {
  return {
    key: `${triesKey(shop, purpose, email)}:asked-by-${idOf(browser)}`,
    max: limits.otpTries,
    seconds: codeSeconds,
  }
}

/** Codes sent for an e-mail and purpose in a day, of which the first twenty have all tries and the others one. */
export const fullCodesOfADay = 20
export const sentOfADay = (shop: Shop, purpose: CodePurpose, email: string) => ({
  key: `code-sent-day:${purpose}:${keyOf(shop, email)}`,
  seconds: day,
})

/** Tries in a browser in which somebody has logged in to the account before: five in ten minutes, 25 in a day. */
export function knownBrowserTries(shop: Shop, purpose: CodePurpose, email: string, browser: Buffer): Limit[] {
  const key = `${triesKey(shop, purpose, email)}:${idOf(browser)}`
  return [
    { key, max: limits.otpTries, seconds: codeSeconds },
    { key: `${key}:day`, max: 25, seconds: day },
  ]
}

/** Tries of everybody else: five in ten minutes from a network, 50 in a day from everywhere. */
export function strangersTries(shop: Shop, purpose: CodePurpose, email: string, ip: string): [Limit, Limit] {
  const key = triesKey(shop, purpose, email)
  return [
    { key: `${key}:${networkOf(ip)}`, max: limits.otpTries, seconds: codeSeconds },
    { key: `${key}:day`, max: 50, seconds: day },
  ]
}

/**
 * Tries of strangers for whatever e-mails: a hundred in an hour from a network. Counted before those by e-mail, the widest network
 * first, because each made-up e-mail and each network has a row.
 */
export const strangersOfNetwork = (ip: string): Limit[] =>
  networkLimits('code-tries-ip', ip, { max: 100, maxWithProof: 100, seconds: 3_600 }).toReversed()

/** Counts one hit; false above a limit. In a transaction the counted rows stay locked until it ends. */
export async function tryConsumeLimit(db: Queryable, wanted: readonly Limit[]): Promise<boolean> {
  try {
    await consumeLimit(db, wanted)
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 'too-often') return false
    throw error
  }
}
