/** order/create: the orders of the caller's paid checkout, one a line; asked again, the same ones (api-rules §3.4). */
import type { Order } from '../../contract/order.ts'
import { readOrdersOfCheckout } from '../orders/place-orders.ts'
import { ProviderUnavailable } from '../payments/provider.ts'
import { Refusal } from '../refusal.ts'
import type { Shop } from '../shop.ts'
import { limitAsks } from './limit-asks.ts'
import { checkoutLines, type CheckoutRow, type CheckoutState, recentCheckouts } from './queries.ts'
import { speaksOf } from './rules.ts'
import { settleCheckout } from './settle.ts'
import { moneyGoesBack, paymentBeingChecked } from './verify-payment.ts'

/**
 * The list and the address that the client sends are only what the buyer expects: the orders equal the paid snapshot.
 * Refuses with conflict when nothing was paid, or when the money goes back; too-often for too many asks; unavailable when the
 * provider does not answer.
 */
export async function createOrders(
  shop: Shop,
  customerId: string,
  items: readonly { productId: string }[],
): Promise<Order[]> {
  let refusal = notPaid()
  for (const checkout of await recentCheckouts(shop.db, customerId)) {
    if (!speaksOf(items, await checkoutLines(shop.db, checkout.id))) continue
    const state = await settledState(shop, checkout)
    if (state === 'completed') return readOrdersOfCheckout(shop, shop.db, checkout.id)
    if (state === 'refunded') refusal = new Refusal('conflict', moneyGoesBack)
  }
  throw refusal
}

async function settledState(shop: Shop, checkout: CheckoutRow): Promise<CheckoutState> {
  if (checkout.state === 'completed' || checkout.state === 'refunded') return checkout.state
  await limitAsks(shop, checkout.customerId)
  try {
    return await settleCheckout(shop, checkout)
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw paymentBeingChecked()
    throw error
  }
}

const notPaid = () => new Refusal('conflict', 'Failed to place order: no payment has been received.')
