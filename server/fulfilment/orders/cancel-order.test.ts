/** A buyer cancels within one hour and before the hand-over: money, stock and parcel follow one decision (specification §9). */
import { describe, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { limits } from '../../../contract/limits.ts'
import { eventually } from '../../../tests/setup/buying.ts'
import {
  cancelPieces,
  liveAt,
  moneyOf,
  parcelsAt,
  untilCancelledThere,
} from '../../../tests/setup/cancelling.ts'
import { ageWithdrawn, endCancelTime } from '../../../tests/setup/clock.ts'
import { untilMailed } from '../../../tests/setup/mail-subjects.ts'
import {
  courierWebhook,
  moveParcel,
  parcelOf,
  sellBooked,
  sweepDueParcels,
  untilBookedAnew,
} from '../../../tests/setup/parcels.ts'
import { type Admin, auditOf } from '../../../tests/setup/people.ts'
import { customerWithCart, unitsOf } from '../../../tests/setup/products.ts'
import { courierFault, stopCourierFaults } from '../../../tests/setup/providers.ts'
import { orderCard } from '../../../tests/setup/returns.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { type Seller } from '../../../tests/setup/sellers.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'
import { newId } from '../../platform/db/ids.ts'
import { sql } from '../../platform/db/sql.ts'
import { type CancelFacts, cancelRefusal } from './cancel-rules.ts'
import { readOrderToRefund } from './refund-queries.ts'

let shop: TestShop
let admin: Admin
let seller: Seller
withShop({ courier: true }, (made) => void ({ shop, admin, seller } = made))

describe('within the hour', () => {
  test('the whole order: the price goes back, the stock returns, the courier cancels the parcel, both get a mail', async () => {
    const buyer = await customerWithCart(shop, [])
    const sale = await sellBooked(shop, seller, { buyer, quantity: 2, units: 5, pricePaise: 12_345 })
    const { orderId, productId } = sale
    const before = await orderCard(buyer, orderId)
    expect(before.cancellation).toMatchObject({
      cancellable: true,
      units: 2,
      reason: null,
      cancelledUnits: 0,
    })
    expect(Date.parse(before.cancellation.cancelUntil) - Date.parse(before.createdAt)).toBe(3_600_000)

    const { status, body } = await cancelPieces(sale)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: orderId,
      status: 'cancelled',
      shipmentStatus: 'Cancelled',
      statusNote: expect.stringContaining('You cancelled this order'),
      cancellation: {
        cancellable: false,
        units: 0,
        cancelledUnits: 2,
        cancelledAmount: 246.9,
        leftAmount: 0,
      },
    })
    expect(await unitsOf(shop, productId)).toBe(5)
    expect(await untilCancelledThere(shop, orderId)).toMatchObject({
      refunds: [24_690],
      cancellations: [{ units: 2, paise: 24_690, by: 'customer', atCourier: true, refund: true }],
    })
    expect(await liveAt(shop, orderId)).toEqual([])
    // The label is void for everybody, and the seller is told not to send the parcel.
    expect((await seller.get(`/private/order/label/${orderId}`)).status).toBe(404)
    expect((await seller.get(`/private/order/get/seller?search=${orderId}`)).body).toMatchObject([
      { shipmentLabelUrl: null, statusNote: expect.stringContaining('do not hand over its parcel') },
    ])
    const [listed] = (await admin.get(`/public/admin/all-orders?q=${orderId}`)).body
    expect(listed).toMatchObject({ shipmentLabelUrl: null, refundable: false, needsAttention: null })
    await untilMailed(shop, buyer.email, 'Your Hariyali order is cancelled')
    await untilMailed(shop, seller.email, 'A Hariyali order is cancelled')
    expect((await auditOf(admin, { act: 'order-cancelled' }))[0]).toMatchObject({
      by: { name: buyer.email },
      to: { kind: 'order', id: orderId },
      note: '2 of 2, ₹246.90',
    })
    // The courier's own word of it moves nothing.
    await courierWebhook(shop, { awb: sale.row.awb, order_id: orderId, shipment_status_id: 8 })
    expect(await moneyOf(shop, orderId)).toMatchObject({ status: 'refunded', attention: null })
  })

  test('some pieces of a booked parcel: the rest travels in a new one, under another name and with its own label', async () => {
    const sale = await sellBooked(shop, seller, { quantity: 3, units: 5, pricePaise: 10_000 })
    const { orderId, productId, row: earlier } = sale
    expect((await cancelPieces(sale, { units: 1, of: 3 })).body).toMatchObject({
      quantity: 3,
      amount: 300,
      statusNote: expect.stringContaining('You cancelled 1 of 3 pieces'),
      cancellation: { cancellable: true, units: 2, cancelledUnits: 1, cancelledAmount: 100, leftAmount: 200 },
    })
    const row = await untilBookedAnew(shop, orderId)
    expect(row.awb).not.toBe(earlier.awb)
    await untilMailed(shop, sale.buyer.email, 'A part of your Hariyali order is cancelled')
    await untilMailed(shop, seller.email, 'A part of a Hariyali order is cancelled')
    await untilCancelledThere(shop, orderId)
    const [first, second, ...more] = await parcelsAt(shop, orderId)
    expect(more).toEqual([])
    expect(first).toMatchObject({ id: orderId, awb: earlier.awb, cancelled: true })
    expect(second).toMatchObject({
      id: `${orderId}-2`,
      awb: row.awb,
      form: { sub_total: 200, weight: 0.04, order_items: [{ units: 2, selling_price: 100 }] },
    })
    expect(await unitsOf(shop, productId)).toBe(3)
    const [mine] = (await seller.get(`/private/order/get/seller?search=${orderId}`)).body
    expect(mine).toMatchObject({
      quantity: 3,
      awbNumber: row.awb,
      statusNote: 'The customer cancelled 1 of 3 pieces: please send 2, with the label that is shown here.',
    })
    expect((await seller.get(`/private/order/label/${orderId}`)).status).toBe(200)
    // Late words about the first parcel do not touch the second one, by whichever of its names it is meant.
    for (const name of [{ awb: earlier.awb }, { order_id: orderId }, { order_id: `shop-${orderId}` }])
      await courierWebhook(shop, { ...name, shipment_status_id: 8 })
    expect(await parcelOf(shop, orderId)).toMatchObject({ status: 'processing', shipmentStatus: 'Pending' })
    await courierWebhook(shop, { order_id: `shop-${orderId}-2`, shipment_status_id: 6 })
    expect(await parcelOf(shop, orderId)).toMatchObject({ status: 'shipped', attention: null })
    expect(
      await shop.db.query(
        sql`select units, gross_paise as gross from order_sale where order_id = ${orderId}`,
      ),
    ).toEqual([{ units: 2, gross: 20_000 }])
    await moveParcel(shop, orderId, { status: 'Delivered' })
    expect(await parcelOf(shop, orderId)).toMatchObject({ status: 'completed' })
  })

  test(
    'piece by piece until nothing is left: each its own refund, then the order ends',
    nightly(
      'Five cancellations of one order. The whole order and some pieces are cancelled above each time.',
    ),
    async () => {
      const sale = await sellBooked(shop, seller, { quantity: 3, units: 3, pricePaise: 10_033 })
      for (const of of [3, 2, 1]) {
        await untilBookedAnew(shop, sale.orderId)
        expect((await cancelPieces(sale, { units: 1, of })).status).toBe(200)
      }
      expect(await unitsOf(shop, sale.productId)).toBe(3)
      expect(await untilCancelledThere(shop, sale.orderId)).toMatchObject({
        status: 'refunded',
        refunded: 30_099,
        refunds: [10_033, 10_033, 10_033],
      })
      await sweepDueParcels(shop, sale.orderId)
      expect(await liveAt(shop, sale.orderId)).toEqual([])
    },
  )

  test(
    'before the courier has it: nothing is cancelled there, and only what is left is booked',
    nightly(
      'One more moment. Cancelling a booked parcel, wholly and in part, is proved beside it each time.',
    ),
    async () => {
      await courierFault(shop, '*', 'lost-request', { times: 1_000_000 })
      const part = await sellOne(shop, seller, { quantity: 3, units: 3 })
      const whole = await sellOne(shop, seller, { quantity: 2, units: 2 })
      expect((await cancelPieces(part, { units: 2 })).status).toBe(200)
      expect((await cancelPieces(whole)).status).toBe(200)
      await stopCourierFaults(shop)
      await ageWithdrawn(shop)
      await eventually(
        async () => {
          await sweepDueParcels(shop, part.orderId)
          return parcelOf(shop, part.orderId)
        },
        (row) => row.labelUrl !== null,
      )
      const [parcel, ...more] = await parcelsAt(shop, part.orderId)
      expect([parcel.form.order_items[0].units, more]).toEqual([1, []])
      expect(await parcelsAt(shop, whole.orderId)).toEqual([])
      expect(await unitsOf(shop, whole.productId)).toBe(2)
    },
  )
})

