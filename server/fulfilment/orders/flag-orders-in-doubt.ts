/** The job after a refund that was made at the payment provider and not through the shop: flags orders for an administrator. */
import { refundSurplus } from '../../money/payments/refund-surplus.ts'
import type { Shop } from '../../platform/shop.ts'
import { flagUnrefundedOrders, lockOrdersOfCheckout } from './refund-queries.ts'

/**
 * Counts what exceeds the refunds of orders when it runs, because orders may have been refunded since it was sent. An amount
 * below the cheapest order that is not refunded is a partial refund, and flags none. Safe to run twice.
 */
export async function flagOrdersInDoubt(
  { db }: Pick<Shop, 'db'>,
  { checkoutId, words }: { checkoutId: string; words: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockOrdersOfCheckout(tx, checkoutId)
    await flagUnrefundedOrders(tx, { checkoutId, words, surplusPaise: await refundSurplus(tx, checkoutId) })
  })
}
