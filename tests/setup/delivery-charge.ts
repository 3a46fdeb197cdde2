/** The charge for delivery, set over HTTP. */
import { type DeliveryRule, deliveryPaiseFor } from '../../contract/delivery-charge.ts'
import { cartOf } from './buying.ts'
import type { TestClient } from './client.ts'

/** In rupees; null: delivery is in the prices. The administrator is alone, so that nobody has to confirm it. */
export async function chargeForDelivery(
  admin: TestClient,
  rule: { charge: number; freeFrom?: number } | null,
): Promise<void> {
  const { status, body } = await (rule
    ? admin.post('/public/admin/delivery-charge', rule)
    : admin.post('/public/admin/delivery-charge/remove'))
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
}

/** What the cart page adds for the cart less what a coupon saves, in paise. */
export async function deliveryOf(buyer: TestClient, savingPaise = 0): Promise<number> {
  const { body } = await buyer.get<DeliveryRule | null>('/private/cart/delivery-charge')
  const goodsPaise = (await cartOf(buyer)).reduce(
    (sum, { price, quantity }) => sum + Math.round(price * 100) * quantity,
    -savingPaise,
  )
  return deliveryPaiseFor(body, goodsPaise)
}
