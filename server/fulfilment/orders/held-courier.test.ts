/** What the courier says while the shop is held is applied after the release (docs/operations.md, "A held shop"). */
// @module-tag nightly: The courier during a hold of days. hold.test.ts proves each time that a held shop goes on after the release.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tellCourierCode } from '../../../tests/setup/hand-over.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { courierWebhook, parcelOf, sweepParcels, untilParcel } from '../../../tests/setup/parcels.ts'
import { type Admin, addAdmin } from '../../../tests/setup/people.ts'
import { ask } from '../../../tests/setup/returns.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { dayAgo } from '../../../tests/setup/settling.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let admin: Admin
let seller: Seller
beforeAll(async () => {
  shop = await startTestShop()
  admin = await addAdmin(shop)
  seller = await addSeller(shop)
})
afterAll(() => shop.stop())
const hold = async () =>
  expect((await admin.post('/public/admin/hold', { note: 'Restored.' })).status).toBe(200)
const release = async () =>
  expect((await admin.post('/public/admin/hold/release', { note: 'Done.' })).status).toBe(200)

test('a cancelled parcel that is picked up while the shop is held needs attention after the release', async () => {
  const { buyer, orderId } = await sellOne(shop, seller, { pricePaise: 14_900, quantity: 3, units: 10 })
  expect((await buyer.post(`/private/order/cancel/${orderId}`, {})).status).toBe(200)
  await hold()
  expect((await tellCourierCode(shop, orderId, 42)).status).toBe(200)
  expect(await parcelOf(shop, orderId)).toMatchObject({ attention: null })
  await release()
  await sweepParcels(shop.running.shop)
  await untilParcel(shop, orderId, ({ attention }) => attention !== null)
  expect(
    await shop.db.query(sql`
      select e.code, e.heard_by as by from shipment_event e join shipment s on s.id = e.shipment_id
      where s.reference = ${orderId}`),
  ).toEqual([{ code: 42, by: 'webhook' }])
})

test('a delivery that the shop hears of days later counts from then: the buyer can return, and the seller waits', async () => {
  const { buyer, orderId } = await sellOne(shop, seller, { pricePaise: 14_900 })
  await tellCourierCode(shop, orderId, 6)
  await shop.db.query(
    sql`update orders set created_at = created_at - interval '12 days' where id = ${orderId}`,
  )
  await hold()
  const [y, m, d] = dayAgo(8).split('-')
  const delivered = { order_id: orderId, shipment_status_id: 7, shipment_status: 'Delivered' }
  expect(
    (await courierWebhook(shop, { ...delivered, current_timestamp: `${d} ${m} ${y} 12:00:00` })).status,
  ).toBe(200)
  await release()
  await untilParcel(shop, orderId, ({ status }) => status === 'completed')
  const [due] = await shop.db.query<{ on: string }>(
    sql`select due_on::text as on from unsettled_due where order_id = ${orderId}`,
  )
  expect((due?.on ?? '') > dayAgo(0)).toBe(true)
  // Also while the shop is held.
  await hold()
  expect(await ask(buyer, orderId)).toMatchObject({ status: 200 })
  await release()
  expect(await brokenInvariants(shop.db)).toEqual([])
})
