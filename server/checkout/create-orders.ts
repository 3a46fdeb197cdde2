/** order/create: the orders of the caller's paid checkout, one a line; asked again, the same ones (api-rules §3.4). */
import type { Order } from '../../contract/order.ts'
import { readOrdersOfCheckout } from '../orders/place-orders.ts'
import { ProviderUnavailable } from '../payments/provider.ts'
import { Refusal } from '../refusal.ts'
import type { Shop } from '../shop.ts'
import { limitProviderCalls } from './limit-provider-calls.ts'
import { checkoutLines, type CheckoutRow, type CheckoutState, recentCheckouts } from './queries.ts'
import { mayMeanCheckout } from './rules.ts'
import { settleCheckout } from './settle.ts'
import { paymentBeingRefunded, paymentBeingChecked } from './verify-payment.ts'

/**
 * `items` only tells which checkout the buyer means: the orders are made from what the checkout stored when it was paid.
 * Refuses: conflict when nothing was paid or the money goes back; too-often for too many calls; unavailable when the provider
 * does not answer.
 */
export async function createOrders(
  shop: Shop,
  customerId: string,
  items: readonly { productId: string }[],
): Promise<Order[]> {
  let refusal = notPaid()
  for (const checkout of await recentCheckouts(shop.db, customerId)) {
    if (!mayMeanCheckout(items, await checkoutLines(shop.db, checkout.id))) continue
    const state = await settledState(shop, checkout)
    if (state === 'completed') return readOrdersOfCheckout(shop, shop.db, checkout.id)
    if (state === 'refunded') refusal = new Refusal('conflict', paymentBeingRefunded)
  }
  throw refusal
}

async function settledState(shop: Shop, checkout: CheckoutRow): Promise<CheckoutState> {
  if (checkout.state === 'completed' || checkout.state === 'refunded') return checkout.state
  await limitProviderCalls(shop, checkout.customerId)
  try {
    return await settleCheckout(shop, checkout)
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw paymentBeingChecked()
    throw error
  }
}

const notPaid = () => new Refusal('conflict', 'Failed to place order: no payment has been received.')
