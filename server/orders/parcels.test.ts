/** Parcels: each order is booked once, moves forward only, and its label is its seller's alone (api-rules §3, §4). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buy, eventually } from '../../tests/setup/buying.ts'
import { customerWithCart } from '../../tests/setup/products.ts'
import { addSeller, type Sale, type Seller, sellOne } from '../../tests/setup/sellers.ts'
import { type Customer, startTestShop, type TestShop } from '../../tests/setup/shop.ts'
import { sql } from '../db/sql.ts'
import { sweepParcels } from './sweep-parcels.ts'

let shop: TestShop
let seller: Seller
beforeAll(async () => {
  shop = await startTestShop({ courier: true })
  seller = await addSeller(shop)
})
beforeEach(async () => {
  await shop.kit('/sandbox/courier/faults', undefined, 'DELETE')
  await shop.kit('/sandbox/courier/webhooks', { mode: 'normal' })
})
afterAll(() => shop.stop())

interface Row {
  status: string
  shipmentStatus: string | null
  code: number | null
  awb: string | null
  shipmentId: string | null
  labelUrl: string | null
  courier: string | null
  deliveryDate: Date | null
  attention: string | null
  checkAt: Date | null
}

const rowOf = async (orderId: string): Promise<Row> =>
  (
    await shop.db.query<Row>(sql`
      select status, shipment_status as "shipmentStatus", shipment_status_code as code, awb_number as awb,
        shipment_id as "shipmentId", shipment_label_url as "labelUrl", courier_name as courier,
        delivery_date as "deliveryDate", needs_attention as attention, parcel_check_at as "checkAt"
      from orders where id = ${orderId}`)
  )[0]!
const until = (orderId: string, good: (row: Row) => boolean) => eventually(() => rowOf(orderId), good)
const booked = (orderId: string) =>
  until(orderId, (row) => row.labelUrl !== null && row.awb !== null && row.attention === null)
const sellBooked = async (buyer?: Customer): Promise<Sale & { row: Row }> => {
  const sale = await sellOne(shop, seller, { ...(buyer && { buyer }) })
  const row = await booked(sale.orderId)
  // The label is there a moment before the job has said when the parcel is looked at next.
  await eventually(
    () =>
      shop.db
        .query(sql`select from pgboss.job where name = 'book-parcel' and data ->> 'orderId' = ${sale.orderId}
        and state in ('created', 'active')`),
    (jobs) => jobs.length === 0,
  )
  return { ...sale, row }
}
/** What the next minutes bring: everything that waits is due, and the timer's step is run. */
const laterSweep = async () => {
  await shop.db.execute(
    "update orders set parcel_check_at = now() - interval '1 second' where parcel_check_at is not null",
  )
  await sweepParcels(shop.running.shop)
}
const ledger = () => shop.kit('/sandbox/courier/ledger.json', undefined, 'GET')
const parcelsFor = async (orderId: string) =>
  (await ledger()).parcels.filter((parcel: { id: string }) => parcel.id === orderId)
const fault = (call: string, kind: string, more: object = {}) =>
  shop.kit('/sandbox/courier/faults', { call, fault: kind, ...more })
const move = (orderId: string, body: object) => shop.kit(`/dev/shipments/${orderId}`, body)

const token = async () => shop.running.shop.config.courier!.webhookToken
const stamp = (at: Date) => {
  const text = new Date(at.getTime() + 330 * 60_000).toISOString()
  return `${text.slice(8, 10)} ${text.slice(5, 7)} ${text.slice(0, 4)} ${text.slice(11, 19)}`
}
const webhook = async (body: object, key?: string) =>
  shop.client().post('/webhooks/courier', body, { 'x-api-key': key ?? (await token()) })
const tell = async (row: Row, code: number, at: Date) =>
  webhook({
    awb: row.awb,
    shipment_status_id: code,
    shipment_status: `code ${code}`,
    current_timestamp: stamp(at),
  })
const minutesAgo = (minutes: number) => new Date(Math.floor(Date.now() / 1_000) * 1_000 - minutes * 60_000)

