/** The steps of sending that sign-up, resend and forgot share. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Tx } from '../db/client.ts'
import { consumeLimit, resetLimit } from '../rate-limit.ts'
import { queueCodeMail } from './mails.ts'
import type { Shop } from '../shop.ts'
import { issueCode } from './codes.ts'
import { sendLimits, sendTooOften, codeAttemptLimit } from './limits.ts'
import type { Purpose } from './rules.ts'

/**
 * Counts a sending, whether or not the e-mail is known, and opens the five tries of the new code.
 * Refuses: too-often, and then the caller's transaction leaves neither a count nor a change: the code already sent stays good.
 */
export async function consumeSendLimits(
  shop: Shop,
  tx: Tx,
  purpose: Purpose,
  email: string,
  ip: string,
): Promise<void> {
  await consumeLimit(tx, sendLimits(shop, purpose, email, ip), sendTooOften)
  await resetLimit(tx, codeAttemptLimit(shop, purpose, email).key)
}

/** A new code, on its way to its owner when the transaction commits. */
export async function sendCode(
  shop: Shop,
  tx: Tx,
  account: { id: string; email: string },
  purpose: Purpose,
): Promise<void> {
  const code = await issueCode(shop, tx, account.id, purpose)
  await queueCodeMail(shop, tx, { to: account.email, code, purpose })
}

/** Longer than writing a code and queueing a mail takes. */
const constantTimeMs = 60

/** Takes at least a fixed time, so that the response time does not tell whether an account exists. A refusal is not delayed. */
export async function withConstantTime<T>(work: Promise<T>): Promise<T> {
  const [result] = await Promise.all([work, sleep(constantTimeMs)])
  return result
}
