/** Further corrections of what became of a parcel: what each does to stock, money and the other parcels of its order. */
// @module-tag nightly: Nine further outcomes. correct-parcel.test.ts proves each time that order and money follow, once each.
import { expect, test } from 'vitest'
import { withCorrections } from '../../../tests/setup/corrections.ts'
import { buy } from '../../../tests/setup/buying.ts'
import { cancelPieces } from '../../../tests/setup/cancelling.ts'
import {
  moveParcel,
  parcelOf,
  sellBooked,
  tellOfOrder,
  untilBooked,
  untilBookedAnew,
} from '../../../tests/setup/parcels.ts'
import { untilMailed } from '../../../tests/setup/mail-subjects.ts'
import { type Admin } from '../../../tests/setup/people.ts'
import { addProduct, customerWithCart, unitsOf } from '../../../tests/setup/products.ts'
import { courierFault } from '../../../tests/setup/providers.ts'
import type { Sale } from '../../../tests/setup/sales.ts'
import { type Seller } from '../../../tests/setup/sellers.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { kinds } from '../returns/kinds.ts'
import { findShipmentOfOrder } from '../shipments/queries.ts'
import { applyEvent } from '../shipments/track-shipment.ts'
import { foundAfterRefund } from './cancel-rules.ts'

let shop: TestShop
let seller: Seller
let admin: Admin
const { correct, refund, owedFor, moved } = withCorrections((made) => void ({ shop, seller, admin } = made))

test('delivered after all: the order is completed, and a mail goes to both', async () => {
  const { orderId, buyer } = await moved('Shipped', 'RTO')
  expect((await correct(orderId, 'delivered')).status).toBe(200)
  expect(await parcelOf(shop, orderId)).toMatchObject({
    status: 'completed',
    shipmentStatus: 'Delivered',
    deliveryDate: expect.any(Date),
    attention: null,
  })
  for (const { email } of [buyer, seller]) await untilMailed(shop, email, 'News of')
  const again = await correct(orderId, 'delivered')
  expect([again.status, again.body.msg]).toEqual([409, 'The shop knows that already.'])
})

test('never left the seller: refunded, and the pieces are in the stock again', async () => {
  const { orderId, productId } = await moved('Shipped')
  expect((await correct(orderId, 'never-left')).status).toBe(200)
  expect(await parcelOf(shop, orderId)).toMatchObject({ status: 'cancelled', shipmentStatus: 'Cancelled' })
  expect(await unitsOf(shop, productId)).toBe(3)
  expect((await refund(orderId)).status).toBe(200)
  expect(await unitsOf(shop, productId)).toBe(4)
})

test('lost although the courier says delivered: it can be refunded, and the shop compensates the seller', async () => {
  const { orderId } = await moved('Shipped', 'Delivered')
  const sold = await owedFor(orderId)
  expect((await correct(orderId, 'lost')).status).toBe(200)
  expect(await parcelOf(shop, orderId)).toMatchObject({ code: 12, deliveryDate: null })
  expect((await refund(orderId)).status).toBe(200)
  // What the sale was worth; only the way of the parcel is charged, as in the sale.
  expect(await owedFor(orderId)).toBe(sold)
})

/** The courier carries all pieces, although its buyer has cancelled so many of them. */
async function carriedAllTheSame(cancelled: number): Promise<Sale> {
  const sale = await sellBooked(shop, seller, { units: 4, quantity: 2 })
  await courierFault(shop, 'shipments.cancel', 'refuse-422', { times: 1_000 })
  expect((await cancelPieces(sale, { units: cancelled })).status).toBe(200)
  for (const status of ['Shipped', 'Delivered']) await moveParcel(shop, sale.orderId, { status })
  return sale
}

