/** Steps of a purchase, as API calls in the order in which the browser makes them. */
import type { Answer, TestClient } from './client.ts'
import { endHolds } from './clock.ts'
import { lastTry, pauseAfter } from './poll.ts'
import { unitsOf } from './products.ts'
import type { TestShop } from './shop.ts'

export interface WidgetAnswer {
  razorpay_order_id: string
  razorpay_payment_id: string
  razorpay_signature: string
}

interface CartLine {
  productId: string
  price: number
  quantity: number
}

export async function cartOf(client: TestClient): Promise<CartLine[]> {
  return (await client.get('/private/cart/get')).body
}

/** Adds an address to the one that the customer has; returns the ids of both. */
export async function addSecondAddress(customer: TestClient): Promise<[string, string]> {
  const address = { street: 'Second Street', city: 'Pune', state: 'Maharashtra', pinCode: '411001' }
  await customer.post('/private/address/add', address)
  const { body } = await customer.get<{ id: string }[]>('/private/address/get')
  if (!body[0] || !body[1]) throw new Error('not two addresses')
  return [body[0].id, body[1].id]
}

/** The orders of My Orders, newest first. */
export async function ordersOf(customer: TestClient): Promise<any[]> {
  return (await customer.get('/private/order/get/customer')).body
}

/** Calls order/payment for the whole cart less what a coupon saves (negative: with what delivery costs), as the cart page does. */
export async function startPaying(client: TestClient, savingPaise = 0): Promise<Answer<string>> {
  const paise = (await cartOf(client)).reduce(
    (sum, line) => sum + Math.round(line.price * 100) * line.quantity,
    -savingPaise,
  )
  return client.get(`/private/order/payment/${paise}`)
}

/** Pays (or fails) as a person would in the payment widget. */
export async function pay(
  shop: TestShop,
  orderId: string,
  outcome: 'paid' | 'failed' | 'paid-and-closed' = 'paid',
  more: object = {},
): Promise<WidgetAnswer> {
  return shop.kit(`/dev/payments/${orderId}`, { outcome, ...more })
}

export const verify = (client: TestClient, answer: WidgetAnswer): Promise<Answer> =>
  client.post('/private/order/payment/verify', answer)

export const create = (client: TestClient, items: readonly CartLine[]): Promise<Answer> =>
  client.post('/private/order/create', { items, addressId: null })

/** A whole purchase: payment order, payment, verification, orders. */
export async function buy(shop: TestShop, client: TestClient, savingPaise = 0): Promise<Answer> {
  const items = await cartOf(client)
  const { body: orderId } = await startPaying(client, savingPaise)
  const answer = await pay(shop, orderId)
  await verify(client, answer)
  return create(client, items)
}

/** The holds of unpaid checkouts end, and the shop's own timer brings the stock of this product back to `units`. */
export async function untilHoldsEnd(shop: TestShop, productId: string, units: number): Promise<void> {
  await endHolds(shop)
  await eventually(
    () => unitsOf(shop, productId),
    (now) => now === units,
  )
}

/** Polls until `good` accepts the result of `read`; fails with the last result after half a minute or more. */
export async function eventually<T>(read: () => Promise<T>, good: (value: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    const value = await read()
    if (good(value)) return value
    if (tries === lastTry) throw new Error(`still ${JSON.stringify(value)}`)
    await pauseAfter(tries)
  }
}
