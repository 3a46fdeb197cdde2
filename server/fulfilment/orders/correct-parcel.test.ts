/** A person sets what really became of a parcel: order and money follow, both ways, once each (docs/money.md, Sales). */
import { expect, test } from 'vitest'
import { withCorrections } from '../../../tests/setup/corrections.ts'
import { buy, ordersOf } from '../../../tests/setup/buying.ts'
import { cancelPieces, liveAt } from '../../../tests/setup/cancelling.ts'
import { nightly } from '../../../tests/setup/nightly.ts'
import {
  moveParcel,
  parcelOf,
  sellBooked,
  sweepDueParcels,
  tellOfOrder,
  untilBooked,
  untilBookedAnew,
} from '../../../tests/setup/parcels.ts'
import { untilMailed } from '../../../tests/setup/mail-subjects.ts'
import { type Admin } from '../../../tests/setup/people.ts'
import { addProduct, customerWithCart, unitsOf } from '../../../tests/setup/products.ts'
import { courierFault, stopCourierFaults } from '../../../tests/setup/providers.ts'
import type { Sale } from '../../../tests/setup/sales.ts'
import { type Seller } from '../../../tests/setup/sellers.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let seller: Seller
let admin: Admin
const { ask, correct, refund, owedFor, moved } = withCorrections(
  (made) => void ({ shop, seller, admin } = made),
)

const textOf = async (email: string, subject: string): Promise<string> => {
  await untilMailed(shop, email, subject)
  return (await shop.mailSoFar(email)).find((mail) => mail.subject.includes(subject))!.text
}
/** What its buyer sees of an order: note, awaited day and why it cannot be cancelled on its card, and the last step of its page. */
async function shownTo({ buyer, orderId }: Sale) {
  const { number, promisedBy, cancellation } = (await ordersOf(buyer)).find(({ id }) => id === orderId)
  const { statusNote, steps } = (await buyer.get(`/private/order/page/${number}`)).body
  return { note: statusNote, promisedBy, reason: cancellation.reason, last: steps.at(-1) }
}
const promise = (orderId: string) =>
  shop.db.query(sql`
    update order_promise set transit_days = 4, promised_by = '2099-01-02', answered_at = now() where order_id = ${orderId}`)
const noteOf = async (reader: Seller | Admin, path: string, orderId: string) =>
  (await reader.get(path)).body.find(({ id }: any) => id === orderId).statusNote
const coming = /delivered to|on its way|take[sn]? it back|come[s]? back|hand over/i

test('a parcel that the courier loses: one mail each says what happens with the money, as card and page do', async () => {
  const sale = await moved('Shipped')
  const { buyer, orderId } = sale
  await promise(orderId)
  expect(await shownTo(sale)).toMatchObject({ promisedBy: '2099-01-02' })
  await moveParcel(shop, orderId, { code: 12 })
  const told = await textOf(buyer.email, 'parcel is lost')
  expect(told).toContain('what you paid for it goes back to you')
  expect(told).not.toMatch(coming)
  const { note, promisedBy, reason, last } = await shownTo(sale)
  expect(note).toContain('money goes back to')
  expect(promisedBy).toBeNull()
  expect(reason).not.toMatch(/return|delivery/)
  expect(last).toMatchObject({ title: 'Your parcel is lost', kind: 'problem' })
  expect(last.detail).toContain('what you paid for it goes back to you')
  const toSeller = await textOf(seller.email, 'parcel is lost')
  expect(toSeller).toContain('You are paid for it all the same')
  expect(toSeller).not.toMatch(coming)
  await tellOfOrder(shop, orderId, { code: 76, at: new Date(Date.now() + 60_000) })
  expect((await refund(orderId)).status).toBe(200)
  expect(await textOf(buyer.email, 'order is refunded')).toContain('Your parcel is lost. We are refunding')
  const refunded = await textOf(seller.email, 'order is refunded')
  expect(refunded).toContain('A parcel of yours is lost')
  expect(refunded).not.toMatch(/hand over|count them in/)
  expect(await noteOf(seller, '/private/order/get/seller', orderId)).toContain('You are paid')
  const mails = await shop.mailSoFar(buyer.email)
  expect(mails.filter(({ subject }) => subject.includes('lost'))).toHaveLength(1)
})