test.each([2, 1])(
  'the seller of pieces that were cancelled (%d of 2) and carried all the same is paid unless they come back, once each',
  async (cancelled) => {
    const { orderId } = await carriedAllTheSame(cancelled)
    const before = await owedFor(orderId)
    const owed: Record<string, number> = {}
    for (const outcome of ['lost', 'returned', 'delivered', 'returned', 'lost']) {
      expect((await correct(orderId, outcome)).status).toBe(200)
      const now = await owedFor(orderId)
      expect(now, outcome).toBe((owed[outcome] ??= now))
    }
    expect(owed.delivered).toBe(owed.lost)
    expect(owed.lost).toBeGreaterThan(before)
    // What two sold pieces are worth, less the one parcel; the share of one may be rounded.
    const sold = await owedFor((await deliveredWhole()).orderId)
    expect(Math.abs(owed.lost! - sold)).toBeLessThanOrEqual(1)
    const { status, cancelled_units: none } = await orderRow(orderId)
    expect([status, none]).toEqual(cancelled === 2 ? ['refunded', 0] : ['cancelled', 1])
    expect((await correct(orderId, 'lost')).status).toBe(409)
  },
)
const deliveredWhole = async () => {
  const sale = await sellBooked(shop, seller, { units: 4, quantity: 2 })
  for (const status of ['Shipped', 'Delivered']) await moveParcel(shop, sale.orderId, { status })
  return sale
}
const orderRow = async (orderId: string) =>
  (await shop.db.query<any>(sql`select status, cancelled_units from orders where id = ${orderId}`))[0]

/** All pieces of one parcel that the shop wants back, and that the courier does not cancel: no word has come of it. */
async function stillThere(cancelled: number): Promise<Sale> {
  const sale = await sellBooked(shop, seller, { units: 4, quantity: 2 })
  await courierFault(shop, 'shipments.cancel', 'refuse-422', { times: 1_000 })
  expect((await cancelPieces(sale, { units: cancelled })).status).toBe(200)
  return sale
}
const shippingOf = async (...orderIds: string[]): Promise<number> =>
  (
    await shop.db.query<any>(sql`
      select coalesce(-sum(p.amount_paise), 0)::int as paise from journal_entry e join posting p on p.entry_id = e.id
      where e.order_id = any(${orderIds}::uuid[]) and p.account = 'shipping'`)
  )[0].paise

/** Shipments of an order that wait or are still to be cancelled. */
const shipmentsOf = async (orderId: string) =>
  (
    await shop.db.query<any>(sql`
      select count(*)::int as n from shipment_line l join shipment s on s.id = l.shipment_id
      where l.order_id = ${orderId} and s.ended_at is null`)
  )[0].n

/** Two orders of one parcel, bought by one buyer at one time. */
async function twoTogether(): Promise<{ first: Sale; second: Sale }> {
  const products = [
    await addProduct(shop, { seller, units: 4 }),
    await addProduct(shop, { seller, units: 4 }),
  ]
  const buyer = await customerWithCart(shop, products)
  const { status, body } = await buy(shop, buyer)
  expect(status).toBe(200)
  const ids: string[] = body.map(({ id }: any) => id).toSorted()
  for (const id of ids) await untilBooked(shop, id)
  const [first, second] = ids.map((orderId) => ({ orderId, productId: '', buyer })) as [Sale, Sale]
  return { first, second }
}

test('of two parcels that the courier has fetched only the present one is corrected; the other never left', async () => {
  const { first, second } = await twoTogether()
  const withdrawn = (await findShipmentOfOrder(shop.db, first.orderId))!
  expect((await cancelPieces(second)).status).toBe(200)
  await untilBookedAnew(shop, first.orderId)
  await tellOfOrder(shop, first.orderId, { code: 6 })
  const word = { code: 6, words: '', at: new Date() }
  await applyEvent(shop.running.shop, kinds, withdrawn, word, 'webhook')
  const refused = await correct(second.orderId, 'delivered')
  expect([refused.status, refused.body.msg]).toEqual([409, expect.stringContaining('another parcel')])
  expect((await correct(second.orderId, 'never-left')).status).toBe(200)
  expect(await shippingOf(first.orderId, second.orderId)).toBe(5_000)
  expect(await parcelOf(shop, first.orderId)).toMatchObject({ status: 'shipped', attention: null })
})

