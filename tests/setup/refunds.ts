/** Refunds as the shop, the provider and somebody in its dashboard make them. */
import { expect } from 'vitest'
import { eventually, pay, startPaying, verify } from './buying.ts'
import type { Admin } from './people.ts'
import { addProduct, customerWithCart } from './products.ts'
import type { TestShop } from './shop.ts'
import { ageRefunds } from './clock.ts'
import { paymentLedger, paymentFault } from './providers.ts'
import { sql } from '../../server/platform/db/sql.ts'
import { sweepRefunds } from '../../server/money/payments/sweep-refunds.ts'

export interface Row {
  id: string
  state: string
  amount: number
  reason: string
  settled: string | null
}

export const refundsOf = (shop: TestShop, paymentId: string) =>
  shop.db.query<Row>(sql`
    select id, state, amount_paise as amount, reason, settled_note as settled from refund where payment_id = ${paymentId} order by id`)

export const untilRefunds = (shop: TestShop, paymentId: string, good: (rows: Row[]) => boolean) =>
  eventually(() => refundsOf(shop, paymentId), good)

export const areDone = (rows: Row[]) =>
  rows.every(({ state }) => state === 'processed' || state === 'replaced')

export const refundsAtProvider = async (
  shop: TestShop,
  paymentId: string,
): Promise<{ id: string; amount: number; status: string }[]> =>
  (await paymentLedger(shop)).refunds.filter((one: any) => one.payment_id === paymentId)

export const refundInDashboard = (shop: TestShop, paymentId: string, amount?: number) =>
  shop.kit(`/sandbox/payments/refunds/${paymentId}`, amount === undefined ? {} : { amount })

export const retryRefund = (admin: Admin, id: string) => admin.post(`/public/admin/refunds/${id}/retry`)

export const settleByHand = (admin: Admin, id: string, note = 'by bank') =>
  admin.post(`/public/admin/refunds/${id}/settled`, { note })

export const sweepRefundsOf = async (shop: TestShop, paymentId: string): Promise<undefined> => {
  await ageRefunds(shop, paymentId)
  await sweepRefunds(shop.running.shop)
}

/** A payment of another amount than the order's: it is refunded whole, as soon as the provider accepts the refund. */
export async function payInVain(
  shop: TestShop,
  amount = 30_000,
): Promise<{ paymentId: string; refundId: string }> {
  const buyer = await customerWithCart(shop, [await addProduct(shop)])
  const { body: orderId } = await startPaying(buyer)
  const answer = await pay(shop, orderId, 'paid', { amount })
  expect((await verify(buyer, answer)).status).toBe(409)
  const [row] = await refundsOf(shop, answer.razorpay_payment_id)
  return { paymentId: answer.razorpay_payment_id, refundId: row!.id }
}

/** The same, with a provider that accepts no refund until `stopPaymentFaults`. */
export async function hangingRefund(shop: TestShop, amount?: number) {
  await paymentFault(shop, 'refunds.create', 'error-500', { times: 10_000 })
  const made = await payInVain(shop, amount)
  await ageRefunds(shop, made.paymentId)
  return made
}

/** An order that was bought and is kept. */
export async function buyAndKeep(shop: TestShop, lines = 1) {
  const products = []
  for (let n = 0; n < lines; n += 1) products.push(await addProduct(shop))
  const buyer = await customerWithCart(shop, products)
  const { body: orderId } = await startPaying(buyer)
  const answer = await pay(shop, orderId)
  expect((await verify(buyer, answer)).status).toBe(200)
  return { paymentId: answer.razorpay_payment_id, orderId, buyer }
}
