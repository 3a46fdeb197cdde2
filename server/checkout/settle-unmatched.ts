/** Payments of orders whose id no checkout has stored: the order's receipt tells which checkout they belong to. */
import { z } from 'zod'
import { resolveByCheckout, takeDueUnmatched } from '../payments/unmatched-payments.ts'
import type { Shop } from '../shop.ts'
import { findCheckout } from './queries.ts'
import { settleProviderOrder } from './settle.ts'

/**
 * Settles every payment of this order of the provider where its receipt is a checkout of ours; false where it is none.
 * Throws ProviderUnavailable when the provider does not answer.
 */
export async function settleByReceipt(shop: Shop, providerOrderId: string): Promise<boolean> {
  const receipt = z.uuid().safeParse(await shop.payments.receiptOf(providerOrderId))
  const checkout = receipt.success ? await findCheckout(shop.db, receipt.data) : undefined
  if (!checkout) return false
  await settleProviderOrder(shop, checkout, providerOrderId)
  return true
}

/** Timer: asks again for the orders that were not known when their webhook came. */
export async function sweepUnmatched(shop: Shop): Promise<void> {
  for (const providerOrderId of await takeDueUnmatched(shop.db)) {
    try {
      if (await settleByReceipt(shop, providerOrderId)) await resolveByCheckout(shop.db, providerOrderId)
    } catch (error) {
      shop.log.warn({ err: error, providerOrderId }, 'unmatched payment not settled yet')
    }
  }
}
