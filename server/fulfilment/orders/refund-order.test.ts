/** An order is refunded when its parcel does not arrive: whole, once, and never while a parcel is under way. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { buy, eventually, ordersOf } from '../../../tests/setup/buying.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { addAdmin, type Admin, auditOf } from '../../../tests/setup/people.ts'
import { addProduct, customerWithCart, unitsOf } from '../../../tests/setup/products.ts'
import { type Sale, sellOne } from '../../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { type Customer, startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sweepParcels } from '../../../tests/setup/parcels.ts'
import { makeParcelsDue } from '../../../tests/setup/clock.ts'
import {
  paymentLedger,
  courierLedger,
  courierFault,
  stopPaymentFaults,
  stopCourierFaults,
} from '../../../tests/setup/providers.ts'
import { newId } from '../../platform/db/ids.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let admin: Admin
let other: Admin
let seller: Seller
beforeAll(async () => {
  shop = await startTestShop({ courier: true })
  admin = await addAdmin(shop)
  other = await addAdmin(shop, undefined, ['support'])
  seller = await addSeller(shop)
})
beforeEach(async () => {
  await stopCourierFaults(shop)
  await stopPaymentFaults(shop)
})
afterEach(async () => expect(await brokenInvariants(shop.db)).toEqual([]))
afterAll(() => shop.stop())

const refund = (orderId: string, by: Admin = admin) =>
  by.post(`/public/admin/orders/${orderId}/refund`, { note: 'The parcel does not arrive.' })
const rowOf = async (orderId: string) =>
  (
    await shop.db.query<any>(sql`
      select o.status, o.awb_number as awb, o.shipment_status as "shipmentStatus", o.needs_attention as attention,
        s.check_at as "checkAt", o.shipment_label_url as label, p.id as "paymentId",
        (select coalesce(json_agg(json_build_object('amount', r.amount_paise, 'state', r.state, 'orderId', r.order_id)
          order by r.id), '[]') from refund r where r.payment_id = p.id) as refunds
      from orders o join payment p on p.checkout_id = o.checkout_id and p.outcome = 'order'
      left join order_shipment s on s.order_id = o.id where o.id = ${orderId}`)
  )[0]!
const until = (orderId: string, good: (row: any) => boolean) => eventually(() => rowOf(orderId), good)
const move = (orderId: string, body: object) => shop.kit(`/dev/shipments/${orderId}`, body)
const fault = (call: string, kind: string, more: object = {}) => courierFault(shop, call, kind, more)
/** What happens to one order in the next hours: it is due, and the timer's step is run. */
const laterSweep = async (orderId: string) => {
  await makeParcelsDue(shop, orderId)
  await sweepParcels(shop.running.shop)
}
const courierKnows = async (orderId: string) =>
  (await courierLedger(shop)).parcels.filter((parcel: any) => parcel.id === orderId)
const atProvider = async (paymentId: string): Promise<{ amount: number; status: string }[]> =>
  (await paymentLedger(shop)).refunds.filter((one: any) => one.payment_id === paymentId)
const booked = (orderId: string) =>
  until(orderId, (row) => row.label !== null && row.checkAt > new Date(Date.now() + 600_000))
async function sellBooked(wish: object = {}): Promise<Sale> {
  const sale = await sellOne(shop, seller, wish)
  await booked(sale.orderId)
  return sale
}
async function sellCancelled(wish: object = {}, status = 'Cancelled'): Promise<Sale> {
  const sale = await sellBooked(wish)
  await move(sale.orderId, { status })
  await until(sale.orderId, (row) => row.status === 'cancelled')
  return sale
}
/** The courier refuses for good: an administrator is told. */
async function sellUnbookable(wish: object = {}): Promise<Sale> {
  await stopCourierFaults(shop)
  await fault('orders.create', 'refuse-422', { times: 1_000 })
  const sale = await sellOne(shop, seller, wish)
  await until(sale.orderId, (row) => row.attention !== null)
  await stopCourierFaults(shop)
  return sale
}
/** One checkout of several lines, each of another seller, all booked, each dearer than the one before. */
async function sellSeveral(lines: number): Promise<{ buyer: Customer; orderIds: string[] }> {
  const products = []
  for (let n = 0; n < lines; n += 1)
    products.push(
      await addProduct(shop, { seller: await addSeller(shop), pricePaise: 10_000 * (n + 1), units: 10 }),
    )
  const buyer = await customerWithCart(shop, products)
  const { body } = await buy(shop, buyer)
  const orderIds = body
    .toSorted((a: any, b: any) => a.amount - b.amount)
    .map(({ id }: { id: string }) => id) as string[]
  for (const id of orderIds) await booked(id)
  return { buyer, orderIds }
}

