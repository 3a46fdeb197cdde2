/** How often an address may be tried (api-rules §2). Counted by what was typed, so that unknown e-mails meet the same limits. */
import { limits } from '../../contract/limits.ts'
import type { Queryable } from '../db/client.ts'
import { networkOf } from '../network.ts'
import { type Limit, consumeLimit } from '../rate-limit.ts'
import { Refusal } from '../refusal.ts'
import type { Shop } from '../shop.ts'
import { codeSeconds, type Purpose } from './rules.ts'

export const sendTooOften = 'Please wait before requesting another OTP.'

// The counters' table holds no e-mail in clear: many of them belong to nobody here.
const keyOf = (shop: Shop, email: string) => shop.secrets.keyedHash('rate-limit', email).toString('base64url')

/** Codes sent: one in 30 seconds and 5 an hour for an e-mail and purpose, 30 an hour for an IP. */
export function sendLimits(shop: Shop, purpose: Purpose, email: string, ip: string): Limit[] {
  const key = keyOf(shop, email)
  return [
    { key: `code-sent-now:${purpose}:${key}`, max: 1, seconds: 30 },
    { key: `code-sent:${purpose}:${key}`, max: 5, seconds: 3_600 },
    { key: `code-sent-ip:${networkOf(ip)}`, max: 30, seconds: 3_600 },
  ]
}

/** Wrong log-ins: 10 in 15 minutes for an account from an IP, 100 an hour for an IP. */
export function loginLimits(shop: Shop, email: string, ip: string): Limit[] {
  const network = networkOf(ip)
  return [
    { key: `login-wrong:${keyOf(shop, email)}:${network}`, max: 10, seconds: 900 },
    { key: `login-wrong-ip:${network}`, max: 100, seconds: 3_600 },
  ]
}

/** Wrong codes of the second factor: 5 in 15 minutes and 50 a day for an account, from wherever. */
export function factorLimits(accountId: string): Limit[] {
  return [
    { key: `second-factor:${accountId}`, max: 5, seconds: 900 },
    { key: `second-factor-day:${accountId}`, max: 50, seconds: 86_400 },
  ]
}

/** The five tries of a code. The window is as long as a code lives, so it cannot end before the code does. */
export function codeAttemptLimit(shop: Shop, purpose: Purpose, email: string): Limit {
  return { key: `code-tried:${purpose}:${keyOf(shop, email)}`, max: limits.otpTries, seconds: codeSeconds }
}

/** Over all codes of a day: without it, asking for new codes again and again would buy 600 guesses a day. */
export function dayLimit(shop: Shop, purpose: Purpose, email: string): Limit {
  return { key: `code-tried-day:${purpose}:${keyOf(shop, email)}`, max: 100, seconds: 86_400 }
}

/** Counts one hit; false where a limit is over. In a transaction the counted rows stay locked until it ends. */
export async function hasRoom(db: Queryable, wanted: readonly Limit[]): Promise<boolean> {
  try {
    await consumeLimit(db, wanted)
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 'too-often') return false
    throw error
  }
}
