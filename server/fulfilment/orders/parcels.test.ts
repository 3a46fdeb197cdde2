/** Parcels: each order is booked once, and its label is its seller's alone (api-rules §3, §4). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { buy, eventually, ordersOf } from '../../../tests/setup/buying.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { setUnits } from '../../../tests/setup/change-product.ts'
import {
  courierLedger,
  courierFault,
  stopCourierFaults,
  resetCourier,
} from '../../../tests/setup/providers.ts'
import {
  parcelOf,
  untilNoneBooks,
  untilParcel,
  untilSwept,
  untilBooked,
  sellBooked,
  sweepDueParcels,
  parcelsAtCourier,
} from '../../../tests/setup/parcels.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let seller: Seller
beforeAll(async () => {
  shop = await startTestShop({ courier: true })
  seller = await addSeller(shop)
})
beforeEach(() => resetCourier(shop))
afterAll(() => shop.stop())

describe('booking', () => {
  test('a placed order becomes a parcel by itself: shipment, AWB, courier, label, pickup; pending → processing', async () => {
    const { orderId } = await sellOne(shop, seller, { pricePaise: 24_950, quantity: 3 })
    const row = await untilBooked(shop, orderId)
    expect(row).toMatchObject({ status: 'processing', shipmentStatus: 'Pending', courier: 'Sandbox Surface' })
    const [parcel, ...more] = await parcelsAtCourier(shop, orderId)
    expect(more).toEqual([])
    expect(parcel).toMatchObject({ awb: row.awb, shipmentId: Number(row.shipmentId) })
    await eventually(
      async () => (await parcelsAtCourier(shop, orderId))[0].pickupAt,
      (at) => at !== null,
    )
  })

  test("weights and sizes go in the courier's units: grams as kilograms, three pieces lie on one another", async () => {
    const { orderId, productId } = await sellOne(shop, seller, { name: 'Heavy Jar', quantity: 3 })
    await untilBooked(shop, orderId)
    const [parcel] = await parcelsAtCourier(shop, orderId)
    // A piece of the test product is 20 g and 20 × 2 × 2 cm.
    expect(parcel.form).toMatchObject({
      weight: 0.06,
      length: 20,
      breadth: 2,
      height: 6,
      sub_total: 447,
      payment_method: 'Prepaid',
      order_items: [{ name: 'Heavy Jar', sku: productId, units: 3, selling_price: 149 }],
      billing_pincode: '302001',
      billing_city: 'Jaipur',
    })
    expect(parcel.place).toMatchObject({ pin_code: '400001', name: 'Test Bamboo Works', phone: '9876543210' })
  })

  describe.each<{ when: object; faults: [string, string][] }>([
    {
      when: {},
      faults: [
        ['orders.create', 'lost-answer'],
        ['awb', 'inside-200'],
        ['pickup', 'lost-answer'],
      ],
    },
    {
      when: nightly('Other calls and faults. Three of them are proved each time.'),
      faults: [
        ['pickup-places', 'lost-answer'],
        ['orders.create', 'lost-request'],
        ['awb', 'lost-answer'],
        ['awb', 'error-500'],
        ['label', 'lost-answer'],
        ['pickup', 'inside-200'],
        ['*', 'rate-limit-429'],
      ],
    },
  ])('a call', ({ when, faults }) => {
    test.each(faults)(
      '%s goes wrong (%s): the booking goes on where it stood, with one shipment',
      when,
      async (call, kind) => {
        const fresh = await addSeller(shop)
        await courierFault(shop, call, kind)
        const { orderId } = await sellOne(shop, fresh)
        await eventually(
          async () => {
            await sweepDueParcels(shop)
            return (await parcelsAtCourier(shop, orderId))[0]
          },
          (parcel) => parcel?.awb && parcel.pickupAt !== null && parcel.labelKey !== null,
        )
        // The job may be storing its progress, and then no other worker may continue.
        await untilSwept(shop, orderId, ({ labelUrl }) => labelUrl !== null)
        expect(await untilBooked(shop, orderId)).toMatchObject({
          awb: (await parcelsAtCourier(shop, orderId))[0].awb,
        })
        expect(await parcelsAtCourier(shop, orderId)).toHaveLength(1)
      },
    )
  })

  test('after an expired token (401) the shop logs in again, and nobody notices', async () => {
    await courierFault(shop, 'orders.create', 'expired-401')
    const { orderId } = await sellOne(shop, seller)
    expect(await untilBooked(shop, orderId)).toMatchObject({ status: 'processing' })
  })

  test(
    'the label is missing: the parcel is booked and fetched all the same, and the label comes later',
    nightly('One more step that fails. Each call that goes wrong is tried again above each time.'),
    async () => {
      await courierFault(shop, 'label', 'inside-200', { times: 3 })
      const { orderId } = await sellOne(shop, seller)
      const row = await untilParcel(shop, orderId, (r) => r.awb !== null)
      expect(row).toMatchObject({ status: 'processing', labelUrl: null })
      await eventually(
        async () => (await parcelsAtCourier(shop, orderId))[0].pickupAt,
        (at) => at !== null,
      )
      const mine = (await seller.get('/private/order/get/seller')).body.find(
        (order: { id: string }) => order.id === orderId,
      )
      expect(mine.shipmentLabelUrl).toBeNull()
      expect((await seller.get(`/private/order/label/${orderId}`)).status).toBe(404)
      await stopCourierFaults(shop)
      await sweepDueParcels(shop)
      await untilBooked(shop, orderId)
    },
  )

  test(
    'courier down for an hour: orders wait as Pending, nothing is sent twice, then every one is booked',
    nightly(
      'Many orders during an hour without a courier. Each call that goes wrong is tried again above each time.',
    ),
    async () => {
      await courierFault(shop, '*', 'lost-request', { times: 1_000_000 })
      const sales = [await sellOne(shop, seller), await sellOne(shop, seller), await sellOne(shop, seller)]
      for (let minute = 0; minute < 6; minute += 1) await sweepDueParcels(shop)
      for (const { orderId, buyer } of sales) {
        expect(await parcelOf(shop, orderId)).toMatchObject({ status: 'pending', awb: null, attention: null })
        const shown = await ordersOf(buyer)
        const order = shown.find((one: { id: string }) => one.id === orderId)
        expect(order).toMatchObject({ status: 'pending', awbNumber: null, shipmentLabelUrl: null })
      }
      await stopCourierFaults(shop)
      // The courier is asked again some seconds after the last failure (the circuit breaker before it).
      await eventually(
        async () => {
          await sweepDueParcels(shop)
          return Promise.all(sales.map(({ orderId }) => parcelOf(shop, orderId)))
        },
        (rows) => rows.every((row) => row.awb !== null),
      )
      for (const { orderId } of sales) {
        await untilBooked(shop, orderId)
        expect(await parcelsAtCourier(shop, orderId)).toHaveLength(1)
      }
    },
  )

  test('failed for good: flagged for an administrator in the courier’s words, and booked once the reason is removed', async () => {
    await courierFault(shop, 'orders.create', 'refuse-422')
    const { orderId: refused } = await sellOne(shop, seller)
    const row = await untilParcel(shop, refused, (r) => r.attention !== null)
    expect(row).toMatchObject({ status: 'pending', awb: null })
    expect(row.attention).toMatch(/^The parcel could not be booked: .*Refused on request/)
    // No other try within minutes: an administrator has to act.
    expect(row.checkAt!.getTime()).toBeGreaterThan(Date.now() + 3_600_000)
    await sweepDueParcels(shop)
    expect(await untilBooked(shop, refused)).toMatchObject({ status: 'processing', attention: null })
  })

  test('nobody delivers there: flagged, the failure inside HTTP 200 included', async () => {
    await courierFault(shop, '*', 'lost-request', { times: 1_000_000 })
    const { orderId } = await sellOne(shop, seller)
    await untilNoneBooks(shop)
    await shop.db.query(sql`update orders set pin_code = '990001' where id = ${orderId}`)
    await stopCourierFaults(shop)
    const row = await untilSwept(shop, orderId, (r) => r.attention !== null)
    expect(row.attention).toContain('No courier is serviceable for this pincode.')
    await shop.db.query(sql`update shipment set check_at = null where reference = ${orderId}`)
  })

  test(
    'parcels of a seller who moved are fetched at the new place',
    nightly(
      'One more booking. That a parcel has copies of both places is proved by the shipments each time.',
    ),
    async () => {
      const moving = await addSeller(shop)
      await untilBooked(shop, (await sellOne(shop, moving)).orderId)
      const { body: profile } = await moving.get('/private/profile')
      const address = { ...profile.address, street: 'New Street', pinCode: '411002' }
      expect((await moving.post('/private/profile/edit-seller', { ...profile, address })).status).toBe(200)
      const { orderId } = await sellOne(shop, moving)
      await untilBooked(shop, orderId)
      expect((await parcelsAtCourier(shop, orderId))[0].place).toMatchObject({ pin_code: '411002' })
    },
  )

  test('refunded orders are never booked', async () => {
    const rows = await shop.db.query(sql`
      select o.id from orders o join shipment_line l on l.order_id = o.id where o.status = 'refunded'`)
    expect(rows).toEqual([])
  })
})

describe('a seller', () => {
  test("sees the own orders, newest first, in pages, and nothing of another's", async () => {
    const [first, second] = [
      await addSeller(shop, { companyName: 'First Co' }),
      await addSeller(shop, { companyName: 'Second Co' }),
    ]
    const mine: string[] = []
    for (let i = 0; i < 3; i += 1) mine.push((await sellOne(shop, first)).orderId)
    const { orderId: foreign } = await sellOne(shop, second)
    await untilBooked(shop, foreign)
    for (const id of mine) await untilBooked(shop, id)
    const all = await first.get('/private/order/get/seller')
    expect(all.body.map((order: { id: string }) => order.id)).toEqual(mine.toReversed())
    expect(all.headers.get('x-total-count')).toBe('3')
    expect(all.body[0]).toMatchObject({
      sellerEmail: first.email,
      shipmentLabelUrl: `/api/v1/private/order/label/${mine[2]}`,
      courierName: 'Sandbox Surface',
      shipmentStatus: 'Pending',
      deliveryAddress: { pinCode: '302001' },
    })
    const page = await first.get('/private/order/get/seller?limit=2')
    expect(page.body).toHaveLength(2)
    const next = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
    expect((await first.get(next)).body.map((order: { id: string }) => order.id)).toEqual([mine[0]])
    expect((await first.get('/private/order/get/seller?cursor=x')).status).toBe(400)
    const others = await second.get('/private/order/get/seller')
    expect(others.body.map((order: { id: string }) => order.id)).toEqual([foreign])
    // Another seller's label gets the same response as a label that does not exist.
    const missing = await first.get('/private/order/label/00000000-0000-7000-8000-000000000000')
    expect(await first.get(`/private/order/label/${foreign}`)).toMatchObject({
      status: 404,
      body: missing.body,
    })
    expect(missing.status).toBe(404)
  })

  test('opens the label: the courier’s PDF, for its seller only, also when its address has run out', async () => {
    const { orderId, buyer, row } = await sellBooked(shop, seller)
    const open = () => seller.request(`/private/order/label/${orderId}`, {})
    const response = await open()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-disposition')).toBe(`inline; filename="label-${row.awb}.pdf"`)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const pdf = Buffer.from(await response.arrayBuffer()).toString('latin1')
    expect(pdf.startsWith('%PDF-')).toBe(true)
    for (const text of [row.awb, '302001', 'Seller Street', '12 Test Street']) expect(pdf).toContain(text)

    await shop.db.query(
      sql`update shipment set label_url = 'http://127.0.0.1:9/gone.pdf' where reference = ${orderId}`,
    )
    expect((await open()).status).toBe(200)

    const shown = await ordersOf(buyer)
    expect(shown.every((order: { shipmentLabelUrl: unknown }) => order.shipmentLabelUrl === null)).toBe(true)
    expect((await buyer.get(`/private/order/label/${orderId}`)).status).toBe(403)
    expect((await shop.client().get(`/private/order/label/${orderId}`)).status).toBe(401)

    await courierFault(shop, 'label.read', 'error-500', { times: 2 })
    expect((await open()).status).toBe(503)
  })

  test('is mailed about a new order once, and about low stock once for each fall below 10', async () => {
    const own = await addSeller(shop, { companyName: 'Mail Co' })
    const { productId, buyer } = await sellOne(shop, own, { name: 'Last Jars', units: 13, quantity: 5 })
    const subjects = async (part: string, count: number) =>
      (
        await eventually(
          () => shop.mail(own.email),
          (list) => list.filter((mail) => mail.subject.includes(part)).length >= count,
        )
      ).filter((mail) => mail.subject.includes(part))
    const [order] = await subjects('new order', 1)
    expect(order?.text).toContain('Last Jars × 5')
    const [low] = await subjects('running low', 1)
    expect(low?.text).toContain('Last Jars: 8 items left')

    const buyAgain = async () => {
      await buyer.post('/private/cart/add', { id: productId, quantity: 1 })
      expect((await buy(shop, buyer)).status).toBe(200)
    }
    await buyAgain()
    expect(await subjects('new order', 2)).toHaveLength(2)
    expect(await subjects('running low', 1)).toHaveLength(1)
    await setUnits(shop, productId, 10)
    await buyAgain()
    expect(await subjects('running low', 2)).toHaveLength(2)
    expect(await subjects('new order', 3)).toHaveLength(3)
  })
})

test(
  'with SHIPROCKET_* set it is the real courier: its token opens the webhook, and no demo parcel is tracked',
  nightly(
    'It starts another shop for its settings. The webhook and its token are proven each time with the stand-in.',
  ),
  async () => {
    const real = await startTestShop({
      seed: 'demo',
      courier: true,
      env: {
        SHIPROCKET_EMAIL: 'api@shop.example',
        SHIPROCKET_PASSWORD: 'not-a-password',
        SHIPROCKET_WEBHOOK_TOKEN: 'the-real-token',
      },
    })
    try {
      expect(real.running.shop.config.courier?.apiUrl).toBe('https://apiv2.shiprocket.in/v1/external')
      const body = { awb: 'DEMO00000001', shipment_status_id: 18 }
      const told = (key: string) => real.client().post('/webhooks/courier', body, { 'x-api-key': key })
      expect([
        (await told('the-real-token')).status,
        (await told(shop.running.shop.config.courier!.webhookToken)).status,
      ]).toEqual([200, 400])
      expect((await courierLedger(real)).parcels).toEqual([])
      expect(
        await real.db.query(sql`
        select id from shipment where check_at is not null or label_url is not null`),
      ).toEqual([])
    } finally {
      await real.stop()
    }
  },
)