describe('an order whose parcel does not arrive', () => {
  test('is refunded in full: money, My Orders, mails to both, audit; the stock returns where the courier never had the goods', async () => {
    const buyer = await customerWithCart(shop, [])
    const { orderId, productId } = await sellCancelled({ buyer, quantity: 2, units: 5, pricePaise: 12_345 })
    expect(await unitsOf(shop, productId)).toBe(3)
    const listed = async () => (await admin.get(`/public/admin/all-orders?q=${orderId}`)).body[0]
    expect(await listed()).toMatchObject({ refundable: true, status: 'cancelled' })

    expect(await refund(orderId)).toMatchObject({
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
    const { paymentId } = await until(orderId, (row) => row.refunds[0]?.state === 'processed')
    expect(await atProvider(paymentId)).toMatchObject([{ amount: 24_690, status: 'processed' }])
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
    expect((await rowOf(orderId)).status).toBe('refunded')
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
      const { orderId, productId } = await sellBooked({ units: 4 })
      for (const step of way.split(', '))
        await move(orderId, /\d/.test(step) ? { code: Number(step) } : { status: step })
      await until(orderId, (row) => row.attention !== null)
      expect((await refund(orderId)).status).toBe(200)
      expect(await unitsOf(shop, productId)).toBe(3)
      await until(orderId, (row) => row.refunds[0]?.state === 'processed')
      await laterSweep(orderId)
      expect((await rowOf(orderId)).status).toBe('refunded')
    })
  })

  test(
    'because nobody books it: refunded, back in stock, and never booked afterwards',
    nightly('One more reason of a refund. The refund in full is proved above each time.'),
    async () => {
      const { orderId, productId } = await sellUnbookable({ units: 4 })
      expect((await refund(orderId)).status).toBe(200)
      expect(await unitsOf(shop, productId)).toBe(4)
      await laterSweep(orderId)
      expect(await courierKnows(orderId)).toEqual([])
      expect(await rowOf(orderId)).toMatchObject({ status: 'refunded', awb: null, checkAt: null })
    },
  )

  test('under way, delivered, waiting for its booking or unknown is not refunded, in plain words', async () => {
    const { orderId } = await sellBooked()
    const said = async () => {
      const { status, body } = await refund(orderId)
      expect(status).toBe(409)
      expect((await admin.get(`/public/admin/all-orders?q=${orderId}`)).body[0].refundable).toBe(false)
      return body.msg
    }
    expect(await said()).toBe('The parcel of this order is booked. Cancel it at the courier first.')
    await move(orderId, { status: 'Shipped' })
    expect(await said()).toContain('is on its way')
    // The courier loses it and finds it again.
    await move(orderId, { code: 12 })
    await move(orderId, { status: 'Out for Delivery' })
    expect(await said()).toContain('is on its way')
    await move(orderId, { status: 'Delivered' })
    expect(await said()).toContain('is delivered')
    await fault('*', 'lost-request', { times: 1_000 })
    const { orderId: waiting } = await sellOne(shop, seller)
    expect((await refund(waiting)).body.msg).toContain('is still to be booked')
    await until(waiting, (row) => row.checkAt > new Date())
    await shop.db.query(sql`update shipment set check_at = null where reference = ${waiting}`)
    expect((await refund(newId())).status).toBe(404)
    expect((await admin.post(`/public/admin/orders/${waiting}/refund`, { note: ' ' })).status).toBe(400)
    expect((await rowOf(orderId)).refunds).toEqual([])
  })

  test(
    'and that was booked, though the answer was lost, is refused until that is known',
    nightly(
      'A lost answer of the courier. That a parcel under way is not refunded is proved above each time.',
    ),
    async () => {
      const { orderId } = await sellUnbookable()
      await fault('awb', 'lost-answer')
      await laterSweep(orderId)
      await shop.db.query(sql`
      update orders set needs_attention = 'The parcel could not be booked: test.' where id = ${orderId} and awb_number is null`)
      await shop.db.query(
        sql`update shipment set check_at = now() + interval '5 hours' where reference = ${orderId} and state is null`,
      )
      expect((await courierKnows(orderId))[0].awb).not.toBeNull()
      expect(await refund(orderId)).toMatchObject({
        status: 409,
        body: { msg: 'The courier has booked the parcel of this order. Cancel it there first.' },
      })
      await fault('*', 'lost-request', { times: 1_000 })
      expect((await refund(orderId)).status).toBe(503)
      expect((await rowOf(orderId)).refunds).toEqual([])
    },
  )
})

