/** The steps of sending that sign-up, resend and forgot share. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Tx } from '../db/client.ts'
import { consumeLimit } from '../http/rate-limit.ts'
import { queueCodeMail } from '../mail/code-mail.ts'
import type { Shop } from '../shop.ts'
import { forgetHits } from './code-queries.ts'
import { issueCode } from './codes.ts'
import { sendLimits, sendTooOften, tryLimit } from './limits.ts'
import type { Purpose } from './rules.ts'

/**
 * Counts a sending, whether or not the e-mail is known, and opens the five tries of the new code.
 * Refuses: too-often, and then the caller's transaction leaves neither a count nor a change: the code already sent stays good.
 */
export async function countSending(
  shop: Shop,
  tx: Tx,
  purpose: Purpose,
  email: string,
  ip: string,
): Promise<void> {
  await consumeLimit(tx, sendLimits(shop, purpose, email, ip), sendTooOften)
  await forgetHits(tx, tryLimit(shop, purpose, email).key)
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

/** Longer than writing a code and a mail takes. */
const evenMs = 60

/** Answers after the same time whether there was somebody to write to or not; a refusal comes at once. */
export async function evenly<T>(work: Promise<T>): Promise<T> {
  const [result] = await Promise.all([work, sleep(evenMs)])
  return result
}
