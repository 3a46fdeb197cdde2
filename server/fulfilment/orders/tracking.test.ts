/** The way of a parcel: the courier's events move it forward only (specification §9; api-rules §3, §4). */
import { describe, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { eventually, ordersOf } from '../../../tests/setup/buying.ts'
import { untilMailed } from '../../../tests/setup/mail-subjects.ts'
import { customerWithCart } from '../../../tests/setup/products.ts'
import { type Seller } from '../../../tests/setup/sellers.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'
import { courierFault, resetCourier } from '../../../tests/setup/providers.ts'
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
let seller: Seller
withShop({ courier: true }, (made) => void ({ shop, seller } = made))

describe('the way of a parcel', () => {
  test('shipped, in transit, out for delivery, delivered: status, date and one e-mail each', async () => {
    const { orderId, buyer, row } = await sellBooked(shop, seller, {
      buyer: await customerWithCart(shop, []),
    })
    const seen: unknown[] = []
    for (const status of ['Shipped', 'In Transit', 'Out for Delivery', 'Delivered']) {
      await moveParcel(shop, orderId, { status })
      const [order] = await ordersOf(buyer)
      seen.push([order.shipmentStatus, order.status, order.deliveryDate !== null])
    }
    expect(seen).toEqual([
      ['Shipped', 'shipped', false],
      ['In Transit', 'shipped', false],
      ['Out for Delivery', 'shipped', false],
      ['Delivered', 'completed', true],
    ])
    expect(await parcelOf(shop, orderId)).toMatchObject({ code: 7, checkAt: null, attention: null })
    const subjects = await untilMailed(shop, buyer.email, 'is delivered')
    expect(subjects.filter((one) => /order (is|arrives)/.test(one)).toSorted()).toEqual([
      'Your Hariyali order arrives today',
      'Your Hariyali order is delivered',
      'Your Hariyali order is on its way',
      'Your Hariyali order is placed',
    ])
    const mails = await shop.mailSoFar(buyer.email)
    expect(mails.find((mail) => mail.subject.includes('on its way'))?.text).toContain(row.awb)
  })

  test('late and repeated webhooks change nothing; raw codes are kept', async () => {
    const { orderId, buyer, row } = await sellBooked(shop, seller, {
      buyer: await customerWithCart(shop, []),
    })
    const [early, late, latest] = [minutesAgo(30), minutesAgo(20), minutesAgo(10)]
    await tellAt(shop, row, 17, late)
    expect(await parcelOf(shop, orderId)).toMatchObject({
      shipmentStatus: 'Out for Delivery',
      status: 'shipped',
    })
    for (const [code, at] of [
      [6, early],
      [18, early],
      [17, late],
      [17, late],
      [3, latest],
    ] as const)
      expect((await tellAt(shop, row, code, at)).status).toBe(200)
    expect(await parcelOf(shop, orderId)).toMatchObject({
      shipmentStatus: 'Out for Delivery',
      status: 'shipped',
    })
    await tellAt(shop, row, 7, latest)
    const delivered = await parcelOf(shop, orderId)
    expect(delivered).toMatchObject({
      shipmentStatus: 'Delivered',
      status: 'completed',
      deliveryDate: latest,
    })
    for (const [code, at] of [
      [7, minutesAgo(1)],
      [17, minutesAgo(1)],
      [9, early],
      [8, minutesAgo(1)],
      [12, minutesAgo(1)],
    ] as const)
      await tellAt(shop, row, code, at)
    expect(await parcelOf(shop, orderId)).toEqual(delivered)
    const events = await shop.db.query<{ code: number }>(
      sql`
        select e.code from shipment_event e join shipment s on s.id = e.shipment_id where s.reference = ${orderId}
        order by e.code, e.happened_at`,
    )
    expect(events.map((event) => event.code)).toEqual([3, 6, 7, 7, 8, 9, 12, 17, 17, 18])
    const subjects = await untilMailed(shop, buyer.email, 'is delivered')
    expect(subjects.filter((one) => one.includes('arrives today'))).toHaveLength(1)
    expect(subjects.filter((one) => one.includes('is delivered'))).toHaveLength(1)
  })

  test('the order’s id with the courier’s prefix names the parcel, too', async () => {
    const { orderId } = await sellBooked(shop, seller)
    const body = { order_id: `4711_${orderId}`, shipment_status_id: '6', current_timestamp: 'no time at all' }
    expect((await courierWebhook(shop, body)).status).toBe(200)
    expect(await parcelOf(shop, orderId)).toMatchObject({ shipmentStatus: 'Shipped' })
  })

  test('a forged token, no token and no webhook are refused with 400, and nothing moves', async () => {
    const { orderId } = await sellBooked(shop, seller)
    // The booking's last step sets the time of the next tracking request.
    const row = await eventually(
      () => parcelOf(shop, orderId),
      ({ checkAt }) => checkAt !== null && checkAt.getTime() > Date.now() + 3_600_000,
    )
    const body = { awb: row.awb, order_id: orderId, shipment_status_id: 7 }
    const right = shop.running.shop.config.courier!.webhookToken
    for (const key of ['', 'x', right.slice(0, -1), `${right}x`, right.toUpperCase()])
      expect((await courierWebhook(shop, body, key)).status).toBe(400)
    for (const raw of ['', 'null', '[]', '{', '"7"', '\u0000']) {
      const response = await shop.client().request('/webhooks/courier', {
        method: 'POST',
        body: raw,
        headers: { 'x-api-key': right },
      })
      expect(response.status).toBe(400)
    }
    expect(await parcelOf(shop, orderId)).toEqual(row)
  })

  test('odd webhooks are answered 200 and change nothing: unknown codes, wrong types, unknown parcels', async () => {
    const { orderId, row } = await sellBooked(shop, seller)
    for (const body of [
      { awb: row.awb, shipment_status_id: 999 },
      { awb: row.awb, shipment_status_id: null, current_status: 'DELIVERED' },
      // The number of 'out for delivery' in the order table is no code of a delivered shipment.
      { awb: row.awb, current_status_id: 7 },
      { awb: { a: 1 }, order_id: ['x'], shipment_status_id: 7 },
      { awb: '00000000', shipment_status_id: 7 },
      { order_id: '00000000-0000-7000-8000-000000000000', shipment_status_id: 7 },
    ])
      expect((await courierWebhook(shop, body)).status).toBe(200)
    expect(await parcelOf(shop, orderId)).toMatchObject({ status: 'processing', shipmentStatus: 'Pending' })
  })

  test('lost, damaged, destroyed: flagged for a person, the status stays', async () => {
    const { orderId, row } = await sellBooked(shop, seller)
    await tellAt(shop, row, 18, minutesAgo(9))
    for (const [code, words, minutes] of [
      [25, 'The parcel is damaged (25).', 5],
      [24, 'The parcel was destroyed (24).', 4],
      [12, 'The courier lost the parcel (12).', 3],
    ] as const) {
      await tellAt(shop, row, code, minutesAgo(minutes))
      expect(await parcelOf(shop, orderId)).toMatchObject({
        status: 'shipped',
        shipmentStatus: 'In Transit',
        code,
        attention: expect.stringContaining(words),
      })
    }
  })

  test('cancelled and returned parcels end the order and are flagged: the buyer has paid', async () => {
    const cancelled = await sellBooked(shop, seller)
    await moveParcel(shop, cancelled.orderId, { status: 'Cancelled' })
    expect(await parcelOf(shop, cancelled.orderId)).toMatchObject({
      status: 'cancelled',
      shipmentStatus: 'Cancelled',
      checkAt: null,
    })
    const returned = await sellBooked(shop, seller)
    await moveParcel(shop, returned.orderId, { status: 'Out for Delivery' })
    const earning = async () => (await seller.get(`/private/earnings/orders/${returned.orderId}`)).body
    expect(await earning()).toMatchObject({ deliveredAt: null, comesBack: false })
    await moveParcel(shop, returned.orderId, { status: 'RTO' })
    expect(await earning()).toMatchObject({ deliveredAt: null, comesBack: true })
    const row = await parcelOf(shop, returned.orderId)
    expect(row).toMatchObject({ status: 'cancelled', shipmentStatus: 'RTO', deliveryDate: null })
    expect(row.attention).toBe('The parcel goes back to the seller (9).')
    await untilMailed(shop, returned.buyer.email, 'could not be delivered')
  })

  test('a parcel that goes back is brought after all: delivered, and the seller is paid; and back again', async () => {
    const { orderId, row } = await sellBooked(shop, seller)
    const dueOf = async () =>
      (
        await shop.db.query<any>(sql`select due_on as due from unsettled_entry where order_id = ${orderId}`)
      )[0].due
    await tellAt(shop, row, 6, minutesAgo(60))
    await tellAt(shop, row, 9, minutesAgo(50))
    await tellAt(shop, row, 18, minutesAgo(45))
    expect(await parcelOf(shop, orderId)).toMatchObject({
      status: 'cancelled',
      attention: 'The parcel goes back to the seller (9).',
      checkAt: expect.any(Date),
    })
    expect(await dueOf()).toBeNull()
    await tellAt(shop, row, 7, minutesAgo(40))
    expect(await parcelOf(shop, orderId)).toMatchObject({
      status: 'completed',
      shipmentStatus: 'Delivered',
      attention: null,
      deliveryDate: expect.any(Date),
    })
    expect(await dueOf()).not.toBeNull()
    // A late event of the way back changes nothing.
    await tellAt(shop, row, 46, minutesAgo(42))
    expect(await parcelOf(shop, orderId)).toMatchObject({ shipmentStatus: 'Delivered' })
    await tellAt(shop, row, 10, minutesAgo(30))
    expect(await parcelOf(shop, orderId)).toMatchObject({
      status: 'cancelled',
      shipmentStatus: 'RTO',
      deliveryDate: null,
      checkAt: null,
    })
    expect(await dueOf()).toBeNull()
  })

  for (const [fault, when] of [
    ['error-500', {}],
    ['refuse-422', nightly('One more answer of the courier. Their errors are proved each time.')],
  ] as const)
    test(
      `a courier who does not say where a parcel is (${fault}) is asked again with the usual pause`,
      when,
      async () => {
        const { orderId } = await sellBooked(shop, seller)
        await courierFault(shop, 'track', fault, { times: 1_000 })
        await sweepDueParcels(shop, orderId)
        const { checkAt } = await parcelOf(shop, orderId)
        // As after a response: the parcel is not held until a worker's lease ends.
        expect(checkAt!.getTime()).toBeGreaterThan(Date.now() + 3_600_000)
        await resetCourier(shop)
        await shop.kit('/sandbox/courier/webhooks', { mode: 'off' })
        await moveParcel(shop, orderId, { status: 'Delivered' })
        await sweepDueParcels(shop, orderId)
        expect(await parcelOf(shop, orderId)).toMatchObject({ shipmentStatus: 'Delivered' })
      },
    )
})