describe(
  'races',
  nightly(
    'Races of twenty. checkout/race.test.ts proves races for money each time, the other groups of this file the refund.',
  ),
  () => {
    test('twenty requests by two administrators: one refund, one mail, the stock once', async () => {
      const { orderId, productId, buyer } = await sellCancelled({ units: 7 })
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => refund(orderId, n % 2 ? admin : other)),
      )
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        200,
        ...Array.from({ length: 19 }, () => 409),
      ])
      expect(await unitsOf(shop, productId)).toBe(7)
      const { paymentId } = await until(orderId, (row) => row.refunds[0]?.state === 'processed')
      expect(await atProvider(paymentId)).toHaveLength(1)
      const [order] = await shop.db.query<{ number: string }>(
        sql`select number from orders where id = ${orderId}`,
      )
      const told = async () =>
        (await shop.mail(buyer.email)).filter(({ text }) => text.includes(`Order: ${order?.number}`))
      expect(await eventually(told, (list) => list.length > 0)).toHaveLength(1)
    })

    test('a refund against the booking of the same parcel: never both, whoever is first', async () => {
      const ends = { refunded: 0, booked: 0 }
      for (let round = 0; round < 12; round += 1) {
        const { orderId } = await sellUnbookable()
        if (round % 3 === 0) await fault('orders.create', 'slow', { ms: 150 })
        await shop.db.query(
          sql`update shipment set check_at = now() where reference = ${orderId} and withdrawn_at is null`,
        )
        const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
        const asked = refund(orderId)
        // The last round lets the refund start first, so that both outcomes occur on a machine of any speed.
        const lead = () => (round === 11 ? asked : wait(round * 3))
        const [answer] = await Promise.all([
          asked,
          lead().then(() => sweepParcels(shop.running.shop)),
          lead().then(() => sweepParcels(shop.running.shop)),
        ])
        await laterSweep(orderId)
        const row = await rowOf(orderId)
        const parcels = await courierKnows(orderId)
        const won = answer.status === 200 ? 'refunded' : 'booked'
        ends[won] += 1
        expect({ ...row, parcels: parcels.length, answer: answer.status }).toMatchObject(
          won === 'refunded'
            ? { status: 'refunded', awb: null, checkAt: null, parcels: 0, answer: 200 }
            : { status: 'processing', refunds: [], parcels: 1, answer: 409 },
        )
      }
      expect(ends.refunded).toBeGreaterThan(0)
      expect(ends.booked).toBeGreaterThan(0)
    })

    test('a worker whose lease ends while it waits for the courier does not book an order that was refunded meanwhile', async () => {
      const { orderId } = await sellUnbookable()
      // Its job would take the lease on the parcel, which is ended below, before the refund does. The same holds for a try that
      // is under way or retried.
      await eventually(
        async () => {
          await shop.db.query(
            sql`delete from pgboss.job where name = 'continue-shipment' and state <> 'active'`,
          )
          return shop.db.query(sql`select 1 from pgboss.job where name = 'continue-shipment'`)
        },
        (jobs) => jobs.length === 0,
      )
      // Parcels of the tests before would take the slow response.
      await shop.db.query(sql`
        update shipment set check_at = now() + interval '1 hour' where check_at is not null and reference <> ${orderId}`)
      // It waits for the courier's search; meanwhile its lease ends, and the order is refunded.
      await fault('orders.search', 'slow', { ms: 5_000 })
      await shop.db.query(
        sql`update shipment set check_at = now(), booking_started_at = now(), from_place = '{}', to_place = '{}', weight_grams = 1
          where reference = ${orderId}`,
      )
      const stuck = sweepParcels(shop.running.shop)
      await eventually(
        () => rowOf(orderId),
        (row) => row.checkAt > new Date(Date.now() + 60_000),
      )
      // The refund searches, too: the slow response must be the worker's.
      await eventually(
        () => shop.kit('/sandbox/courier/faults', undefined, 'GET'),
        (faults) => faults.length === 0,
      )
      await shop.db.query(sql`
      update shipment set check_at = now() - interval '1 second' where reference = ${orderId}`)
      expect(await refund(orderId)).toMatchObject({ status: 200 })
      await stuck
      await laterSweep(orderId)
      expect(await courierKnows(orderId)).toEqual([])
      expect(await rowOf(orderId)).toMatchObject({ status: 'refunded', awb: null, checkAt: null })
    })

    test('all lines of one purchase at once: each its own money, together the payment, to the paisa', async () => {
      const { orderIds } = await sellSeveral(4)
      for (const id of orderIds) await move(id, { status: 'Cancelled' })
      const answers = await Promise.all(orderIds.flatMap((id) => [refund(id), refund(id, other), refund(id)]))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(4)
      const { paymentId } = await until(orderIds[0]!, (row) =>
        row.refunds.every(({ state }: any) => state === 'processed'),
      )
      expect((await atProvider(paymentId)).map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([
        10_000, 20_000, 30_000, 40_000,
      ])
    })

    test('against refunds in the dashboard at the same moment: never more than was paid, and no order twice', async () => {
      for (let round = 0; round < 4; round += 1) {
        const { orderIds } = await sellSeveral(2)
        const [small, large] = orderIds as [string, string]
        for (const id of orderIds) await move(id, { status: 'Cancelled' })
        const { paymentId } = await rowOf(small)
        const amount = [undefined, 10_000, 25_000, 5_000][round]
        await Promise.all([
          refund(small),
          shop.kit(`/sandbox/payments/refunds/${paymentId}`, amount ? { amount } : {}).catch(() => null),
          refund(large),
        ])
        await eventually(
          async () => {
            // An amount that no order explains waits for a person, and so do the other refunds.
            const { body: late } = await admin.get(`/public/admin/refunds?q=${paymentId}`)
            for (const { id, attention } of late)
              if (attention === 'unmatched')
                await admin.post(`/public/admin/refunds/${id}/answer`, { answer: 'gift', note: 'A gift.' })
            return rowOf(small)
          },
          ({ refunds }) => refunds.every(({ state }: any) => state === 'processed' || state === 'replaced'),
        )
        const moved = (await atProvider(paymentId)).filter(({ status }) => status !== 'failed')
        expect(moved.reduce((sum, one) => sum + one.amount, 0)).toBe(30_000)
        expect([(await rowOf(small)).status, (await rowOf(large)).status]).toEqual(['refunded', 'refunded'])
      }
    })
  },
)

