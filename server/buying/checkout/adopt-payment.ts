/** A payment that was captured after the backup that was restored (docs/operations.md, "A held shop"). */
import { z } from 'zod'
import { formatAmount, rupees } from '../../../contract/money.ts'
import { flagOrder } from '../../fulfilment/orders/flag-order.ts'
import { readOrdersOfCheckout } from '../../fulfilment/orders/place-orders.ts'
import { recordPayment } from '../../money/payments/record-payment.ts'
import { recordUnmatchedPayment } from '../../money/payments/unmatched-payments.ts'
import type { ProviderPayment } from '../../platform/providers/payments/provider.ts'
import type { Shop } from '../../platform/shop.ts'
import { findCheckout, findCheckoutByProviderOrder } from './queries.ts'
import { settlePayment } from './settle.ts'

const mayBeSent =
  'Placed again after a backup was restored: its parcel may have been sent under an earlier number. Ask the seller.'

/**
 * `shop` adopts (money/holds/adopting.ts). Of a checkout that the backup has it becomes the orders, or goes back. Of any other, or
 * of none, it waits among the unmatched payments. Returns one sentence, and whether the shop knows it now; null where nothing is to
 * be done, because the provider has all of the money back. Safe to repeat.
 */
export async function adoptPayment(
  shop: Shop,
  payment: ProviderPayment,
): Promise<{ known: boolean; text: string } | null> {
  const { id, orderId, amountPaise } = payment
  const amount = formatAmount(rupees(amountPaise))
  const checkout =
    (await findCheckoutByProviderOrder(shop.db, orderId, undefined)) ??
    (await checkoutOfReceipt(shop, orderId))
  const state = checkout && (await settlePayment(shop, { ...checkout, providerOrderId: orderId }, payment))
  if (checkout && (await recordPayment.isKnown(shop.db, id))) {
    const orders = state === 'completed' ? await readOrdersOfCheckout(shop, shop.db, checkout.id) : []
    for (const order of orders) await flagOrder(shop.db, order.id, mayBeSent)
    return {
      known: true,
      text: orders.length > 0 ? `${amount} became orders.` : `${amount} goes back to the buyer.`,
    }
  }
  if (payment.status === 'refunded') return null
  if (orderId !== '') await recordUnmatchedPayment(shop.db, orderId, 'found after a restore')
  return {
    known: false,
    text: `${amount} was paid for order ${orderId || '(none)'} of the provider, which no checkout here has.`,
  }
}

async function checkoutOfReceipt(shop: Shop, orderId: string) {
  const receipt = z.uuid().safeParse(orderId === '' ? null : await shop.payments.receiptOf(orderId))
  return receipt.success ? findCheckout(shop.db, receipt.data) : undefined
}
