/** The weight of a parcel that gets another air waybill, or of which a person says what became of it. */
import { expect, test } from 'vitest'
import { endWeightClock } from '../../../tests/setup/clock.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { untilMailed } from '../../../tests/setup/mail-subjects.ts'
import { moveParcel, sellBooked, sweepDueParcels } from '../../../tests/setup/parcels.ts'
import { type Admin, addAdmin } from '../../../tests/setup/people.ts'
import { type Seller } from '../../../tests/setup/sellers.ts'
import { dayAgo } from '../../../tests/setup/settling.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import {
  reassignParcel,
  weightOf,
  sellWeighed,
  weightChargesOf,
  uploadBill,
  courierBill,
  awbOf,
  costOf,
} from '../../../tests/setup/weights.ts'
import { nightly } from '../../../tests/setup/nightly.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { chargeUndisputed, endWeightWaits } from './apply-weight.ts'

let shop: TestShop
let seller: Seller
let admin: Admin
withShop({ courier: true }, (made) => void ({ shop, admin, seller } = made))

const charge = 'weight 7000 1260'

test('of a parcel with another air waybill than before only the last one says what it weighs', async () => {
  const { orderId } = await sellBooked(shop, seller)
  const first = await awbOf(shop, orderId)
  await moveParcel(shop, orderId, { reassign: true })
  await sweepDueParcels(shop, orderId)
  const last = await awbOf(shop, orderId)
  expect(last).not.toBe(first)
  await moveParcel(shop, orderId, { status: 'Shipped' })
  const day = dayAgo(0)
  const { rows } = (
    await uploadBill(admin, courierBill(`${last},x,${day},0.02,42,`, `${first},x,${day},3,99,`))
  ).body
  expect(rows[1]).toMatchObject({ outcome: 'booked' })
  expect(rows[1].text).toBe(
    'Freight ₹99.00. An earlier air waybill of its parcel, whose weight does not count.',
  )
  expect(await weightOf(seller, orderId)).toBeUndefined()
  expect((await costOf(shop, orderId)).freight).toBe(14_100)
  await expect(
    shop.db.query(sql`
      update shipment set applied_grams = 3000 where id = (select id from order_shipment where order_id = ${orderId})`),
  ).rejects.toThrow('no bill of its last air waybill')
})

test('the weight of a parcel that gets another air waybill afterwards is not charged', async () => {
  const { orderId } = await sellBooked(shop, seller)
  await moveParcel(shop, orderId, { status: 'Shipped' })
  const first = await awbOf(shop, orderId)
  await uploadBill(admin, courierBill(`${first},x,${dayAgo(0)},1.2,99,`))
  expect(await weightOf(seller, orderId)).toMatchObject({ state: 'announced' })
  await moveParcel(shop, orderId, { reassign: true })
  await sweepDueParcels(shop, orderId)
  expect(await awbOf(shop, orderId)).not.toBe(first)
  expect(await weightOf(seller, orderId)).toMatchObject({ state: 'withdrawn' })
  expect((await costOf(shop, orderId)).by).not.toBe('bill')
  await endWeightClock(shop)
  await chargeUndisputed(shop.running.shop)
  expect(await weightChargesOf(shop, orderId)).toEqual([])
})

test('what is charged stays while a parcel with another air waybill waits to be weighed, and goes back by its weight', async () => {
  const orderId = await sellWeighed(shop, seller)
  await endWeightClock(shop)
  await chargeUndisputed(shop.running.shop)
  await moveParcel(shop, orderId, { reassign: true })
  await sweepDueParcels(shop, orderId)
  expect(await weightOf(seller, orderId)).toMatchObject({ state: 'charged' })
  await uploadBill(admin, courierBill(`${await awbOf(shop, orderId)},x,${dayAgo(0)},0.4,42,`))
  expect(await weightOf(seller, orderId)).toMatchObject({ state: 'given-back' })
  expect(await weightChargesOf(shop, orderId)).toEqual([charge, 'weight-corrected -7000 -1260'])
})

