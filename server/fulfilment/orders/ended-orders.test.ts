/** An order that ended without a delivery reads the same for everybody, and each refund is a line of its own (specification §2, §4). */
// @module-tag nightly: Each end of an order as three people read it. cancel-order.test.ts and refund-order.test.ts prove both ends each time.
import { beforeEach, expect, test } from 'vitest'
import { eventually } from '../../../tests/setup/buying.ts'
import { cancelPieces } from '../../../tests/setup/cancelling.ts'
import { paymentOf, raiseDispute, untilDispute } from '../../../tests/setup/disputes.ts'
import { moveParcel, sellBooked, untilParcel } from '../../../tests/setup/parcels.ts'
import { type Admin } from '../../../tests/setup/people.ts'
import { paymentFault, resetPayments } from '../../../tests/setup/providers.ts'
import { orderCard } from '../../../tests/setup/returns.ts'
import type { Sale } from '../../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { sweepRefunds } from '../../money/payments/sweep-refunds.ts'

let shop: TestShop
let admin: Admin
let seller: Seller
withShop({ courier: true }, (made) => void ({ shop, admin } = made))
beforeEach(async () => void (seller = await addSeller(shop)))

const ofSeller = async (query: string): Promise<any[]> =>
  (await seller.get(`/private/order/get/seller?${query}`)).body
const ofAdmin = async (query: string): Promise<any[]> =>
  (await admin.get(`/public/admin/all-orders?sellerEmail=${seller.email}&${query}`)).body
const ids = (orders: { id: string }[]) => orders.map(({ id }) => id)

/** The order as its buyer, its seller and the administrator read it. */
async function readers({ orderId, buyer }: Sale): Promise<any[]> {
  const [sellers] = await ofSeller(`search=${orderId}`)
  const [admins] = await ofAdmin(`q=${orderId}`)
  return [await orderCard(buyer, orderId), sellers, admins]
}

const untilRefunded = (sale: Sale) =>
  eventually(
    () => orderCard(sale.buyer, sale.orderId),
    ({ refunds }) => refunds.length > 0 && refunds.every((one: any) => one.state === 'done'),
  )

/** Time passes, and the refunds that the provider did not take are sent again. */
async function sendRefundsAgain(): Promise<void> {
  await resetPayments(shop)
  await shop.db.query(sql`update refund set updated_at = now() - interval '1 hour' where state = 'scheduled'`)
  await sweepRefunds(shop.running.shop)
}

test('a wholly cancelled order reads cancelled for everybody until its refund is made, then refunded, and its seller keeps it', async () => {
  await paymentFault(shop, 'refunds.create', 'error-500', { times: 1_000 })
  const sale = await sellBooked(shop, seller, { quantity: 2, units: 2, pricePaise: 12_345 })
  const { body } = await cancelPieces(sale)
  for (const order of [body, ...(await readers(sale))])
    expect(order).toMatchObject({
      status: 'cancelled',
      shipmentStatus: 'Cancelled',
      shipmentLabelUrl: null,
      trackingUrl: null,
      refunds: [{ amount: 246.9, reason: 'cancelled', state: 'under-way', note: null }],
    })
  const [, sellers] = await readers(sale)
  expect(sellers.statusNote).toBe('This order was cancelled: please do not hand over its parcel.')
  expect(ids(await ofSeller(''))).toEqual([sale.orderId])
  expect(ids(await ofSeller(`search=${sellers.number}`))).toEqual([sale.orderId])
  expect(ids(await ofSeller('status=Cancelled'))).toEqual([sale.orderId])
  expect(ids(await ofSeller('status=Refunded'))).toEqual([sale.orderId])
  expect(await ofSeller('status=Pending')).toEqual([])
  expect(ids(await ofAdmin('status=cancelled'))).toEqual([sale.orderId])
  expect(await ofAdmin('status=refunded')).toEqual([])

  await sendRefundsAgain()
  await untilRefunded(sale)
  for (const order of await readers(sale))
    expect(order).toMatchObject({
      status: 'refunded',
      shipmentStatus: 'Cancelled',
      refunds: [{ state: 'done' }],
    })
  expect(ids(await ofAdmin('status=refunded'))).toEqual([sale.orderId])
  // It is found under the word of its badge, too.
  expect(ids(await ofAdmin('status=cancelled'))).toEqual([sale.orderId])
  expect(ids(await ofSeller('status=Cancelled'))).toEqual([sale.orderId])
})

