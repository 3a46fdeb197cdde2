/** Events of a parcel in an odd order, with an odd time or name, late or lost. */
// @module-tag nightly: The rarer cases. tracking.test.ts proves each time how the courier's events move a parcel.
import { describe, expect, test } from 'vitest'
import { ordersOf } from '../../../tests/setup/buying.ts'
import { untilMailed } from '../../../tests/setup/mail-subjects.ts'
import { customerWithCart } from '../../../tests/setup/products.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { type Admin } from '../../../tests/setup/people.ts'
import { type Seller } from '../../../tests/setup/sellers.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'
import { courierFault } from '../../../tests/setup/providers.ts'
import {
  parcelOf,
  sellBooked,
  sweepDueParcels,
  moveParcel,
  courierWebhook,
  minutesAgo,
  tellAt,
} from '../../../tests/setup/parcels.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let admin: Admin
let seller: Seller
withShop({ courier: true }, (made) => void ({ shop, admin, seller } = made))

describe('the way of a parcel', () => {
  test('twenty copies of one webhook at once have one effect', async () => {
    const { orderId, buyer, row } = await sellBooked(shop, seller, {
      buyer: await customerWithCart(shop, []),
    })
    const at = minutesAgo(2)
    const answers = await Promise.all(Array.from({ length: 20 }, () => tellAt(shop, row, 7, at)))
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(await parcelOf(shop, orderId)).toMatchObject({ shipmentStatus: 'Delivered', deliveryDate: at })
    const subjects = await untilMailed(shop, buyer.email, 'is delivered')
    expect(subjects.filter((one) => one.includes('is delivered'))).toHaveLength(1)
  })

  test('a parcel that the courier cancelled and carries all the same is on its way again, and sold once', async () => {
    const { orderId, row, buyer } = await sellBooked(shop, seller)
    await tellAt(shop, row, 8, minutesAgo(30))
    expect(await parcelOf(shop, orderId)).toMatchObject({
      status: 'cancelled',
      shipmentStatus: 'Cancelled',
    })
    await tellAt(shop, row, 6, minutesAgo(40))
    expect(await parcelOf(shop, orderId)).toMatchObject({ shipmentStatus: 'Cancelled' })
    await tellAt(shop, row, 6, minutesAgo(20))
    expect(await parcelOf(shop, orderId)).toMatchObject({
      status: 'shipped',
      shipmentStatus: 'Shipped',
      attention: null,
      checkAt: expect.any(Date),
    })
    await tellAt(shop, row, 7, minutesAgo(10))
    expect(await parcelOf(shop, orderId)).toMatchObject({ status: 'completed', attention: null })
    expect((await ordersOf(buyer)).find((one: any) => one.id === orderId).documents).toHaveLength(1)
  })

  test('goods that are lost on their way back are refunded as lost: the shop compensates the seller', async () => {
    const { orderId, row } = await sellBooked(shop, seller)
    await tellAt(shop, row, 6, minutesAgo(60))
    await tellAt(shop, row, 9, minutesAgo(50))
    await tellAt(shop, row, 12, minutesAgo(40))
    expect(await parcelOf(shop, orderId)).toMatchObject({
      status: 'cancelled',
      shipmentStatus: 'RTO',
      code: 12,
    })
    const note = { note: 'Lost on the way back.' }
    expect((await admin.post(`/public/admin/orders/${orderId}/refund`, note)).status).toBe(200)
    const [reversal] = await shop.db.query<any>(
      sql`select cause, compensation_paise as paise from order_reversal where order_id = ${orderId}`,
    )
    expect(reversal).toMatchObject({ cause: 'lost', paise: expect.any(Number) })
    expect(reversal.paise).toBeGreaterThan(0)
    // It is still asked about, and found.
    await tellAt(shop, row, 10, minutesAgo(10))
    const { attention } = await parcelOf(shop, orderId)
    expect(attention).toContain('whom the shop has compensated')
  })

  test('a lost parcel stays lost when an earlier word of its way comes late, and is found by a later one', async () => {
    const { orderId, row } = await sellBooked(shop, seller)
    await tellAt(shop, row, 6, minutesAgo(60))
    await tellAt(shop, row, 12, minutesAgo(20))
    await tellAt(shop, row, 18, minutesAgo(40))
    // While the parcel is under way only lost goods are refunded.
    expect(await parcelOf(shop, orderId)).toMatchObject({ shipmentStatus: 'Shipped', code: 12 })
    await tellAt(shop, row, 17, minutesAgo(10))
    expect(await parcelOf(shop, orderId)).toMatchObject({ shipmentStatus: 'Out for Delivery', code: 17 })
  })

  test('a parcel of which the courier only says that it lost it: the order is on its way, because the goods were handed over', async () => {
    await courierFault(shop, 'orders.create', 'refuse-422', { times: 50 })
    const { orderId } = await sellOne(shop, seller)
    await courierWebhook(shop, { order_id: orderId, shipment_status_id: 12, shipment_status: 'Lost' })
    expect(await parcelOf(shop, orderId)).toMatchObject({ status: 'shipped', code: 12 })
  })

  test('a delivery long before the order was placed counts from the moment in which the shop hears of it', async () => {
    const { orderId, row, buyer } = await sellBooked(shop, seller)
    await tellAt(shop, row, 7, new Date('1970-01-01T00:00:00Z'))
    const { deliveryDate } = await parcelOf(shop, orderId)
    expect(Date.now() - deliveryDate!.getTime()).toBeLessThan(60_000)
    expect((await buyer.get(`/private/order/${orderId}/return`)).status).toBe(200)
  })

  test('webhooks lost: the sweep finds the same events, with the courier’s own time', async () => {
    await shop.kit('/sandbox/courier/webhooks', { mode: 'off' })
    const { orderId, row } = await sellBooked(shop, seller)
    await moveParcel(shop, orderId, { status: 'Shipped' })
    await moveParcel(shop, orderId, { status: 'Delivered' })
    expect(await parcelOf(shop, orderId)).toMatchObject({ shipmentStatus: 'Pending' })
    await sweepDueParcels(shop)
    const delivered = await parcelOf(shop, orderId)
    expect(delivered).toMatchObject({ status: 'completed', shipmentStatus: 'Delivered', checkAt: null })
    expect(Math.abs(delivered.deliveryDate!.getTime() - Date.now())).toBeLessThan(60_000)
    // The webhook arrives late.
    await tellAt(shop, row, 7, delivered.deliveryDate!)
    expect(await parcelOf(shop, orderId)).toEqual(delivered)
  })

  test('another air waybill for the same parcel is shown and changes nothing else; each of them names the parcel', async () => {
    const { orderId, buyer, row } = await sellBooked(shop, seller)
    const { awb: second } = (await shop.kit(`/dev/shipments/${orderId}`, { reassign: true })) as {
      awb: string
    }
    expect(second).not.toBe(row.awb)
    expect(await parcelOf(shop, orderId)).toMatchObject({
      awb: second,
      courier: 'Sandbox Surface Two',
      status: 'processing',
      shipmentStatus: 'Pending',
      attention: null,
    })
    expect((await ordersOf(buyer))[0]).toMatchObject({ awbNumber: second })
    await courierWebhook(shop, { awb: row.awb, shipment_status_id: 6 })
    expect(await parcelOf(shop, orderId)).toMatchObject({ shipmentStatus: 'Shipped', awb: second })
    await courierWebhook(shop, { awb: second, order_id: orderId, shipment_status_id: 7 })
    expect(await parcelOf(shop, orderId)).toMatchObject({ status: 'completed', awb: second })
  })

  test('another air waybill whose webhook is lost is found by asking for the parcel', async () => {
    await shop.kit('/sandbox/courier/webhooks', { mode: 'off' })
    const { orderId } = await sellBooked(shop, seller)
    await moveParcel(shop, orderId, { status: 'Shipped' })
    const { awb: second } = (await shop.kit(`/dev/shipments/${orderId}`, { reassign: true })) as {
      awb: string
    }
    await sweepDueParcels(shop, orderId)
    expect(await parcelOf(shop, orderId)).toMatchObject({ shipmentStatus: 'Shipped', awb: second })
  })

  test("the courier's own number names the parcel, and an air waybill of another parcel is not believed", async () => {
    const [one, other] = [await sellBooked(shop, seller), await sellBooked(shop, seller)]
    const [{ number }] = await shop.db.query<any>(
      sql`select courier_order_id as number from shipment where reference = ${one.orderId}`,
    )
    await courierWebhook(shop, { sr_order_id: number, shipment_status_id: 6 })
    expect(await parcelOf(shop, one.orderId)).toMatchObject({ shipmentStatus: 'Shipped' })
    await courierWebhook(shop, { awb: other.row.awb, order_id: one.orderId, shipment_status_id: 18 })
    expect(await parcelOf(shop, one.orderId)).toMatchObject({
      shipmentStatus: 'In Transit',
      awb: one.row.awb,
    })
    expect(await parcelOf(shop, other.orderId)).toMatchObject({
      shipmentStatus: 'Pending',
      awb: other.row.awb,
    })
  })

  test('no delivery after 30 days: flagged for an administrator, and still asked about', async () => {
    const { orderId } = await sellBooked(shop, seller)
    await shop.db.query(sql`update orders set created_at = now() - interval '31 days' where id = ${orderId}`)
    await sweepDueParcels(shop)
    expect(await parcelOf(shop, orderId)).toMatchObject({
      attention: 'Not delivered after 30 days.',
    })
    // It is asked about once a day, and found, however old it is.
    const { checkAt } = await parcelOf(shop, orderId)
    expect(checkAt!.getTime()).toBeGreaterThan(Date.now() + 80_000_000)
    await shop.kit('/sandbox/courier/webhooks', { mode: 'off' })
    await moveParcel(shop, orderId, { status: 'Delivered' })
    await sweepDueParcels(shop, orderId)
    expect(await parcelOf(shop, orderId)).toMatchObject({ status: 'completed' })
  })
})
