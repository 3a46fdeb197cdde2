/** A festival week with a coupon borne half and half and a charge for delivery, from cart to statement, computed by hand to the paisa. */
// @module-tag nightly: A whole week over HTTP. coupon-money.test.ts and delivery-charge.test.ts prove each step each time.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, ordersOf } from '../../../tests/setup/buying.ts'
import { cancelPieces } from '../../../tests/setup/cancelling.ts'
import { awayFrom } from '../../../tests/setup/clock.ts'
import { addSharedCoupon } from '../../../tests/setup/coupons.ts'
import { chargeForDelivery } from '../../../tests/setup/delivery-charge.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { moveParcel, untilBooked, untilParcel } from '../../../tests/setup/parcels.ts'
import { addAdmin, type Admin } from '../../../tests/setup/people.ts'
import { customerWithCart } from '../../../tests/setup/products.ts'
import { refundOrder } from '../../../tests/setup/refunded-orders.ts'
import {
  moveReplacement,
  received,
  replacing,
  untilReturn,
  untilReturnRefunded,
} from '../../../tests/setup/returns.ts'
import { type Sale, sellOne, type WantedSale } from '../../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { dayAgo, settle } from '../../../tests/setup/settling.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let seller: Seller
let admin: Admin
beforeAll(async () => {
  await awayFrom('midnight', 180)
  shop = await startTestShop({ courier: true })
  // Maharashtra to Rajasthan: IGST of 18 %.
  seller = await addSeller(shop)
  admin = await addAdmin(shop)
  // A fifth, ₹100 at most, from ₹150 on, once a person. Delivery is ₹49 below ₹500.
  await addSharedCoupon(admin, seller, 'FESTIVE20', {
    percent: 20,
    most: 100,
    minimum: 150,
    once: true,
    totalUses: 7,
  })
  await chargeForDelivery(admin, { charge: 49, freeFrom: 500 })
})
afterAll(() => shop.stop())

const buy = (wish: WantedSale) =>
  sellOne(shop, seller, { units: 20, coupon: 'FESTIVE20', isDeliveryCharged: true, ...wish })
async function buyAndDeliver(wish: WantedSale): Promise<Sale> {
  const sale = await buy(wish)
  await untilBooked(shop, sale.orderId)
  await moveParcel(shop, sale.orderId, { status: 'Delivered' })
  await untilParcel(shop, sale.orderId, ({ status }) => status === 'completed')
  return sale
}
const buyer = () => customerWithCart(shop, [])