describe('booking', () => {
  test('a placed order becomes a parcel by itself: shipment, AWB, courier, label, pickup; pending → processing', async () => {
    const { orderId } = await sellOne(shop, seller, { pricePaise: 24_950, quantity: 3 })
    const row = await booked(orderId)
    expect(row).toMatchObject({ status: 'processing', shipmentStatus: 'Pending', courier: 'Sandbox Surface' })
    const [parcel, ...more] = await parcelsFor(orderId)
    expect(more).toEqual([])
    expect(parcel).toMatchObject({ awb: row.awb, shipmentId: Number(row.shipmentId) })
    await eventually(
      async () => (await parcelsFor(orderId))[0].pickupAt,
      (at) => at !== null,
    )
  })

  test("weights and sizes go in the courier's units: grams as kilograms, three pieces lie on one another", async () => {
    const { orderId, productId } = await sellOne(shop, seller, { name: 'Heavy Jar', quantity: 3 })
    await booked(orderId)
    const [parcel] = await parcelsFor(orderId)
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
    expect(parcel.place).toMatchObject({ pin_code: '411001', name: 'Test Seller', phone: '9000000001' })
  })

  test.each([
    ['pickup-places', 'lost-answer'],
    ['orders.create', 'lost-answer'],
    ['orders.create', 'lost-request'],
    ['awb', 'lost-answer'],
    ['awb', 'inside-200'],
    ['awb', 'error-500'],
    ['label', 'lost-answer'],
    ['pickup', 'lost-answer'],
    ['pickup', 'inside-200'],
    ['*', 'rate-limit-429'],
  ])('%s goes wrong (%s): the booking goes on where it stood, with one shipment', async (call, kind) => {
    const fresh = await addSeller(shop)
    await fault(call, kind)
    const { orderId } = await sellOne(shop, fresh)
    await eventually(
      async () => {
        await laterSweep()
        return (await parcelsFor(orderId))[0]
      },
      (parcel) => parcel?.awb && parcel.pickupAt !== null && parcel.labelKey !== null,
    )
    await laterSweep()
    expect(await booked(orderId)).toMatchObject({ awb: (await parcelsFor(orderId))[0].awb })
    expect(await parcelsFor(orderId)).toHaveLength(1)
  })

  test('after an expired token (401) the shop logs in again, and nobody notices', async () => {
    await fault('orders.create', 'expired-401')
    const { orderId } = await sellOne(shop, seller)
    expect(await booked(orderId)).toMatchObject({ status: 'processing' })
  })

  test('the label is missing: the parcel is booked and fetched all the same, and the label comes later', async () => {
    await fault('label', 'inside-200', { times: 3 })
    const { orderId } = await sellOne(shop, seller)
    const row = await until(orderId, (r) => r.awb !== null)
    expect(row).toMatchObject({ status: 'processing', labelUrl: null })
    await eventually(
      async () => (await parcelsFor(orderId))[0].pickupAt,
      (at) => at !== null,
    )
    const mine = (await seller.get('/private/order/get/seller')).body.find(
      (order: { id: string }) => order.id === orderId,
    )
    expect(mine.shipmentLabelUrl).toBeNull()
    expect((await seller.get(`/private/order/label/${orderId}`)).status).toBe(404)
    await shop.kit('/sandbox/courier/faults', undefined, 'DELETE')
    await laterSweep()
    await booked(orderId)
  })

  test('courier down for an hour: orders wait as Pending, nothing is sent twice, then every one is booked', async () => {
    await fault('*', 'lost-request', { times: 1_000_000 })
    const sales = [await sellOne(shop, seller), await sellOne(shop, seller), await sellOne(shop, seller)]
    for (let minute = 0; minute < 6; minute += 1) await laterSweep()
    for (const { orderId, buyer } of sales) {
      expect(await rowOf(orderId)).toMatchObject({ status: 'pending', awb: null, attention: null })
      const shown = (await buyer.get('/private/order/get/customer')).body
      const order = shown.find((one: { id: string }) => one.id === orderId)
      expect(order).toMatchObject({ status: 'pending', awbNumber: null, shipmentLabelUrl: null })
    }
    await shop.kit('/sandbox/courier/faults', undefined, 'DELETE')
    // The courier is asked again some seconds after the last silence (the circuit breaker before it).
    await eventually(
      async () => {
        await laterSweep()
        return Promise.all(sales.map(({ orderId }) => rowOf(orderId)))
      },
      (rows) => rows.every((row) => row.awb !== null),
    )
    for (const { orderId } of sales) {
      await booked(orderId)
      expect(await parcelsFor(orderId)).toHaveLength(1)
    }
  })

  test('failed for good: flagged for an administrator in the courier’s words, and booked once the reason is removed', async () => {
    await fault('orders.create', 'refuse-422')
    const { orderId: refused } = await sellOne(shop, seller)
    const row = await until(refused, (r) => r.attention !== null)
    expect(row).toMatchObject({ status: 'pending', awb: null })
    expect(row.attention).toMatch(/^The parcel could not be booked: .*Refused on request/)
    // Not again within minutes: that is a person's business now.
    expect(row.checkAt!.getTime()).toBeGreaterThan(Date.now() + 3_600_000)
    await laterSweep()
    expect(await booked(refused)).toMatchObject({ status: 'processing', attention: null })
  })

  test('nobody delivers there: flagged, the failure inside HTTP 200 included', async () => {
    await fault('*', 'lost-request', { times: 1_000_000 })
    const { orderId } = await sellOne(shop, seller)
    await shop.db.query(sql`update orders set pin_code = '990001' where id = ${orderId}`)
    await shop.kit('/sandbox/courier/faults', undefined, 'DELETE')
    await laterSweep()
    const row = await until(orderId, (r) => r.attention !== null)
    expect(row.attention).toContain('No courier is serviceable for this pincode.')
    await shop.db.query(sql`update orders set parcel_check_at = null where id = ${orderId}`)
  })

  test('parcels of a seller who moved are fetched at the new place', async () => {
    const moving = await addSeller(shop)
    await booked((await sellOne(shop, moving)).orderId)
    await shop.db.query(
      sql`update seller set street = 'New Street', pin_code = '411002' where account_id = ${moving.id}`,
    )
    const { orderId } = await sellOne(shop, moving)
    await booked(orderId)
    expect((await parcelsFor(orderId))[0].place).toMatchObject({ pin_code: '411002' })
  })

  test('refunded orders are never booked', async () => {
    const rows = await shop.db.query(sql`
      select id from orders where status = 'refunded' and (parcel_check_at is not null or shipment_id is not null)`)
    expect(rows).toEqual([])
  })
})

