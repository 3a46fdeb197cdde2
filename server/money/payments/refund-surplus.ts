import type { Tx } from '../../platform/db/client.ts'
import { lockPaymentOfCheckout, sumOfRefundedOrders } from './queries.ts'

/**
 * What was refunded of the payment of a checkout, or is being refunded, beyond the refunds of its orders, in paise; 0 where no
 * payment bought it. The caller holds the locks of the checkout's orders.
 */
export async function refundSurplus(tx: Tx, checkoutId: string): Promise<number> {
  const locked = await lockPaymentOfCheckout(tx, checkoutId)
  if (!locked) return 0
  const refundedPaise = locked.refunds.reduce(
    (sum, { state, amountPaise }) => sum + (state === 'replaced' ? 0 : amountPaise),
    0,
  )
  return refundedPaise - (await sumOfRefundedOrders(tx, checkoutId, null)).owedPaise
}
