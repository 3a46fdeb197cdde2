/** Sending one-time codes, as sign-up, resend-otp and forgot-password share it. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Tx } from '../../platform/db/client.ts'
import { queueCodeMail } from './mails.ts'
import type { Shop } from '../../platform/shop.ts'
import type { Client } from './clients.ts'
import { giveTries } from './code-tries.ts'
import { issueCode } from './codes.ts'
import { type Guard, openGuard } from './guard.ts'
import { sendLimitMessage, sendLimits } from './rate-limits.ts'
import type { CodePurpose } from './rules.ts'
import { findAccount } from './queries.ts'

/** The limits of sending, which count whether or not the e-mail has an account. Call it outside of transactions. */
export function openSendGuard(
  shop: Shop,
  purpose: CodePurpose,
  email: string,
  { ip, proof }: Client,
): Promise<Guard> {
  return openGuard(shop, email, sendLimits(shop, purpose, email, ip), proof, sendLimitMessage)
}

/**
 * Counts a sent code, and gives the tries of it to the browser that asked.
 * Refuses: too-often, which rolls the caller's transaction back: the code that was sent before stays valid.
 */
export async function consumeSendLimits(
  shop: Shop,
  tx: Tx,
  guard: Guard,
  purpose: CodePurpose,
  { email, client }: { email: string; client: Client },
): Promise<void> {
  await guard.consume(tx)
  await giveTries(shop, tx, purpose, email, client)
}

/** Creates a code and queues its mail in the caller's transaction. */
export async function sendCode(
  shop: Shop,
  tx: Tx,
  account: { id: string; email: string },
  purpose: CodePurpose,
): Promise<void> {
  const { code, expiresAt } = await issueCode(shop, tx, account.id, purpose)
  await queueCodeMail(shop, tx, { to: account.email, code, expiresAt, purpose })
}

/** Longer than storing a code and queueing a mail take. */
const constantTimeMs = 60

/** Takes at least a fixed time, so that the response time does not tell whether an account exists. A refusal is not delayed. */
export async function withConstantTime<T>(work: Promise<T>): Promise<T> {
  const [result] = await Promise.all([work, sleep(constantTimeMs)])
  return result
}

/**
 * Sends a new code to an unverified account; the earlier code becomes invalid. For any other e-mail nothing is sent and the response
 * is the same. Refuses: too-often above the sending limits; the code that was sent before stays valid.
 */
export async function resendOtp(shop: Shop, asked: { email: string; client: Client }): Promise<void> {
  const { email, client } = asked
  const guard = await openSendGuard(shop, 'verify-email', email, client)
  const sending = shop.db.transaction(async (tx) => {
    await consumeSendLimits(shop, tx, guard, 'verify-email', asked)
    const account = await findAccount(tx, email)
    if (account && !account.verified) await sendCode(shop, tx, account, 'verify-email')
  })
  await withConstantTime(sending)
}