describe('the way of a parcel', () => {
  test('shipped, in transit, out for delivery, delivered: status, date and one e-mail each', async () => {
    const { orderId, buyer, row } = await sellBooked(await customerWithCart(shop, []))
    const seen: unknown[] = []
    for (const status of ['Shipped', 'In Transit', 'Out for Delivery', 'Delivered']) {
      await move(orderId, { status })
      const [order] = (await buyer.get('/private/order/get/customer')).body
      seen.push([order.shipmentStatus, order.status, order.deliveryDate !== null])
    }
    expect(seen).toEqual([
      ['Shipped', 'shipped', false],
      ['In Transit', 'shipped', false],
      ['Out for Delivery', 'shipped', false],
      ['Delivered', 'completed', true],
    ])
    expect(await rowOf(orderId)).toMatchObject({ code: 7, checkAt: null, attention: null })
    const mails = await eventually(
      () => shop.mail(buyer.email, 5),
      (list) => list.some((mail) => mail.subject.includes('is delivered')),
    )
    const subjects = mails.map((mail) => mail.subject).filter((subject) => /order (is|arrives)/.test(subject))
    expect(subjects.toSorted()).toEqual([
      'Your Hariyali order arrives today',
      'Your Hariyali order is delivered',
      'Your Hariyali order is on its way',
      'Your Hariyali order is placed',
    ])
    expect(mails.find((mail) => mail.subject.includes('on its way'))?.text).toContain(row.awb)
  })

  test('late and repeated webhooks change nothing; raw codes are kept', async () => {
    const { orderId, buyer, row } = await sellBooked(await customerWithCart(shop, []))
    const [early, late, latest] = [minutesAgo(30), minutesAgo(20), minutesAgo(10)]
    await tell(row, 17, late)
    expect(await rowOf(orderId)).toMatchObject({ shipmentStatus: 'Out for Delivery', status: 'shipped' })
    for (const [code, at] of [
      [6, early],
      [18, early],
      [17, late],
      [17, late],
      [3, latest],
    ] as const)
      expect((await tell(row, code, at)).status).toBe(200)
    expect(await rowOf(orderId)).toMatchObject({ shipmentStatus: 'Out for Delivery', status: 'shipped' })
    await tell(row, 7, latest)
    const delivered = await rowOf(orderId)
    expect(delivered).toMatchObject({
      shipmentStatus: 'Delivered',
      status: 'completed',
      deliveryDate: latest,
    })
    for (const code of [7, 17, 9, 8, 12]) await tell(row, code, minutesAgo(1))
    expect(await rowOf(orderId)).toEqual(delivered)
    const events = await shop.db.query<{ code: number }>(
      sql`select code from parcel_event where order_id = ${orderId} order by code, happened_at`,
    )
    expect(events.map((event) => event.code)).toEqual([3, 6, 7, 7, 8, 9, 12, 17, 17, 18])
    const mails = await eventually(
      () => shop.mail(buyer.email, 4),
      (list) => list.some((mail) => mail.subject.includes('is delivered')),
    )
    expect(mails.filter((mail) => mail.subject.includes('arrives today'))).toHaveLength(1)
    expect(mails.filter((mail) => mail.subject.includes('is delivered'))).toHaveLength(1)
  })

  test('twenty copies of one webhook at once have one effect', async () => {
    const { orderId, buyer, row } = await sellBooked(await customerWithCart(shop, []))
    const at = minutesAgo(2)
    const answers = await Promise.all(Array.from({ length: 20 }, () => tell(row, 7, at)))
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(await rowOf(orderId)).toMatchObject({ shipmentStatus: 'Delivered', deliveryDate: at })
    const mails = await eventually(
      () => shop.mail(buyer.email, 3),
      (list) => list.some((mail) => mail.subject.includes('is delivered')),
    )
    expect(mails.filter((mail) => mail.subject.includes('is delivered'))).toHaveLength(1)
  })

  test('the order’s id with the courier’s prefix names the parcel, too', async () => {
    const { orderId } = await sellBooked()
    const body = { order_id: `4711_${orderId}`, shipment_status_id: '6', current_timestamp: 'no time at all' }
    expect((await webhook(body)).status).toBe(200)
    expect(await rowOf(orderId)).toMatchObject({ shipmentStatus: 'Shipped' })
  })

  test('a forged token, no token and no webhook are refused with 400, and nothing moves', async () => {
    const { orderId } = await sellBooked()
    // The booking's last step sets when the parcel is looked at next.
    const row = await eventually(
      () => rowOf(orderId),
      ({ checkAt }) => checkAt !== null && checkAt.getTime() > Date.now() + 3_600_000,
    )
    const body = { awb: row.awb, order_id: orderId, shipment_status_id: 7 }
    const right = await token()
    for (const key of ['', 'x', right.slice(0, -1), `${right}x`, right.toUpperCase()])
      expect((await webhook(body, key)).status).toBe(400)
    for (const raw of ['', 'null', '[]', '{', '"7"', '\u0000']) {
      const response = await shop.client().request('/webhooks/courier', {
        method: 'POST',
        body: raw,
        headers: { 'x-api-key': right },
      })
      expect(response.status).toBe(400)
    }
    expect(await rowOf(orderId)).toEqual(row)
  })

  test('odd webhooks are answered 200 and change nothing: unknown codes, wrong types, unknown parcels', async () => {
    const { orderId, row } = await sellBooked()
    for (const body of [
      { awb: row.awb, shipment_status_id: 999 },
      { awb: row.awb, shipment_status_id: null, current_status: 'DELIVERED' },
      // The order table's number of 'out for delivery' is no code of a shipment that was delivered.
      { awb: row.awb, current_status_id: 7 },
      { awb: { a: 1 }, order_id: ['x'], shipment_status_id: 7 },
      { awb: '00000000', shipment_status_id: 7 },
      { order_id: '00000000-0000-7000-8000-000000000000', shipment_status_id: 7 },
    ])
      expect((await webhook(body)).status).toBe(200)
    expect(await rowOf(orderId)).toMatchObject({ status: 'processing', shipmentStatus: 'Pending' })
  })

  test.each([
    [12, 'The courier lost the parcel (12).'],
    [25, 'The parcel is damaged (25).'],
    [24, 'The parcel was destroyed (24).'],
  ])('code %i: flagged for a person, the status stays', async (code, words) => {
    const { orderId, row } = await sellBooked()
    await tell(row, 18, minutesAgo(9))
    await tell(row, code, minutesAgo(5))
    expect(await rowOf(orderId)).toMatchObject({
      status: 'shipped',
      shipmentStatus: 'In Transit',
      code,
      attention: words,
    })
  })

  test('cancelled and returned parcels end the order and are flagged: the buyer has paid', async () => {
    const cancelled = await sellBooked()
    await move(cancelled.orderId, { status: 'Cancelled' })
    expect(await rowOf(cancelled.orderId)).toMatchObject({
      status: 'cancelled',
      shipmentStatus: 'Cancelled',
      checkAt: null,
    })
    const returned = await sellBooked()
    await move(returned.orderId, { status: 'Out for Delivery' })
    await move(returned.orderId, { status: 'RTO' })
    const row = await rowOf(returned.orderId)
    expect(row).toMatchObject({ status: 'cancelled', shipmentStatus: 'RTO', deliveryDate: null })
    expect(row.attention).toBe('The parcel goes back to the seller (9).')
  })

  test('webhooks lost: the sweep finds the same events, with the courier’s own time', async () => {
    await shop.kit('/sandbox/courier/webhooks', { mode: 'off' })
    const { orderId, row } = await sellBooked()
    await move(orderId, { status: 'Shipped' })
    await move(orderId, { status: 'Delivered' })
    expect(await rowOf(orderId)).toMatchObject({ shipmentStatus: 'Pending' })
    await laterSweep()
    const delivered = await rowOf(orderId)
    expect(delivered).toMatchObject({ status: 'completed', shipmentStatus: 'Delivered', checkAt: null })
    expect(Math.abs(delivered.deliveryDate!.getTime() - Date.now())).toBeLessThan(60_000)
    // The webhook comes after all.
    await tell(row, 7, delivered.deliveryDate!)
    expect(await rowOf(orderId)).toEqual(delivered)
  })

  test('no delivery after 30 days: flagged for an administrator', async () => {
    const { orderId } = await sellBooked()
    await shop.db.query(sql`update orders set created_at = now() - interval '31 days' where id = ${orderId}`)
    await laterSweep()
    expect(await rowOf(orderId)).toMatchObject({ attention: 'Not delivered after 30 days.', checkAt: null })
  })
})