test('a charge whose parcel gets another air waybill and is not weighed again comes back after its days, once, and is announced anew by a late weight', async () => {
  const orderId = await sellWeighed(shop, seller)
  await endWeightClock(shop)
  await chargeUndisputed(shop.running.shop)
  await reassignParcel(shop, orderId)
  const turns = () => Promise.all(Array.from({ length: 5 }, () => endWeightWaits(shop.running.shop)))
  await turns()
  expect(await weightChargesOf(shop, orderId)).toEqual([charge])
  await shop.db.query(sql`
    update weight_difference set weigh_by = weigh_by - interval '31 days' where order_id = ${orderId}`)
  await turns()
  const back = 'weight-corrected -7000 -1260'
  expect(await weightChargesOf(shop, orderId)).toEqual([charge, back])
  expect(await weightOf(seller, orderId)).toMatchObject({ state: 'withdrawn' })
  await untilMailed(shop, seller.email, 'Money back for a weight')
  await uploadBill(admin, courierBill(`${await awbOf(shop, orderId)},x,${dayAgo(0)},1.2,99,`))
  expect(await weightOf(seller, orderId)).toMatchObject({ state: 'announced', charge: 70 })
  await endWeightClock(shop)
  await turns()
  expect(await weightChargesOf(shop, orderId)).toEqual([charge, back, charge])
  expect(await weightOf(seller, orderId)).toMatchObject({ state: 'charged' })
})

test('the weight of a parcel that never left is charged to nobody', async () => {
  const second = await addAdmin(shop)
  const neverLeft = async (orderId: string) => {
    const asked = await admin.post(`/public/admin/orders/${orderId}/outcome`, {
      outcome: 'never-left',
      reason: 'The seller has it.',
      evidence: 'A photo.',
    })
    expect((await second.post(`/public/admin/approvals/${asked.body.approvalId}/confirm`)).status).toBe(200)
  }
  const [announced, charged] = [await sellWeighed(shop, seller), await sellWeighed(shop, seller)]
  await shop.db.query(sql`update weight_difference set due_at = now() where order_id = ${charged}`)
  await chargeUndisputed(shop.running.shop)
  for (const orderId of [announced, charged]) await neverLeft(orderId)
  expect(await weightOf(seller, announced)).toMatchObject({ state: 'withdrawn' })
  expect(await weightChargesOf(shop, charged)).toEqual([
    charge,
    'corrected -5000 -900',
    'weight-corrected -7000 -1260',
  ])
})

test(
  'a parcel that never left and left after all is charged its weight again, after new days to dispute it, and there and back',
  nightly('There and back. The weight of a parcel that never left is charged to nobody above each time.'),
  async () => {
    const second = await addAdmin(shop)
    const orderId = await sellWeighed(shop, seller)
    const set = async (outcome: string) => {
      const asked = await admin.post(`/public/admin/orders/${orderId}/outcome`, {
        outcome,
        reason: 'The courier says so.',
        evidence: 'A photo.',
      })
      expect((await second.post(`/public/admin/approvals/${asked.body.approvalId}/confirm`)).status).toBe(200)
    }
    const chargeNow = async () => {
      expect(await weightOf(seller, orderId)).toMatchObject({ state: 'announced', charge: 70 })
      await shop.db.query(sql`update weight_difference set due_at = now() where order_id = ${orderId}`)
      await endWeightWaits(shop.running.shop)
      expect((await weightOf(seller, orderId)).state).toBe('charged')
    }
    await chargeNow()
    const round = ['corrected -5000 -900', 'weight-corrected -7000 -1260', 'corrected 5000 900', charge]
    for (const turns of [1, 2]) {
      await set('never-left')
      expect(await weightOf(seller, orderId)).toMatchObject({ state: 'withdrawn' })
      expect(await brokenInvariants(shop.db)).toEqual([])
      await set('delivered')
      expect(Date.parse((await weightOf(seller, orderId)).dueAt)).toBeGreaterThan(Date.now() + 6 * 86_400_000)
      await chargeNow()
      expect(await weightChargesOf(shop, orderId)).toEqual([
        charge,
        ...Array.from({ length: turns }, () => round).flat(),
      ])
    }
  },
)
