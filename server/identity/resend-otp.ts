/** auth/resend-otp (specification §4; api-rules §2). */
import type { Shop } from '../shop.ts'
import { findAccount } from './queries.ts'
import { consumeSendLimits, withConstantTime, sendCode } from './send-code.ts'

/**
 * Sends a new code to an account not verified yet; the earlier code becomes void. For any other e-mail nothing is sent
 * and the same is answered. Refuses: too-often past the limits of sending, and then the code already sent stays good.
 */
export async function resendOtp(shop: Shop, { email, ip }: { email: string; ip: string }): Promise<void> {
  const sending = shop.db.transaction(async (tx) => {
    await consumeSendLimits(shop, tx, 'verify-email', email, ip)
    const account = await findAccount(tx, email)
    if (account && !account.verified) await sendCode(shop, tx, account, 'verify-email')
  })
  await withConstantTime(sending)
}
