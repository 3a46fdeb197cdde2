/** auth/resend-otp (specification §4; api-rules §2). */
import type { Shop } from '../../platform/shop.ts'
import { findAccount } from './queries.ts'
import { consumeSendLimits, withConstantTime, sendCode } from './send-code.ts'

/**
 * Sends a new code to an unverified account; the earlier code becomes invalid. For any other e-mail nothing is sent and the answer
 * is the same. Refuses: too-often above the sending limits; the code that was sent before stays valid.
 */
export async function resendOtp(shop: Shop, { email, ip }: { email: string; ip: string }): Promise<void> {
  const sending = shop.db.transaction(async (tx) => {
    await consumeSendLimits(shop, tx, 'verify-email', email, ip)
    const account = await findAccount(tx, email)
    if (account && !account.verified) await sendCode(shop, tx, account, 'verify-email')
  })
  await withConstantTime(sending)
}