describe('a seller', () => {
  test("sees the own orders, newest first, in pages, and nothing of another's", async () => {
    const [first, second] = [await addSeller(shop, 'First Co'), await addSeller(shop, 'Second Co')]
    const mine: string[] = []
    for (let i = 0; i < 3; i += 1) mine.push((await sellOne(shop, first)).orderId)
    const { orderId: foreign } = await sellOne(shop, second)
    await booked(foreign)
    for (const id of mine) await booked(id)
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
    // Another seller's label is answered like one that is not there.
    const missing = await first.get('/private/order/label/00000000-0000-7000-8000-000000000000')
    expect(await first.get(`/private/order/label/${foreign}`)).toMatchObject({
      status: 404,
      body: missing.body,
    })
    expect(missing.status).toBe(404)
  })

  test('opens the label: the courier’s PDF, for its seller only, also when its address has run out', async () => {
    const { orderId, buyer, row } = await sellBooked()
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
      sql`update orders set shipment_label_url = 'http://127.0.0.1:9/gone.pdf' where id = ${orderId}`,
    )
    expect((await open()).status).toBe(200)

    const shown = (await buyer.get('/private/order/get/customer')).body
    expect(shown.every((order: { shipmentLabelUrl: unknown }) => order.shipmentLabelUrl === null)).toBe(true)
    expect((await buyer.get(`/private/order/label/${orderId}`)).status).toBe(403)
    expect((await shop.client().get(`/private/order/label/${orderId}`)).status).toBe(401)

    await fault('label.read', 'error-500', { times: 2 })
    expect((await open()).status).toBe(503)
  })

  test('is mailed about a new order once, and about low stock once for each fall below 10', async () => {
    const own = await addSeller(shop, 'Mail Co')
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
    await shop.db.query(sql`update product set units = 10 where id = ${productId}`)
    await buyAgain()
    expect(await subjects('running low', 2)).toHaveLength(2)
    expect(await subjects('new order', 3)).toHaveLength(3)
  })
})

test('with SHIPROCKET_* set it is the real courier: its token opens the webhook, and no demo parcel is tracked', async () => {
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
    expect([(await told('the-real-token')).status, (await told(await token())).status]).toEqual([200, 400])
    expect((await real.kit('/sandbox/courier/ledger.json', undefined, 'GET')).parcels).toEqual([])
    expect(
      await real.db.query(sql`
        select id from orders where parcel_check_at is not null or shipment_label_url is not null`),
    ).toEqual([])
  } finally {
    await real.stop()
  }
})