test.each([['RTO'], ['Cancelled']])(
  "a parcel with the courier's end %s keeps this word after the refund, which is a line of its own; only administrators read what was typed",
  async (word) => {
    const sale = await sellBooked(shop, seller, { pricePaise: 10_000 })
    await untilParcel(shop, sale.orderId, (row) => row.labelUrl !== null)
    await moveParcel(shop, sale.orderId, { status: word })
    await untilParcel(shop, sale.orderId, (row) => row.status === 'cancelled')
    const ended = await readers(sale)
    for (const order of ended)
      expect(order).toMatchObject({ status: 'cancelled', shipmentStatus: word, refunds: [] })
    // Nothing is to be handed over with the label of a cancelled parcel.
    const labels = ended.filter(({ shipmentLabelUrl }) => shipmentLabelUrl !== null)
    expect(labels).toHaveLength(word === 'Cancelled' ? 0 : 2)
    const note = 'Nobody was at home.'
    expect((await admin.post(`/public/admin/orders/${sale.orderId}/refund`, { note })).status).toBe(200)
    await untilRefunded(sale)
    const [buyers, sellers, admins] = await readers(sale)
    const line = { amount: 100, reason: 'not-delivered', state: 'done' }
    for (const order of [buyers, sellers])
      expect(order).toMatchObject({
        status: 'refunded',
        shipmentStatus: word,
        refunds: [{ ...line, note: null }],
      })
    expect(admins).toMatchObject({ shipmentStatus: word, refunds: [{ ...line, note }] })
    expect(Date.parse(admins.refunds[0].at)).toBeGreaterThan(Date.now() - 60_000)
    expect(sellers.statusNote).toContain(word === 'RTO' ? 'brings it back to you' : 'do not hand over')
    expect(ids(await ofSeller(`status=${word}`))).toEqual([sale.orderId])
    expect(ids(await ofAdmin('status=cancelled'))).toEqual([sale.orderId])
  },
)

test('each partial refund is a line, and the lines add up to what is not left', async () => {
  const sale = await sellBooked(shop, seller, { quantity: 3, units: 3, pricePaise: 10_000 })
  await cancelPieces(sale, { units: 1 })
  await untilParcel(shop, sale.orderId, (row) => row.labelUrl !== null)
  await moveParcel(shop, sale.orderId, { status: 'Delivered' })
  const part = { amount: 49.5, bears: 'shop', left: 200, note: 'A scratched cup.' }
  expect((await admin.post(`/public/admin/orders/${sale.orderId}/refund-part`, part)).status).toBe(200)
  const [buyers, , admins] = await readers(sale)
  expect(buyers.refunds).toMatchObject([
    { amount: 100, reason: 'cancelled', note: null },
    { amount: 49.5, reason: 'goodwill', note: null },
  ])
  expect(admins.refunds[1].note).toBe('A scratched cup.')
  expect(buyers.cancellation.leftAmount).toBe(150.5)
  expect(ids(await ofSeller('status=Refunded'))).toEqual([sale.orderId])
})

test("what was refunded at the provider before is the order's line, too", async () => {
  const sale = await sellBooked(shop, seller, { quantity: 2, units: 2, pricePaise: 10_000 })
  const paymentId = await paymentOf(shop, sale.orderId)
  await shop.kit(`/sandbox/payments/refunds/${paymentId}`, { amount: 20_000 })
  await eventually(
    () => shop.db.query(sql`select from refund where payment_id = ${paymentId}`),
    (rows) => rows.length === 1,
  )
  await cancelPieces(sale)
  await untilRefunded(sale)
  for (const order of await readers(sale))
    expect(order).toMatchObject({
      status: 'refunded',
      shipmentStatus: 'Cancelled',
      refunds: [{ amount: 200, reason: 'at-provider', state: 'done' }],
    })
})

test("a refund that waits for the bank's dispute says so, and promises no days", async () => {
  await paymentFault(shop, 'refunds.create', 'error-500', { times: 1_000 })
  const sale = await sellBooked(shop, seller)
  await cancelPieces(sale)
  const paymentId = await paymentOf(shop, sale.orderId)
  await raiseDispute(shop, paymentId)
  await untilDispute(shop, paymentId, 'open')
  const [buyers, , admins] = await readers(sale)
  expect(buyers).toMatchObject({ status: 'cancelled', refunds: [{ state: 'waiting' }] })
  expect(buyers.statusNote).toBe(
    'You cancelled this order. Your bank disputes the payment, so the refund waits until the bank has decided; there is nothing you need to do.',
  )
  expect(admins.statusNote).toContain('waits for the bank')
})
