/** An order is refunded when its parcel does not arrive: whole, and never while a parcel is under way. */
import { describe, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { eventually, ordersOf } from '../../../tests/setup/buying.ts'
import { moveParcel } from '../../../tests/setup/parcels.ts'
import { type Admin, auditOf } from '../../../tests/setup/people.ts'
import { customerWithCart, unitsOf } from '../../../tests/setup/products.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { type Seller } from '../../../tests/setup/sellers.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { courierFault } from '../../../tests/setup/providers.ts'
import { refundsAtProvider } from '../../../tests/setup/refunds.ts'
import { newId } from '../../platform/db/ids.ts'
import { sql } from '../../platform/db/sql.ts'
import {
  refundOrder,
  orderWithRefunds,
  untilOrder,
  sweepLater,
  parcelsOfCourier,
  sellWithLabel,
  sellCancelled,
  sellUnbookable,
} from '../../../tests/setup/refunded-orders.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'

let shop: TestShop
let admin: Admin
let seller: Seller
withShop({ courier: true }, (made) => void ({ shop, admin, seller } = made))

describe('an order whose parcel does not arrive', () => {
  test('is refunded in full: money, My Orders, mails to both, audit; the stock returns where the courier never had the goods', async () => {
    const buyer = await customerWithCart(shop, [])
    const { orderId, productId } = await sellCancelled(shop, seller, {
      buyer,
      quantity: 2,
      units: 5,
      pricePaise: 12_345,
    })
    expect(await unitsOf(shop, productId)).toBe(3)
    const listed = async () => (await admin.get(`/public/admin/all-orders?q=${orderId}`)).body[0]
    expect(await listed()).toMatchObject({ refundable: true, status: 'cancelled' })

    expect(await refundOrder(admin, orderId)).toMatchObject({
      status: 200,
      body: { msg: 'The order is refunded: ₹246.90 goes back.' },
    })
    expect(await unitsOf(shop, productId)).toBe(5)
    expect(await listed()).toMatchObject({
      refundable: false,
      status: 'refunded',
      needsAttention: null,
      shipmentLabelUrl: null,
    })
    const { paymentId } = await untilOrder(shop, orderId, (row) => row.refunds[0]?.state === 'processed')
    expect(await refundsAtProvider(shop, paymentId)).toMatchObject([{ amount: 24_690, status: 'processed' }])
    const [shown] = await ordersOf(buyer)
    expect(shown).toMatchObject({ id: orderId, status: 'refunded', amount: 246.9 })
    const told = async (email: string, subject: string) =>
      (
        await eventually(
          () => shop.mail(email),
          (list) => list.some((mail) => mail.subject.includes(subject)),
        )
      ).filter((mail) => mail.subject.includes(subject))
    expect((await told(buyer.email, 'order is refunded'))[0]!.text).toContain('₹246.90 in full')
    expect((await told(seller.email, 'order is refunded'))[0]!.text).toContain('counted in your stock again')
    expect((await auditOf(admin))[0]).toMatchObject({
      act: 'order-refunded',
      to: { kind: 'order', id: orderId },
      note: '₹246.90: The parcel does not arrive.',
    })
    // Later events of the courier are stored and change nothing.
    await shop
      .client()
      .post(
        '/webhooks/courier',
        { order_id: orderId, shipment_status_id: 7 },
        { 'x-api-key': shop.running.shop.config.courier!.webhookToken },
      )
    expect((await orderWithRefunds(shop, orderId)).status).toBe('refunded')
    expect((await seller.get(`/private/order/label/${orderId}`)).status).toBe(404)
  })

  describe.each<{ when: object; ends: [string, string][] }>([
    { when: {}, ends: [['comes back to the seller', 'RTO']] },
    {
      when: nightly('Three more ends of a parcel. The refund after one is proved each time.'),
      ends: [
        ['is cancelled after the courier fetched it', 'Shipped, Cancelled'],
        ['is lost', 'In Transit, 12'],
        ['is damaged', 'Out for Delivery, 25'],
      ],
    },
  ])('because', ({ when, ends }) => {
    test.each(ends)('it %s: the money goes back, the stock waits for the seller', when, async (_, way) => {
      const { orderId, productId } = await sellWithLabel(shop, seller, { units: 4 })
      for (const step of way.split(', '))
        await moveParcel(shop, orderId, /\d/.test(step) ? { code: Number(step) } : { status: step })
      await untilOrder(shop, orderId, (row) => row.attention !== null)
      expect((await refundOrder(admin, orderId)).status).toBe(200)
      expect(await unitsOf(shop, productId)).toBe(3)
      await untilOrder(shop, orderId, (row) => row.refunds[0]?.state === 'processed')
      await sweepLater(shop, orderId)
      expect((await orderWithRefunds(shop, orderId)).status).toBe('refunded')
    })
  })

  test(
    'because nobody books it: refunded, back in stock, and never booked afterwards',
    nightly('One more reason of a refund. The refund in full is proved above each time.'),
    async () => {
      const { orderId, productId } = await sellUnbookable(shop, seller, { units: 4 })
      expect((await refundOrder(admin, orderId)).status).toBe(200)
      expect(await unitsOf(shop, productId)).toBe(4)
      await sweepLater(shop, orderId)
      expect(await parcelsOfCourier(shop, orderId)).toEqual([])
      expect(await orderWithRefunds(shop, orderId)).toMatchObject({
        status: 'refunded',
        awb: null,
        checkAt: null,
      })
    },
  )

  test('under way, delivered, waiting for its booking or unknown is not refunded, in plain words', async () => {
    const { orderId } = await sellWithLabel(shop, seller)
    const said = async () => {
      const { status, body } = await refundOrder(admin, orderId)
      expect(status).toBe(409)
      expect((await admin.get(`/public/admin/all-orders?q=${orderId}`)).body[0].refundable).toBe(false)
      return body.msg
    }
    expect(await said()).toBe('The parcel of this order is booked. Cancel it at the courier first.')
    await moveParcel(shop, orderId, { status: 'Shipped' })
    expect(await said()).toContain('is on its way')
    // The courier loses it and finds it again.
    await moveParcel(shop, orderId, { code: 12 })
    await moveParcel(shop, orderId, { status: 'Out for Delivery' })
    expect(await said()).toContain('is on its way')
    await moveParcel(shop, orderId, { status: 'Delivered' })
    expect(await said()).toContain('is delivered')
    await courierFault(shop, '*', 'lost-request', { times: 1_000 })
    const { orderId: waiting } = await sellOne(shop, seller)
    expect((await refundOrder(admin, waiting)).body.msg).toContain('is still to be booked')
    await untilOrder(shop, waiting, (row) => row.checkAt > new Date())
    await shop.db.query(sql`update shipment set check_at = null where reference = ${waiting}`)
    expect((await refundOrder(admin, newId())).status).toBe(404)
    expect((await admin.post(`/public/admin/orders/${waiting}/refund`, { note: ' ' })).status).toBe(400)
    expect((await orderWithRefunds(shop, orderId)).refunds).toEqual([])
  })

  test(
    'and that was booked, though the answer was lost, is refused until that is known',
    nightly(
      'A lost answer of the courier. That a parcel under way is not refunded is proved above each time.',
    ),
    async () => {
      const { orderId } = await sellUnbookable(shop, seller)
      await courierFault(shop, 'awb', 'lost-answer')
      await sweepLater(shop, orderId)
      await shop.db.query(sql`
      update orders set needs_attention = 'The parcel could not be booked: test.' where id = ${orderId} and awb_number is null`)
      await shop.db.query(
        sql`update shipment set check_at = now() + interval '5 hours' where reference = ${orderId} and state is null`,
      )
      expect((await parcelsOfCourier(shop, orderId))[0].awb).not.toBeNull()
      expect(await refundOrder(admin, orderId)).toMatchObject({
        status: 409,
        body: { msg: 'The courier has booked the parcel of this order. Cancel it there first.' },
      })
      await courierFault(shop, '*', 'lost-request', { times: 1_000 })
      expect((await refundOrder(admin, orderId)).status).toBe(503)
      expect((await orderWithRefunds(shop, orderId)).refunds).toEqual([])
    },
  )
})