describe(
  'together with refunds made at the provider',
  nightly('Six mixtures. unmatched-refunds.test.ts proves refunds made at the provider each time.'),
  () => {
    test('without any webhook: the refund of the same amount is found, not made again', async () => {
      await shop.kit('/sandbox/payments/webhooks', { mode: 'off' })
      const { orderIds } = await sellSeveral(2)
      const [small] = orderIds as [string, string]
      const { paymentId } = await rowOf(small)
      await move(small, { status: 'Cancelled' })
      await shop.kit(`/sandbox/payments/refunds/${paymentId}`, { amount: 10_000 })
      await shop.kit('/sandbox/payments/webhooks', { mode: 'normal' })
      expect((await refund(small)).status).toBe(200)
      await until(small, ({ refunds }) => refunds[0]?.state !== 'scheduled')
      expect((await rowOf(small)).refunds).toMatchObject([{ orderId: small, amount: 10_000 }])
      expect(await atProvider(paymentId)).toHaveLength(1)
    })

    test('the whole payment: the orders end without another paisa', async () => {
      const { orderIds } = await sellSeveral(2)
      const { paymentId } = await rowOf(orderIds[0]!)
      await shop.kit(`/sandbox/payments/refunds/${paymentId}`, {})
      for (const id of orderIds) {
        await until(id, (row) => row.attention?.startsWith('The whole payment of this order'))
        await move(id, { status: 'Cancelled' })
        expect((await refund(id)).body.msg).toContain('₹0.00 of')
      }
      expect(await atProvider(paymentId)).toHaveLength(1)
      expect((await rowOf(orderIds[0]!)).refunds).toHaveLength(1)
    })

    test('the whole payment, and then a failed booking: the next try ends the order, and nothing goes back twice', async () => {
      const { orderId } = await sellUnbookable()
      const { paymentId } = await rowOf(orderId)
      await shop.kit(`/sandbox/payments/refunds/${paymentId}`, {})
      await until(orderId, ({ attention }) =>
        /^The whole payment .+ The parcel could not be booked: /.test(attention),
      )
      await laterSweep(orderId)
      await until(orderId, ({ status }) => status === 'refunded')
      expect(await courierKnows(orderId)).toEqual([])
      expect(await atProvider(paymentId)).toHaveLength(1)
    })

    test('a part of it: an order is not flagged for money that an order refunded meanwhile accounts for', async () => {
      const { orderIds } = await sellSeveral(2)
      const [small, large] = orderIds as [string, string]
      const { paymentId } = await rowOf(large)
      // The job waits, as on a busy queue.
      await shop.db.execute(`
      create function wait_an_hour() returns trigger language plpgsql as $$
        begin new.start_after := now() + interval '1 hour'; return new; end $$;
      create trigger flag_waits before insert on pgboss.job for each row
        when (new.name = 'flag-orders-in-doubt') execute function wait_an_hour();`)
      try {
        await shop.kit(`/sandbox/payments/refunds/${paymentId}`, { amount: 20_000 })
        await until(large, ({ refunds }) => refunds.length === 1)
        await move(large, { status: 'Cancelled' })
        expect((await refund(large)).body.msg).toContain('₹0.00 of ₹200.00 goes back now')
      } finally {
        await shop.db.execute('drop function wait_an_hour cascade')
      }
      await shop.db.query(sql`
      update pgboss.job set start_after = now() where name = 'flag-orders-in-doubt' and state = 'created'`)
      await eventually(
        () =>
          shop.db.query(sql`
          select 1 from pgboss.job where name = 'flag-orders-in-doubt' and state not in ('completed', 'failed')`),
        (waiting) => waiting.length === 0,
      )
      expect((await rowOf(small)).attention).toBeNull()
    })

    test('a part of it, after our own refund failed: an administrator pays the rest by hand, once', async () => {
      const { orderIds } = await sellSeveral(2)
      const [small] = orderIds as [string, string]
      const { paymentId } = await rowOf(small)
      await move(small, { status: 'Cancelled' })
      await shop.kit('/sandbox/payments/faults', { call: 'refunds.process', fault: 'refuse-400' })
      expect((await refund(small)).status).toBe(200)
      await until(small, ({ refunds }) => refunds[0]?.state === 'failed')
      await shop.kit(`/sandbox/payments/refunds/${paymentId}`, { amount: 25_000 })
      await until(small, ({ refunds }) => refunds.some(({ state }: any) => state === 'processed'))
      const late = async () =>
        (await admin.get(`/public/admin/refunds?q=${paymentId}`)).body as { id: string; amount: number }[]
      expect(await late()).toMatchObject([{ amount: 50 }])
      const [rest] = await late()
      const settled = await admin.post(`/public/admin/refunds/${rest!.id}/settled`, { note: 'by bank' })
      expect(settled).toMatchObject({ status: 200 })
      expect(await late()).toEqual([])
    })

    test('a part of it: only the rest of what the refunded orders cost goes back', async () => {
      const { orderIds } = await sellSeveral(2)
      const [small, large] = orderIds as [string, string]
      const { paymentId } = await rowOf(small)
      await shop.kit(`/sandbox/payments/refunds/${paymentId}`, { amount: 4_000 })
      await until(small, ({ refunds }) => refunds.length === 1)
      await move(small, { status: 'Cancelled' })
      expect((await refund(small)).body.msg).toContain('₹60.00 of ₹100.00 goes back now')
      await move(large, { status: 'RTO' })
      expect((await refund(large)).body.msg).toBe('The order is refunded: ₹200.00 goes back.')
      await until(small, ({ refunds }) => refunds.every(({ state }: any) => state === 'processed'))
      expect((await atProvider(paymentId)).map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([
        4_000, 6_000, 20_000,
      ])
    })
  },
)