describe('refused, and nothing changes', () => {
  test(
    'after the hour, after the hand-over, after the delivery, from before there were terms: the words say what can be done',
    nightly(
      'The words of four moments. That too many pieces are refused is proved below, and the hand-over by dispatch.test.ts, each time.',
    ),
    async () => {
      const sale = await sellBooked(shop, seller)
      const refused = async (words: RegExp) => {
        const { status, body } = await cancelPieces(sale)
        expect([status, body.msg]).toEqual([409, expect.stringMatching(words)])
        expect((await orderCard(sale.buyer, sale.orderId)).cancellation).toMatchObject({
          cancellable: false,
          units: 0,
          reason: body.msg,
        })
      }
      await endCancelTime(shop, sale.orderId)
      await refused(
        /^This order could be cancelled until .* (am|pm)\. You can ask for a return within 7 days of/,
      )
      await moveParcel(shop, sale.orderId, { status: 'Shipped' })
      await refused(/^The courier has this parcel already.* return within 7 days/)
      await moveParcel(shop, sale.orderId, { status: 'Delivered' })
      await refused(/^This order is delivered.* return within 7 days/)
      expect(cancelRefusal(await factsWithoutTerms(sale.orderId))).toMatch(
        /placed before orders could be cancelled here.*support/,
      )
      const stopped = await sellBooked(shop, seller)
      await moveParcel(shop, stopped.orderId, { status: 'Cancelled' })
      expect((await cancelPieces(stopped)).body.msg).toContain('Our team is looking after this order')
      for (const { orderId } of [sale, stopped])
        expect(await moneyOf(shop, orderId)).toMatchObject({ refunds: [], cancellations: [], parcelNo: 1 })
    },
  )

  test("another customer's order, more pieces than are left, no whole number, an outdated number of pieces", async () => {
    const sale = await sellBooked(shop, seller, { quantity: 2 })
    const stranger = await customerWithCart(shop, [])
    expect((await cancelPieces({ ...sale, buyer: stranger })).status).toBe(404)
    expect((await cancelPieces({ ...sale, orderId: newId() })).status).toBe(404)
    for (const units of [0, -1, 1.5, '1', null, limits.orderQuantityMax + 1])
      expect((await cancelPieces(sale, { units })).status, String(units)).toBe(400)
    expect(await cancelPieces(sale, { units: 3 })).toMatchObject({
      status: 409,
      body: { msg: 'Only 2 of this order can still be refunded.' },
    })
    expect(await cancelPieces(sale, { units: 1, of: 3 })).toMatchObject({
      status: 409,
      body: { msg: expect.stringContaining('cancelled meanwhile') },
    })
    expect(await moneyOf(shop, sale.orderId)).toMatchObject({ refunds: [], cancellations: [], parcelNo: 1 })
    expect((await cancelPieces(sale, { units: 1, of: 2 })).status).toBe(200)
  })
})

/** What decides about an order that waits for its parcel, had it been placed before orders had terms. */
async function factsWithoutTerms(id: string): Promise<CancelFacts> {
  return {
    ...(await readOrderToRefund(shop.db, id))!,
    status: 'pending',
    shipmentStatus: null,
    shipmentStatusCode: null,
    sold: false,
    cancelUntil: null,
    inTime: false,
    returnDays: null,
  }
}
