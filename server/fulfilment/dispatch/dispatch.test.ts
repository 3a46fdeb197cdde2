/** A seller decides when a parcel leaves, and sees what is to be packed. */
import { expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { buy } from '../../../tests/setup/buying.ts'
import { cancelPieces } from '../../../tests/setup/cancelling.ts'
import { fifty } from '../../../tests/setup/fifty.ts'
import {
  bookParcelOf,
  courierWebhook,
  moveParcel,
  parcelOf,
  parcelsAtCourier,
  sweepParcels,
  untilBooked,
  untilBookedAnew,
  untilNoneBooks,
} from '../../../tests/setup/parcels.ts'
import { addAdmin } from '../../../tests/setup/people.ts'
import { addProduct, customerWithCart } from '../../../tests/setup/products.ts'
import { courierLedger } from '../../../tests/setup/providers.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'
import { addDays, dayOf } from '../../platform/calendar.ts'
import { sql } from '../../platform/db/sql.ts'
import { notPacked } from '../orders/refund-rules.ts'
import { flagUnpacked } from './flag-unpacked.ts'

let shop: TestShop
withShop({ courier: true }, (made) => void ({ shop } = made))

/** A seller who says when a parcel is ready. */
async function patientSeller(): Promise<Seller> {
  const seller = await addSeller(shop)
  const profile = (await seller.get('/private/profile')).body
  const { status } = await seller.post('/private/profile/edit-seller', { ...profile, booksWhenReady: true })
  expect(status).toBe(200)
  return seller
}
const list = async (seller: Seller, tab: string): Promise<any[]> => {
  const { status, body } = await seller.get(`/private/shipments?tab=${tab}`)
  expect(status).toBe(200)
  return body
}
const ready = (seller: Seller, shipments: object[]) => seller.post('/private/shipments/ready', { shipments })
const size = { weightGrams: 640, lengthCm: 22, widthCm: 14.5, heightCm: 9 }

test('a parcel that its seller has not packed by its day is told to an administrator on the next, who can refund it', async () => {
  const seller = await patientSeller()
  const admin = await addAdmin(shop)
  const [late, packed] = [await sellOne(shop, seller), await sellOne(shop, seller)]
  const { orderId: fresh } = await sellOne(shop, seller)
  await untilNoneBooks(shop)
  const refund = () => admin.post(`/public/admin/orders/${late.orderId}/refund`, { note: 'Never sent.' })
  expect((await refund()).status).toBe(409)
  // Their hand-over was promised for yesterday, and that of the third one for today.
  const promised = (orderId: string, daysAgo: number) =>
    shop.db.query(sql`
      insert into order_promise (order_id, handling_days, transit_days, hand_over_by, promised_by, answered_at)
      values (${orderId}, 2, 3, ${addDays(dayOf(new Date()), -daysAgo)}, ${addDays(dayOf(new Date()), 3)}, now())
      on conflict (order_id) do update set hand_over_by = excluded.hand_over_by`)
  for (const { orderId } of [late, packed]) await promised(orderId, 1)
  await promised(fresh, 0)
  const { orderId: unpromised } = await sellOne(shop, seller)
  await shop.db.query(sql`delete from order_promise where order_id = ${unpromised}`)
  await shop.db.query(
    sql`update orders set created_at = created_at - interval '4 days' where id = ${unpromised}`,
  )
  await flagUnpacked(shop.running.shop)
  await flagUnpacked(shop.running.shop)
  expect((await parcelOf(shop, late.orderId)).attention).toBe(notPacked)
  expect((await parcelOf(shop, fresh)).attention).toBeNull()
  expect((await parcelOf(shop, unpromised)).attention).toBe(notPacked)
  const { id } = (await list(seller, 'to-pack')).find(({ orders }) => orders[0].id === packed.orderId)
  expect((await ready(seller, [{ id }])).status).toBe(200)
  expect((await parcelOf(shop, packed.orderId)).attention).toBeNull()
  expect((await refund()).status).toBe(200)
  expect((await parcelOf(shop, late.orderId)).status).toBe('refunded')
})

test('a parcel of a seller who says when it is ready is booked then, with what they measured', async () => {
  const seller = await patientSeller()
  expect((await seller.get('/private/profile')).body.booksWhenReady).toBe(true)
  const { orderId } = await sellOne(shop, seller, { quantity: 2 })
  await untilNoneBooks(shop)
  await sweepParcels(shop.running.shop)
  await bookParcelOf(shop, orderId)
  expect(await parcelsAtCourier(shop, orderId)).toEqual([])
  expect(await parcelOf(shop, orderId)).toMatchObject({ status: 'pending', checkAt: null })
  const [waiting, ...more] = await list(seller, 'to-pack')
  expect(more).toEqual([])
  expect(waiting).toMatchObject({ isPacked: false, waitsForSeller: true, hasLabel: false })
  // Two pieces of 20 g and 20 × 2 × 2 cm.
  expect(waiting.size).toEqual({ weightGrams: 40, lengthCm: 20, widthCm: 2, heightCm: 4 })
  expect(waiting.orders.map(({ id }: any) => id)).toEqual([orderId])
  expect((await ready(seller, [{ id: waiting.id, size }])).body).toEqual({ ready: [waiting.id] })
  await untilBooked(shop, orderId)
  const [parcel, ...others] = await parcelsAtCourier(shop, orderId)
  expect(others).toEqual([])
  expect(parcel.form).toMatchObject({ weight: 0.64, length: 22, breadth: 14.5, height: 9 })
  expect(await list(seller, 'to-pack')).toEqual([])
  const [packed] = await list(seller, 'ready')
  expect(packed).toMatchObject({ id: waiting.id, isPacked: true, waitsForSeller: false, size })
  await moveParcel(shop, orderId, { status: 'Shipped' })
  expect(await list(seller, 'ready')).toEqual([])
  const handedOver = await seller.get('/private/order/get/seller?tab=handed-over')
  expect(handedOver.body.map(({ id }: any) => id)).toEqual([orderId])
})

test('a word of the courier about a parcel that was cancelled before its seller made it ready is taken', async () => {
  const { orderId, buyer } = await sellOne(shop, await patientSeller())
  expect((await cancelPieces({ buyer, orderId })).status).toBe(200)
  const body = { order_id: orderId, awb: null, current_status: 'In Transit', shipment_status_id: 18 }
  expect((await courierWebhook(shop, body)).status).toBe(200)
  expect(await parcelsAtCourier(shop, orderId)).toEqual([])
})

test('a size far from that of the products is asked about once, and stored as soon as its seller is sure', async () => {
  const seller = await patientSeller()
  await sellOne(shop, seller)
  const [{ id, orders }] = await list(seller, 'to-pack')
  for (const unlikely of [
    { ...size, weightGrams: 5_000 },
    { ...size, weightGrams: 9 },
    { ...size, lengthCm: 90 },
  ]) {
    const { status, body } = await ready(seller, [{ id, size: unlikely }])
    expect([status, body.msg]).toEqual([
      400,
      expect.stringContaining(`Really? Parcel ${orders[0].number} has`),
    ])
  }
  expect((await list(seller, 'to-pack')).length).toBe(1)
  const sure = { ...size, weightGrams: 5_000 }
  expect((await ready(seller, [{ id, size: sure, isSure: true }])).status).toBe(200)
  expect((await list(seller, 'ready'))[0].size).toEqual(sure)
})

test('without a size that of the products counts; what is booked at once keeps its own', async () => {
  const seller = await addSeller(shop)
  const { orderId } = await sellOne(shop, seller)
  await untilBooked(shop, orderId)
  const [booked] = await list(seller, 'to-pack')
  expect(booked).toMatchObject({ waitsForSeller: false, isPacked: false, hasLabel: true })
  expect((await ready(seller, [{ id: booked.id, size }])).status).toBe(200)
  expect((await list(seller, 'ready'))[0]).toMatchObject({ id: booked.id, size: { weightGrams: 20 } })
  const patient = await patientSeller()
  const { orderId: second } = await sellOne(shop, patient)
  const [waiting] = await list(patient, 'to-pack')
  expect((await ready(patient, [{ id: waiting.id }])).status).toBe(200)
  await untilBooked(shop, second)
  expect((await parcelsAtCourier(shop, second))[0].form).toMatchObject({ weight: 0.02, length: 20 })
})

test('three products bought at one time are one shipment in the list', async () => {
  const seller = await patientSeller()
  const products = []
  for (let n = 0; n < 3; n += 1) products.push(await addProduct(shop, { seller, units: 5 }))
  const buyer = await customerWithCart(shop, products)
  expect((await buy(shop, buyer)).status).toBe(200)
  const { orderId: later } = await sellOne(shop, seller)
  const shipments = await list(seller, 'to-pack')
  expect(shipments.map(({ orders }) => orders.length)).toEqual([3, 1])
  expect(shipments[1].orders[0].id).toBe(later)
  const { body, headers } = await seller.get('/private/shipments?tab=to-pack&limit=1')
  expect([body[0].id, headers.get('x-total-count')]).toEqual([shipments[0].id, '2'])
  const next = /<([^>]+)>/.exec(headers.get('link') ?? '')?.[1] ?? ''
  expect((await seller.get(next)).body.map(({ id }: any) => id)).toEqual([shipments[1].id])
})

test('late ones are marked and counted; what the courier stopped needs attention', async () => {
  const seller = await addSeller(shop)
  const { orderId } = await sellOne(shop, seller)
  await untilBooked(shop, orderId)
  await shop.db.query(sql`
    insert into order_promise (order_id, handling_days, transit_days, hand_over_by, promised_by, answered_at)
    values (${orderId}, 2, 3, '2026-01-02', '2026-01-05', now())
    on conflict (order_id) do update set hand_over_by = '2026-01-02'`)
  expect((await list(seller, 'to-pack'))[0]).toMatchObject({ handOverBy: '2026-01-02', isLate: true })
  const counts = async () => (await seller.get('/private/shipments/counts')).body
  expect(await counts()).toEqual({ toPack: 1, late: 1, ready: 0, attention: 0 })
  await moveParcel(shop, orderId, { status: 'Cancelled' })
  expect(await counts()).toEqual({ toPack: 0, late: 0, ready: 0, attention: 1 })
  const stopped = await seller.get('/private/order/get/seller?tab=attention')
  expect(stopped.body.map(({ id }: any) => id)).toEqual([orderId])
})

test("another seller's shipment is not there, and neither is an unknown one; a wrong size and 51 are refused", async () => {
  const seller = await patientSeller()
  await sellOne(shop, seller)
  const [{ id }] = (await list(seller, 'to-pack')) as [any]
  const other = await addSeller(shop)
  const theirs = await ready(other, [{ id }])
  expect(theirs.status).toBe(404)
  expect((await ready(other, [{ id: '01890000-0000-7000-8000-000000000000' }])).body).toEqual(theirs.body)
  expect(await list(other, 'to-pack')).toEqual([])
  expect((await ready(seller, [])).status).toBe(400)
  expect(
    (
      await ready(
        seller,
        Array.from({ length: 51 }, () => ({ id })),
      )
    ).status,
  ).toBe(400)
  for (const wrong of [{ weightGrams: 0 }, { lengthCm: 0.4 }, { heightCm: 1_001 }, { widthCm: '5' }])
    expect((await ready(seller, [{ id, size: { ...size, ...wrong } }])).status).toBe(400)
  expect((await seller.get('/private/shipments?tab=elsewhere')).status).toBe(400)
})

test(
  'ready in fifty tabs at once is one booking',
  nightly('A race of fifty. Ready books a parcel once in the tests above each time.'),
  async () => {
    const seller = await patientSeller()
    const { orderId } = await sellOne(shop, seller)
    const { orderId: second } = await sellOne(shop, seller)
    const ids = (await list(seller, 'to-pack')).map(({ id }) => ({ id }))
    // In turn in both orders of the list.
    const answers = await fifty(
      () => ready(seller, ids),
      () => ready(seller, ids.toReversed()),
    )
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
    for (const id of [orderId, second]) {
      await untilBookedAnew(shop, id)
      expect(await parcelsAtCourier(shop, id)).toHaveLength(1)
    }
    expect((await courierLedger(shop)).repeats).toBe(0)
  },
)

test(
  'what is cancelled while its seller says ready is either booked for the rest, or not at all',
  nightly(
    'A race in rounds. cannot-deliver.test.ts and cancel-order.test.ts prove what is booked for the rest each time.',
  ),
  async () => {
    const seller = await patientSeller()
    for (let round = 0; round < 3; round += 1) {
      const { orderId, buyer } = await sellOne(shop, seller, { quantity: 3, units: 5 })
      const [{ id }] = (await list(seller, 'to-pack')) as [any]
      await fifty(
        () => ready(seller, [{ id, size }]),
        () => buyer.post(`/private/order/cancel/${orderId}`, { units: 1, of: 3 }),
      )
      await untilNoneBooks(shop)
      const [row] = await shop.db.query<any>(sql`
      select o.cancelled_units as cancelled, s.units, s.ready_at is null as waits
      from orders o join order_shipment l on l.order_id = o.id join shipment s0 on s0.id = l.id
      cross join lateral (select l.units, s0.ready_at) s where o.id = ${orderId}`)
      // The one with the rest waits until it is packed again.
      expect(row).toEqual({ cancelled: 1, units: 2, waits: true })
      const waiting = (await list(seller, 'to-pack')).at(-1)
      expect((await ready(seller, [{ id: waiting.id }])).status).toBe(200)
      await untilBookedAnew(shop, orderId)
      const live = (await courierLedger(shop)).parcels.filter(
        (parcel: any) => parcel.id.startsWith(orderId) && !parcel.cancelled && parcel.awb,
      )
      expect(live).toHaveLength(1)
      expect(live[0].form.order_items[0].units).toBe(2)
    }
  },
)

test('the tabs are read from indexes', async () => {
  const plan = async (condition: ReturnType<typeof sql>) =>
    JSON.stringify(
      await shop.db.transaction(async (tx) => {
        await tx.query(sql`set local enable_seqscan = off`)
        return tx.query(sql`explain ${condition}`)
      }),
    )
  const seller = '01890000-0000-7000-8000-000000000000'
  expect(
    await plan(sql`select id from shipment where seller_id = ${seller} and kind = 'forward' and handed_over_at is null
      and withdrawn_at is null and ended_at is null`),
  ).toContain('shipment_to_hand_over')
  expect(
    await plan(sql`select id from orders o where seller_id = ${seller} and o.status in ('shipped', 'completed')
      order by id desc limit 20`),
  ).toContain('orders_by_seller_handed_over')
  expect(
    await plan(sql`select count(*) from orders o where o.seller_id = ${seller}
      and (o.status = 'cancelled' or o.needs_attention is not null and o.status in ('pending', 'processing', 'shipped'))`),
  ).toContain('orders_by_seller_attention')
})