test('a festival week', { timeout: 240_000 }, async () => {
  const delivered = await buyAndDeliver({ buyer: await buyer(), pricePaise: 14_900, quantity: 3 })
  const cancelled = await buy({ buyer: await buyer(), pricePaise: 12_500, quantity: 2 })
  expect((await cancelPieces(cancelled)).status).toBe(200)
  const notSent = await buy({ buyer: await buyer(), pricePaise: 99_999 })
  const { status } = await seller.post(`/private/order/cannot-deliver/${notSent.orderId}`, {
    units: 1,
    reason: 'damaged',
  })
  expect(status).toBe(200)
  const again = await buyAndDeliver({ buyer: notSent.buyer, pricePaise: 99_999 })
  const partly = await buyAndDeliver({ buyer: await buyer(), pricePaise: 9_999, quantity: 3 })
  const returnId = await received(shop, seller, partly)
  await seller.post(`/private/returns/${returnId}/refund`, { restock: false })
  await untilReturnRefunded(shop, returnId)
  const exchanged = await buyAndDeliver({ buyer: await buyer(), pricePaise: 50_000 })
  const exchangeId = await replacing(shop, seller, exchanged)
  await moveReplacement(shop, exchangeId, 'Delivered')
  await untilReturn(shop, exchangeId, 'exchanged')
  const lost = await buy({ buyer: await buyer(), pricePaise: 20_000 })
  await untilBooked(shop, lost.orderId)
  await moveParcel(shop, lost.orderId, { status: 'Shipped' })
  await moveParcel(shop, lost.orderId, { code: 12 })
  await untilParcel(shop, lost.orderId, ({ code }) => code === 12)
  await refundOrder(admin, lost.orderId)
  // Deliveries and exchanges of ten days ago can be settled.
  await shop.db.query(
    sql`update orders set delivery_date = delivery_date - interval '10 days' where delivery_date is not null`,
  )
  await shop.db.query(
    sql`update replacement set delivered_at = delivered_at - interval '10 days', held_at = held_at - interval '10 days'`,
  )
  await settle(shop, dayAgo(1))

  // [what the buyer paid, and got back; price of the sale: what was paid and the shop's part of the coupon]
  expect(await paidBy({ delivered, cancelled, notSent, again, partly, exchanged, lost })).toEqual({
    // 447.00 less 89.40, and 49.00 for delivery; the shop's half is 44.70.
    delivered: [406.6, 0, 451.3],
    // 250.00 less 50.00, and 49.00.
    cancelled: [249, 249, null],
    // A fifth of 999.99 is more than 100.00; delivery is free.
    notSent: [899.99, 899.99, null],
    again: [899.99, 0, 949.99],
    // 299.97 less 59.99, of which the shop has 29.99, and 49.00. A third of the sale is 106.32, of the shop's part 10.00.
    partly: [288.98, 96.32, 318.97],
    exchanged: [449, 0, 499],
    lost: [209, 209, 229],
  })

  const { body: statements } = await seller.get('/private/earnings/statements')
  expect(statements).toMatchObject([{ gross: 2_448.26, reversed: 335.32, net: 1_581.33, payout: 1_581.33 }])
  const { body: csv } = await seller.get<string>(`/private/earnings/statements/${statements[0].id}/csv`)
  const lines = csv.split('\r\n').map((line) => line.split(','))
  const numbers = { delivered, again, partly, exchanged, lost }
  const numberOf = Object.fromEntries(
    await Promise.all(
      Object.entries(numbers).map(async ([name, { orderId, buyer: who }]) => [
        `"${(await ordersOf(who)).find(({ id }) => id === orderId)?.number}"`,
        name,
      ]),
    ),
  )
  const linesOf = (kind: string) =>
    Object.fromEntries(
      lines.flatMap(([line, number = '', , , , ...amounts]) =>
        line === `"${kind}"` ? [[numberOf[number], amounts.map(Number)]] : [],
      ),
    )
  // Gross, reversed, delivery in them, commission 10 %, shipping, GST of 18 % on both, TCS 0.5 % without tax, TDS 0.1 %, compensation, net.
  expect(linesOf('sale')).toEqual({
    delivered: [451.3, 0, 49, 45.13, 50, 17.12, 1.91, 0.45, 0, 336.69],
    again: [949.99, 0, 0, 95, 50, 26.1, 4.03, 0.95, 0, 773.91],
    partly: [318.97, 0, 49, 31.9, 50, 14.74, 1.35, 0.32, 0, 220.66],
    exchanged: [499, 0, 49, 49.9, 50, 17.98, 2.11, 0.5, 0, 378.51],
    lost: [229, 0, 49, 22.9, 50, 13.12, 0.97, 0.23, 0, 141.78],
  })
  expect(linesOf('reversal')).toEqual({
    // A third of the fees comes back, and the way back is charged: 50.00 and 9.00, of whose GST 1.91 is of the commission.
    partly: [0, 106.32, -16.33, -10.63, 50, 7.09, -0.45, -0.11, 0, -152.22],
    // Two ways, there and back.
    exchanged: [0, 0, 0, 0, 100, 18, 0, 0, 0, -118],
    // The shop pays what the seller would have had: 229.00 less 22.90, 4.12, 0.97 and 0.23, all of which come back.
    lost: [0, 229, -49, -22.9, 0, -4.12, -0.97, -0.23, 200.78, 0],
  })

  expect(await brokenInvariants(shop.db)).toEqual([])
  const readBalances = async () =>
    Object.fromEntries(
      (await admin.get('/public/admin/balances')).body.accounts.map(
        ({ account, balance }: { account: string; balance: number }) => [account, balance],
      ),
    )
  // Once the provider has made all refunds.
  const balances = await eventually(readBalances, ({ refunds }) => refunds === 0)
  expect(balances).toMatchObject({
    buyer: 0,
    refunds: 0,
    seller_payable: -1_581.33,
    claims: 200.78,
    // 44.70, 50.00, 29.99 less 10.00, 50.00.
    offers: 164.69,
    commission: -211.3,
    shipping: -400,
    gst_on_fees: -110.03,
    tcs: -8.95,
    tds: -2.11,
  })
})

/** In rupees: paid, given back, and the price of the sale, null where there was none. */
async function paidBy(sales: Record<string, Sale>): Promise<Record<string, (number | null)[] | undefined>> {
  const rows = await shop.db.query<{ id: string; amounts: (number | null)[] }>(sql`
    select o.id, array[o.amount_paise / 100.0, o.refunded_paise / 100.0, s.gross_paise / 100.0]::float8[] as amounts
    from orders o left join order_sale s on s.order_id = o.id`)
  return Object.fromEntries(
    Object.entries(sales).map(([name, { orderId }]) => [
      name,
      rows.find(({ id }) => id === orderId)?.amounts,
    ]),
  )
}
