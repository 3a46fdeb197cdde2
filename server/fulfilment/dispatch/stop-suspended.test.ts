/** Parcels of a suspended seller are stopped; an administrator releases them, or they are refunded. */
import { expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { buy, eventually } from '../../../tests/setup/buying.ts'
import {
  moveParcel,
  parcelOf,
  parcelsAtCourier,
  sweepParcels,
  untilBooked,
  untilBookedAnew,
  untilNoneBooks,
} from '../../../tests/setup/parcels.ts'
import { type Admin, auditOf } from '../../../tests/setup/people.ts'
import { addProduct, customerWithCart, putInCart } from '../../../tests/setup/products.ts'
import { courierLedger } from '../../../tests/setup/providers.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { refundStopped, stopSuspended } from './stop-suspended.ts'

let shop: TestShop
let admin: Admin
withShop({ courier: true }, (made) => void ({ shop, admin } = made))

const suspend = async ({ id }: Seller) => {
  expect((await admin.post(`/public/admin/accounts/${id}/suspend`, { reason: 'Sold copies' })).status).toBe(
    200,
  )
  await stopSuspended(shop.running.shop)
}
const release = (orderId: string) =>
  admin.post(`/public/admin/orders/${orderId}/release`, { note: 'The seller has packed it.' })
const rowOf = async (orderId: string) => (await admin.get(`/public/admin/all-orders?q=${orderId}`)).body[0]
const liveAtCourier = async (orderId: string) =>
  (await courierLedger(shop)).parcels.filter((one: any) => one.id.startsWith(orderId) && !one.cancelled)

/** One that is booked, and one that waits for its seller. */
async function twoOrders() {
  const seller = await addSeller(shop)
  const { orderId: booked } = await sellOne(shop, seller)
  await untilBooked(shop, booked)
  const profile = (await seller.get('/private/profile')).body
  await seller.post('/private/profile/edit-seller', { ...profile, booksWhenReady: true })
  const { orderId: waiting } = await sellOne(shop, seller)
  await untilNoneBooks(shop)
  return { seller, booked, waiting }
}

test('what the courier has not fetched is withdrawn, flagged with its day, and refunded after three days', async () => {
  const { seller, booked, waiting } = await twoOrders()
  const { orderId: gone } = await sellOne(shop, seller)
  const [{ id }] = (await seller.get('/private/shipments')).body.filter(
    ({ orders }: any) => orders[0].id === gone,
  )
  await seller.post('/private/shipments/ready', { shipments: [{ id }] })
  await untilBooked(shop, gone)
  await moveParcel(shop, gone, { status: 'Shipped' })
  await suspend(seller)
  for (const orderId of [booked, waiting]) {
    const row = await rowOf(orderId)
    expect(row.needsAttention).toContain('The seller is suspended')
    expect(Date.parse(row.stoppedUntil) - Date.now()).toBeGreaterThan(2.9 * 86_400_000)
  }
  expect(await rowOf(gone)).toMatchObject({ needsAttention: null, stoppedUntil: null })
  await eventually(
    async () => {
      await sweepParcels(shop.running.shop)
      return liveAtCourier(booked)
    },
    (live) => live.length === 0,
  )
  // Nothing is booked meanwhile, and nothing is refunded too early.
  await stopSuspended(shop.running.shop)
  await refundStopped(shop.running.shop)
  expect((await parcelOf(shop, waiting)).status).toBe('pending')
  expect(await parcelsAtCourier(shop, waiting)).toEqual([])
  await shop.db.query(sql`
    update shipment set stopped_at = stopped_at - interval '3 days 1 minute' where stopped_at is not null`)
  await Promise.all([refundStopped(shop.running.shop), refundStopped(shop.running.shop)])
  for (const orderId of [booked, waiting]) expect((await parcelOf(shop, orderId)).status).toBe('refunded')
  expect((await parcelOf(shop, gone)).status).toBe('shipped')
  expect(await liveAtCourier(waiting)).toEqual([])
})

test(
  'an administrator releases one: it is booked though its seller is suspended, and is not stopped again',
  nightly('What follows after a stop. That parcels are stopped is proved above each time.'),
  async () => {
    const { seller, booked, waiting } = await twoOrders()
    expect((await release(waiting)).status).toBe(409)
    await suspend(seller)
    expect((await release(waiting)).status).toBe(200)
    await untilBooked(shop, waiting)
    await stopSuspended(shop.running.shop)
    expect(await rowOf(waiting)).toMatchObject({
      needsAttention: null,
      stoppedUntil: null,
      awbNumber: expect.any(String),
    })
    expect((await auditOf(admin, { act: 'parcel-released' }))[0]).toMatchObject({
      note: 'The seller has packed it.',
    })
    // Of the one that was booked, the next is booked once the courier has cancelled the first.
    expect((await release(booked)).status).toBe(200)
    await untilBookedAnew(shop, booked)
    expect(await liveAtCourier(booked)).toHaveLength(1)
    expect((await release(booked)).status).toBe(409)
    expect((await release('01890000-0000-7000-8000-000000000000')).status).toBe(404)
  },
)

test(
  'once the seller is back, their parcels go on as they chose',
  nightly('The end of a suspension. That parcels are stopped is proved above each time.'),
  async () => {
    const { seller, booked, waiting } = await twoOrders()
    await suspend(seller)
    await admin.post(`/public/admin/accounts/${seller.id}/reinstate`, { reason: 'A mistake of ours' })
    await stopSuspended(shop.running.shop)
    for (const orderId of [booked, waiting])
      expect(await rowOf(orderId)).toMatchObject({ needsAttention: null, stoppedUntil: null })
    await seller.post('/auth/login', { email: seller.email, password: 'green-and-secret' })
    const list = (await seller.get('/private/shipments')).body
    expect(list.map(({ waitsForSeller }: any) => waitsForSeller)).toEqual([true, true])
  },
)

test(
  'what was packed and not booked is to be said ready again once its seller is back',
  nightly('What follows after a stop. That parcels are stopped is proved above each time.'),
  async () => {
    const { seller, waiting } = await twoOrders()
    const { id } = (await seller.get('/private/shipments')).body.find(
      ({ orders }: any) => orders[0].id === waiting,
    )
    // As while a bank disputes the payment, or another parcel of the same pieces has to be cancelled first.
    await shop.db.query(sql`update shipment set ready_at = now(), packed_at = now() where id = ${id}`)
    await suspend(seller)
    await admin.post(`/public/admin/accounts/${seller.id}/reinstate`, { reason: 'A mistake of ours' })
    await stopSuspended(shop.running.shop)
    await seller.post('/auth/login', { email: seller.email, password: 'green-and-secret' })
    expect((await seller.get('/private/shipments')).body.map((one: any) => one.id)).toContain(id)
    expect((await seller.post('/private/shipments/ready', { shipments: [{ id }] })).body).toEqual({
      ready: [id],
    })
    await untilBooked(shop, waiting)
  },
)

test(
  'the clock and the release of a parcel go on when pieces of it are cancelled',
  nightly('What follows after a stop. That parcels are stopped is proved above each time.'),
  async () => {
    const seller = await addSeller(shop)
    const buyer = await customerWithCart(shop, [])
    for (let count = 0; count < 3; count += 1) await putInCart(buyer, (await addProduct(shop, { seller })).id)
    const { body: orders } = await buy(shop, buyer)
    const [first, second, third] = orders.map(({ id }: any) => id)
    await untilBooked(shop, third)
    await suspend(seller)
    const day = sql`interval '1 day'`
    await shop.db.query(
      sql`update shipment set stopped_at = stopped_at - 2 * ${day} where stopped_at is not null`,
    )
    expect((await buyer.post(`/private/order/cancel/${first}`)).status).toBe(200)
    expect(Date.parse((await rowOf(second)).stoppedUntil) - Date.now()).toBeLessThan(1.1 * 86_400_000)
    expect((await release(second)).status).toBe(200)
    expect((await buyer.post(`/private/order/cancel/${second}`)).status).toBe(200)
    await stopSuspended(shop.running.shop)
    expect(await rowOf(third)).toMatchObject({ needsAttention: null, stoppedUntil: null })
    await untilBookedAnew(shop, third)
  },
)

test('what is bought while its seller is being suspended is stopped from the beginning', async () => {
  const seller = await addSeller(shop)
  const { orderId } = await sellOne(shop, seller)
  await untilBooked(shop, orderId)
  await suspend(seller)
  const [row] = await shop.db.query<any>(sql`
    select s.stopped_at is not null as stopped, s.ready_at, s.check_at from order_shipment o join shipment s on s.id = o.id
    where o.order_id = ${orderId}`)
  expect(row).toEqual({ stopped: true, ready_at: null, check_at: null })
})
