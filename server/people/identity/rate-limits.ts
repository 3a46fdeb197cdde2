/**
 * The rate limits of sign-up and login (api-rules §2). They count by the entered e-mail, so that unknown e-mails have the same
 * limits.
 */
import { limits } from '../../../contract/limits.ts'
import type { Queryable } from '../../platform/db/client.ts'
import { networkOf } from '../../platform/network.ts'
import { type Limit, consumeLimit } from '../../platform/rate-limit.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { codeSeconds, type CodePurpose } from './rules.ts'

export const sendLimitMessage = 'Please wait before requesting another OTP.'

// The table of counters stores no e-mail in plain text: many of them have no account.
const keyOf = (shop: Shop, email: string) => shop.secrets.keyedHash('rate-limit', email).toString('base64url')

/** Sent codes: one in 30 seconds and 5 in an hour for an e-mail and purpose, 30 in an hour for an IP network. */
export function sendLimits(shop: Shop, purpose: CodePurpose, email: string, ip: string): Limit[] {
  const key = keyOf(shop, email)
  return [
    { key: `code-sent-now:${purpose}:${key}`, max: 1, seconds: limits.otpResendSeconds },
    { key: `code-sent:${purpose}:${key}`, max: 5, seconds: 3_600 },
    { key: `code-sent-ip:${networkOf(ip)}`, max: 30, seconds: 3_600 },
  ]
}

/** Failed logins: 10 in 15 minutes for an account from one IP network, 100 in an hour for an IP network. */
export function loginLimits(shop: Shop, email: string, ip: string): Limit[] {
  const network = networkOf(ip)
  return [
    { key: `login-wrong:${keyOf(shop, email)}:${network}`, max: 10, seconds: 900 },
    { key: `login-wrong-ip:${network}`, max: 100, seconds: 3_600 },
  ]
}

/**
 * Right passwords, which cost a hash as wrong ones do: 20 in 15 minutes for an account from one IP network. Counted after the
 * comparison, so that somebody who only guesses does not use them up for a neighbour.
 */
export function rightPasswordLimits(shop: Shop, email: string, ip: string): Limit[] {
  return [{ key: `login-right:${keyOf(shop, email)}:${networkOf(ip)}`, max: 20, seconds: 900 }]
}

/** Wrong codes of the second factor: 5 in 15 minutes and 50 in a day for an account, from any address. */
export function secondFactorLimits(accountId: string): Limit[] {
  return [
    { key: `second-factor:${accountId}`, max: 5, seconds: 900 },
    { key: `second-factor-day:${accountId}`, max: 50, seconds: 86_400 },
  ]
}

/** The five attempts for a code. The window is as long as the lifetime of a code, so it cannot end before the code expires. */
export function codeAttemptLimit(shop: Shop, purpose: CodePurpose, email: string): Limit {
  return { key: `code-tried:${purpose}:${keyOf(shop, email)}`, max: limits.otpTries, seconds: codeSeconds }
}

/** For all codes of a day: without it, requesting new codes would allow 600 guesses in a day. */
export function dailyCodeAttemptLimit(shop: Shop, purpose: CodePurpose, email: string): Limit {
  return { key: `code-tried-day:${purpose}:${keyOf(shop, email)}`, max: 100, seconds: 86_400 }
}

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
