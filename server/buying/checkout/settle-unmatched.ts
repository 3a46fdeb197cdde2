/** Settles payments of provider orders whose id no checkout has stored: the order's receipt is the id of its checkout. */
import { z } from 'zod'
import { markUnmatchedSettled, takeDueUnmatchedPayments } from '../../money/payments/unmatched-payments.ts'
import type { Shop } from '../../platform/shop.ts'
import { findCheckout } from './queries.ts'
import { settleProviderOrder } from './settle.ts'

/**
 * Settles every payment of this order of the provider. Returns false where its receipt is no checkout of ours. Throws
 * ProviderUnavailable when the provider does not respond.
 */
export async function settleByReceipt(shop: Shop, providerOrderId: string): Promise<boolean> {
  const receipt = z.uuid().safeParse(await shop.payments.receiptOf(providerOrderId))
  const checkout = receipt.success ? await findCheckout(shop.db, receipt.data) : undefined
  if (!checkout) return false
  await settleProviderOrder(shop, checkout, providerOrderId)
  return true
}

/** Timer: looks up the receipts of orders that were unknown when their webhook came. */
export async function sweepUnmatched(shop: Shop): Promise<void> {
  for (const providerOrderId of await takeDueUnmatchedPayments(shop.db)) {
    try {
      if (await settleByReceipt(shop, providerOrderId)) await markUnmatchedSettled(shop.db, providerOrderId)
    } catch (error) {
      shop.log.warn({ err: error, providerOrderId }, 'unmatched payment not settled yet')
    }
  }
}
