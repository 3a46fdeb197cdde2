/** auth/forgot-password/{email} (specification §4; api-rules §2). */
import type { Shop } from '../../platform/shop.ts'
import { findAccount } from './queries.ts'
import { consumeSendLimits, withConstantTime, sendCode } from './send-code.ts'

/**
 * Sends a code for a new password, also to an unverified account. The answer for an unknown e-mail is the same.
 * Refuses: too-often above the sending limits; the code that was sent before stays valid.
 */
export async function forgotPassword(
  shop: Shop,
  { email, ip }: { email: string; ip: string },
): Promise<void> {
  const sending = shop.db.transaction(async (tx) => {
    await consumeSendLimits(shop, tx, 'reset-password', email, ip)
    const account = await findAccount(tx, email)
    if (account) await sendCode(shop, tx, account, 'reset-password')
  })
  await withConstantTime(sending)
}
