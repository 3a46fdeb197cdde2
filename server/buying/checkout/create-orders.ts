/**
 * order/create: the orders of the caller's paid checkout, one for each line; a repeated call returns the same orders (api-rules
 * §3.4).
 */
import { type Order, paymentBeingRefunded } from '../../../contract/order.ts'
import { readOrdersOfCheckout } from '../../fulfilment/orders/place-orders.ts'
import { requireNotHeld } from '../../platform/hold/held.ts'
import { ProviderUnavailable } from '../../platform/providers/payments/provider.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import {
  checkoutLines,
  type CheckoutRow,
  type CheckoutState,
  findCheckoutByProviderOrder,
  recentCheckouts,
} from './queries.ts'
import { mayMeanCheckout } from './rules.ts'
import { settleCheckout } from './settle.ts'
import { paymentBeingChecked, whilePaused } from './verify-payment.ts'

interface Bought {
  items: readonly { productId: string }[]
  /** The provider's order that was paid. */
  razorpay_order_id?: string | undefined
}

/**
 * The orders are made from the data that the checkout stored before the payment. The provider's order names the checkout;
 * without one, `items` tells which checkout the buyer means. Refuses: conflict when nothing was paid or the payment is
 * refunded; not-found for another person's order of the provider; too-often for too many calls; unavailable when the provider
 * does not respond.
 */
export async function createOrders(
  shop: Shop,
  customerId: string,
  { items, razorpay_order_id: providerOrderId }: Bought,
): Promise<Order[]> {
  let refusal = notPaid()
  const checkouts = providerOrderId
    ? [await findOwnCheckout(shop, customerId, providerOrderId)]
    : await recentCheckouts(shop.db, customerId)
  for (const checkout of checkouts) {
    if (!providerOrderId && !mayMeanCheckout(items, await checkoutLines(shop.db, checkout.id))) continue
    const state = await settledState(shop, checkout)
    if (state === 'completed') return readOrdersOfCheckout(shop, shop.db, checkout.id)
    if (state === 'refunded') refusal = new Refusal('conflict', paymentBeingRefunded)
  }
  throw refusal
}

async function findOwnCheckout(
  { db }: Shop,
  customerId: string,
  providerOrderId: string,
): Promise<CheckoutRow> {
  const checkout = await findCheckoutByProviderOrder(db, providerOrderId, customerId)
  if (!checkout) throw notFound()
  return checkout
}

async function settledState(shop: Shop, checkout: CheckoutRow): Promise<CheckoutState> {
  if (checkout.state === 'completed' || checkout.state === 'refunded') return checkout.state
  await requireNotHeld(shop.db, whilePaused)
  try {
    return await settleCheckout(shop, checkout)
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw paymentBeingChecked()
    throw error
  }
}

const notPaid = () => new Refusal('conflict', 'Failed to place order: no payment has been received.')