test('a delivered parcel that is set as lost reads as lost to everybody, and its buyer is told about the money', async () => {
  const sale = await moved('Shipped', 'Delivered')
  expect((await correct(sale.orderId, 'lost')).status).toBe(200)
  const told = await textOf(sale.buyer.email, 'News of')
  expect(told).toContain('Our team has found out that this parcel is lost.')
  expect(told).toContain('what you paid for it goes back to you')
  expect(told).not.toMatch(coming)
  const { note, last } = await shownTo(sale)
  expect(note).toContain('lost')
  expect(last).toMatchObject({ title: 'Our team has found out that the parcel is lost', kind: 'problem' })
  expect(await textOf(seller.email, 'News of')).toContain('You are paid for it all the same')
  expect(await noteOf(seller, '/private/order/get/seller', sale.orderId)).toContain('lost')
  expect(await noteOf(admin, '/public/admin/all-orders', sale.orderId)).toContain('refund the order')
})

test('a parcel that is lost on its way back to the seller reads as lost, not as coming back', async () => {
  const sale = await moved('Shipped', 'RTO', 12)
  expect((await shownTo(sale)).note).toContain('lost')
  expect(await noteOf(seller, '/private/order/get/seller', sale.orderId)).not.toMatch(coming)
})

test('goods that are lost on their way back after the refund are not called paid before a person has decided so', async () => {
  const { orderId } = await moved('Shipped', 'RTO')
  const refundedNote = async () => noteOf(seller, '/private/order/get/seller', orderId)
  expect((await refund(orderId)).status).toBe(200)
  expect(await refundedNote()).toContain('brings it back to you')
  await moveParcel(shop, orderId, { code: 12 })
  const lost = await refundedNote()
  expect(lost).toContain('our team decides what you are paid')
  expect(lost).not.toContain('You are paid')
  expect((await correct(orderId, 'lost')).status).toBe(200)
  expect(await refundedNote()).toContain('You are paid for it all the same')
  expect((await correct(orderId, 'delivered')).status).toBe(200)
  expect(await refundedNote()).toBeNull()
  expect((await correct(orderId, 'returned')).status).toBe(200)
  expect(await refundedNote()).toContain('brings it back to you')
})

test('of a refunded order the money of the seller follows each outcome, there and back, once each', async () => {
  const { orderId } = await moved('Shipped', 'RTO')
  const sold = await owedFor(orderId)
  expect((await refund(orderId)).status).toBe(200)
  const without = await owedFor(orderId)
  expect(without).toBeLessThan(sold)
  // Goods and money are both with the buyer, or the goods with nobody: the seller is paid.
  for (const [outcome, owed] of [
    ['delivered', sold],
    ['lost', sold],
    ['returned', without],
    ['lost', sold],
  ] as const) {
    expect((await correct(orderId, outcome)).status).toBe(200)
    expect([outcome, await owedFor(orderId)]).toEqual([outcome, owed])
  }
  expect((await parcelOf(shop, orderId)).status).toBe('refunded')
})

/** The courier carries all pieces, although its buyer has cancelled so many of them. */
async function carriedAllTheSame(cancelled: number): Promise<Sale> {
  const sale = await sellBooked(shop, seller, { units: 4, quantity: 2 })
  await courierFault(shop, 'shipments.cancel', 'refuse-422', { times: 1_000 })
  expect((await cancelPieces(sale, { units: cancelled })).status).toBe(200)
  for (const status of ['Shipped', 'Delivered']) await moveParcel(shop, sale.orderId, { status })
  return sale
}

const deliveredWhole = async () => {
  const sale = await sellBooked(shop, seller, { units: 4, quantity: 2 })
  for (const status of ['Shipped', 'Delivered']) await moveParcel(shop, sale.orderId, { status })
  return sale
}

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

for (const [cancelled, when] of [
  [
    2,
    nightly('All pieces instead of some. That the seller is paid is proved of one of two pieces each time.'),
  ],
  [1, {}],
] as const)
  test(
    `a withdrawn parcel of which ${cancelled} of 2 pieces were cancelled was delivered: it is the one of its order, no second one is sent, and its seller is paid`,
    when,
    async () => {
      const { orderId, productId } = await stillThere(cancelled)
      expect((await correct(orderId, 'delivered')).status).toBe(200)
      expect(await parcelOf(shop, orderId)).toMatchObject({
        status: cancelled === 2 ? 'refunded' : 'completed',
        attention: null,
      })
      expect(await unitsOf(shop, productId)).toBe(2)
      const sold = await owedFor((await deliveredWhole()).orderId)
      expect(Math.abs((await owedFor(orderId)) - sold)).toBeLessThanOrEqual(1)
      await stopCourierFaults(shop)
      await sweepDueParcels(shop, orderId)
      expect(await liveAt(shop, orderId)).toHaveLength(1)
      expect(await shipmentsOf(orderId)).toBe(0)
    },
  )