test('what never left and was refunded, and left after all, is charged its way and compensated; and there and back', async () => {
  const { orderId, productId } = await moved('Shipped')
  const sold = await owedFor(orderId)
  expect((await correct(orderId, 'never-left')).status).toBe(200)
  expect((await refund(orderId)).status).toBe(200)
  for (const turn of [1, 2]) {
    const now = async () => [
      turn,
      await owedFor(orderId),
      await shippingOf(orderId),
      await unitsOf(shop, productId),
    ]
    expect(await now()).toEqual([turn, 0, 0, 4])
    expect((await correct(orderId, 'delivered')).status).toBe(200)
    expect(await now()).toEqual([turn, sold, 5_000, 3])
    expect((await correct(orderId, 'never-left')).status).toBe(200)
  }
  expect(await owedFor(orderId)).toBe(0)
})

test('pieces refunded at the shop’s cost on their way: no compensation once they come back, and again if they are lost then', async () => {
  const refundedOnTheWay = async () => {
    const sale = await sellBooked(shop, seller, { units: 4, quantity: 2 })
    await moveParcel(shop, sale.orderId, { status: 'Shipped' })
    const sold = await owedFor(sale.orderId)
    const { status } = await admin.post(`/public/admin/orders/${sale.orderId}/refund-part`, {
      units: 1,
      bears: 'shop',
      left: 298,
      note: 'It is late.',
    })
    expect(status).toBe(200)
    expect(await owedFor(sale.orderId)).toBe(sold)
    return { orderId: sale.orderId, sold }
  }
  const { orderId, sold } = await refundedOnTheWay()
  await moveParcel(shop, orderId, { status: 'RTO' })
  const back = await owedFor(orderId)
  expect(back).toBeLessThan(sold)
  expect((await refund(orderId)).status).toBe(200)
  expect((await correct(orderId, 'lost')).status).toBe(200)
  expect(await owedFor(orderId)).toBe(sold)
  const brought = await refundedOnTheWay()
  for (const status of ['RTO', 'Delivered']) await moveParcel(shop, brought.orderId, { status })
  expect(await owedFor(brought.orderId)).toBe(brought.sold)
})

test('what was refunded as not received or lost and comes back is told, and the compensation is taken back', async () => {
  const missed = await moved('Shipped', 'Delivered')
  await missed.buyer.post(`/private/order/${missed.orderId}/not-received`, { words: 'Nothing came.' })
  const [claim] = (await admin.get('/public/admin/not-received')).body
  await admin.post(`/public/admin/not-received/${claim.id}/decide`, {
    decision: 'refund',
    note: 'No scan.',
  })
  const lost = await moved('Shipped', 12)
  expect((await refund(lost.orderId)).status).toBe(200)
  for (const { orderId } of [missed, lost]) {
    const compensated = await owedFor(orderId)
    await tellOfOrder(shop, orderId, { code: 10, at: new Date(Date.now() + 60_000) })
    expect((await parcelOf(shop, orderId)).attention).toBe(foundAfterRefund)
    expect((await correct(orderId, 'returned')).status).toBe(200)
    expect(await owedFor(orderId)).toBeLessThan(compensated)
    expect((await parcelOf(shop, orderId)).attention).toBeNull()
    expect((await correct(orderId, 'returned')).status).toBe(409)
  }
})

test('a word from before ‘it never left’ about a withdrawn parcel does not withdraw the next one', async () => {
  const { orderId, productId } = await stillThere(1)
  const [withdrawn] = await shop.db.query<{ id: string }>(sql`
    select s.id from shipment s join shipment_line l on l.shipment_id = s.id
    where l.order_id = ${orderId} and s.withdrawn_at is not null`)
  expect((await correct(orderId, 'never-left')).status).toBe(200)
  const { awb } = await untilBookedAnew(shop, orderId)
  const word = { code: 6, words: '', at: new Date(Date.now() - 60_000) }
  await applyEvent(shop.running.shop, kinds, withdrawn!.id, word, 'webhook')
  expect(await parcelOf(shop, orderId)).toMatchObject({ awb, status: 'processing', attention: null })
  expect(await shipmentsOf(orderId)).toBe(1)
  expect([await unitsOf(shop, productId), await owedFor(orderId)]).toEqual([3, 0])
})