/** Shipments of an order that wait or are still to be cancelled. */
const shipmentsOf = async (orderId: string) =>
  (
    await shop.db.query<any>(sql`
      select count(*)::int as n from shipment_line l join shipment s on s.id = l.shipment_id
      where l.order_id = ${orderId} and s.ended_at is null`)
  )[0].n

test('a withdrawn parcel never left: what is left of the order is sent, and nothing else changes', async () => {
  const { orderId, productId } = await stillThere(1)
  expect((await correct(orderId, 'never-left')).status).toBe(200)
  const row = await untilBookedAnew(shop, orderId)
  expect(row).toMatchObject({ status: 'processing', attention: null })
  expect(await unitsOf(shop, productId)).toBe(3)
  expect(await owedFor(orderId)).toBe(0)
})

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

for (const [orders, cancelled, shares, when] of [
  [
    'two cancelled orders',
    2,
    [2_500, 2_500],
    nightly('Two cancelled orders. One of two pays the parcel once each time.'),
  ],
  ['a cancelled order and one that goes on', 1, [5_000, 0], {}],
] as const)
  test(`${orders} that travel in one parcel pay it once`, when, async () => {
    const { first, second } = await twoTogether()
    await courierFault(shop, 'shipments.cancel', 'refuse-422', { times: 1_000 })
    for (const sale of cancelled === 2 ? [first, second] : [second])
      expect((await cancelPieces(sale)).status).toBe(200)
    const name = first.orderId
    await moveParcel(shop, name, { status: 'Shipped' })
    expect((await correct(name, 'lost')).status).toBe(200)
    expect([await shippingOf(first.orderId), await shippingOf(second.orderId)]).toEqual(shares)
  })

test('what never left after all is charged to nobody, and its pieces are on sale again; and there and back', async () => {
  const { orderId, productId } = await carriedAllTheSame(1)
  expect(await unitsOf(shop, productId)).toBe(2)
  const sold = await owedFor(orderId)
  expect(await shippingOf(orderId)).toBe(5_000)
  for (const turn of [1, 2]) {
    expect((await correct(orderId, 'never-left')).status).toBe(200)
    expect([turn, await shippingOf(orderId), await unitsOf(shop, productId)]).toEqual([turn, 0, 3])
    expect((await correct(orderId, 'delivered')).status).toBe(200)
    expect([turn, await shippingOf(orderId), await unitsOf(shop, productId)]).toEqual([turn, 5_000, 2])
    expect(await owedFor(orderId)).toBeGreaterThan(sold)
  }
  expect((await correct(orderId, 'never-left')).status).toBe(200)
  expect((await refund(orderId)).status).toBe(200)
  expect([await owedFor(orderId), await shippingOf(orderId)]).toEqual([0, 0])
  expect(await unitsOf(shop, productId)).toBe(4)
  // It arrives after the refund: the shop bears the goods, the seller the way, and the stock lacks them.
  await tellOfOrder(shop, orderId, { code: 7, at: new Date(Date.now() + 60_000) })
  expect(await unitsOf(shop, productId)).toBe(2)
  expect(await shippingOf(orderId)).toBe(5_000)
})

test('words from before the correction change nothing; what happens afterwards does', async () => {
  const { orderId } = await moved('Shipped')
  expect((await correct(orderId, 'returned')).status).toBe(200)
  await tellOfOrder(shop, orderId, { code: 7, at: new Date(Date.now() - 60_000) })
  expect(await parcelOf(shop, orderId)).toMatchObject({
    status: 'cancelled',
    shipmentStatus: 'RTO',
    code: 10,
  })
  await tellOfOrder(shop, orderId, { code: 7, at: new Date(Date.now() + 60_000) })
  expect(await parcelOf(shop, orderId)).toMatchObject({ status: 'completed', shipmentStatus: 'Delivered' })
})

test('an order without a parcel, an unknown one, and a form without evidence are refused', async () => {
  expect((await ask('00000000-0000-7000-8000-000000000000', 'lost')).status).toBe(404)
  const { orderId } = await moved()
  expect((await ask(orderId, 'gone')).status).toBe(400)
})
