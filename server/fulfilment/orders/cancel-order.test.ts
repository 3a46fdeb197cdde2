/**
 * A buyer cancels within one hour and before the hand-over: money, stock and parcel follow from one decision (specification
 * §9).
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buy, eventually, ordersOf } from '../../../tests/setup/buying.ts'
import { endCancelTime, endRateLimits } from '../../../tests/setup/clock.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { nightly } from '../../../tests/setup/nightly.ts'
import {
  courierWebhook,
  moveParcel,
  parcelOf,
  type ParcelRow,
  sellBooked,
  sweepDueParcels,
  untilBooked,
  untilBookedAnew,
  untilNoneBooks,
  untilParcel,
} from '../../../tests/setup/parcels.ts'
import { untilWaitingForLock } from '../../../tests/setup/locks.ts'
import { addAdmin, type Admin, auditOf } from '../../../tests/setup/people.ts'
import { addProduct, customerWithCart, unitsOf } from '../../../tests/setup/products.ts'
import {
  courierFault,
  courierLedger,
  resetCourier,
  stopCourierFaults,
} from '../../../tests/setup/providers.ts'
import { type Sale, sellOne } from '../../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { type Customer, startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { newId } from '../../platform/db/ids.ts'
import { sql } from '../../platform/db/sql.ts'
import { runAsWorkload } from '../../platform/db/workload.ts'
import { type CancelFacts, cancelRefusal } from './cancel-rules.ts'
import { readOrderToRefund } from './refund-queries.ts'

let shop: TestShop
let admin: Admin
let seller: Seller
beforeAll(async () => {
  shop = await startTestShop({ courier: true })
  admin = await addAdmin(shop)
  seller = await addSeller(shop)
})
beforeEach(async () => {
  await resetCourier(shop)
  await endRateLimits(shop)
})
afterEach(async () => expect(await brokenInvariants(shop.db)).toEqual([]))
afterAll(() => shop.stop())

const cancel = ({ buyer, orderId }: Sale, body: object = {}) =>
  buyer.post(`/private/order/cancel/${orderId}`, body)
const moneyOf = async (orderId: string) =>
  (
    await shop.db.query<any>(sql`
      select o.status, o.parcel_no as "parcelNo", o.cancelled_units as cancelled, o.refunded_paise as refunded,
        o.needs_attention as attention,
        (select coalesce(json_agg(r.amount_paise order by r.id), '[]') from refund r where r.order_id = o.id) as refunds,
        (select coalesce(json_agg(json_build_object('units', c.units, 'paise', c.paise, 'by', c.by, 'parcelNo', c.parcel_no,
          'bookingStarted', c.booking_started, 'atCourier', c.courier_cancelled_at is not null, 'refund', c.refund_id is not null) order by c.id), '[]')
          from cancellation c where c.order_id = o.id) as cancellations
      from orders o where o.id = ${orderId}`)
  )[0]!
/** All parcels of the order at the courier, oldest first. */
const parcelsAt = async (orderId: string) =>
  (await courierLedger(shop)).parcels.filter(({ id }) => id.startsWith(orderId))
const liveAt = async (orderId: string) => (await parcelsAt(orderId)).filter((one) => !one.cancelled)
const untilCancelledThere = (orderId: string) =>
  eventually(
    () => moneyOf(orderId),
    ({ cancellations }) => cancellations.every((one: any) => one.atCourier),
  )
const untilBookingStarted = (orderId: string) =>
  eventually(
    () => shop.db.query(sql`select from orders where id = ${orderId} and booking_started_at is not null`),
    (rows) => rows.length === 1,
  )
/** What decides about an order that waits for its parcel, as if it had been placed before orders had terms. */
const factsWithoutTerms = async (id: string): Promise<CancelFacts> => ({
  ...(await readOrderToRefund(shop.db, id))!,
  status: 'pending',
  shipmentStatus: null,
  shipmentStatusCode: null,
  sold: false,
  cancelUntil: null,
  inTime: false,
  returnDays: null,
})
/** One purchase of ten products, one piece each. */
async function sellTen(): Promise<Sale[]> {
  const products = []
  for (let n = 0; n < 10; n += 1) products.push(await addProduct(shop, { seller, units: 1 }))
  const buyer = await customerWithCart(shop, products)
  const ids = products.map(({ id }) => id)
  const { body } = await buy(shop, buyer)
  const rows = await shop.db.query<{ id: string; product: string }>(sql`
    select id, product_id as product from orders where product_id = any(${ids}::uuid[])`)
  if (rows.length !== 10) throw new Error(JSON.stringify(body))
  return rows.map(({ id, product }) => ({ orderId: id, productId: product, buyer }))
}
/** No worker is booking a parcel, and none is about to. */
const shownTo = async (buyer: Customer, orderId: string) =>
  (await ordersOf(buyer)).find((order) => order.id === orderId)
const subjects = async (email: string) => (await shop.mail(email)).map(({ subject }) => subject)
const untilTold = (email: string, subject: string) =>
  eventually(
    () => subjects(email),
    (all) => all.includes(subject),
  )
const statuses = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)
/** Exactly one succeeds; the others are refused, or, on a busy machine, time out while they wait for the order. */
function expectOne(answers: readonly { status: number }[]): void {
  const [done, ...others] = statuses(answers)
  expect(done).toBe(200)
  expect(others.filter((status) => status !== 409 && status !== 503)).toEqual([])
}
const times = (count: number, status: number) => Array.from({ length: count }, () => status)

describe('within the hour', () => {
  test('the whole order: the price goes back, the stock returns, the courier cancels the parcel, both get a mail', async () => {
    const buyer = await customerWithCart(shop, [])
    const sale = await sellBooked(shop, seller, { buyer, quantity: 2, units: 5, pricePaise: 12_345 })
    const { orderId, productId } = sale
    const before = await shownTo(buyer, orderId)
    expect(before.cancellation).toMatchObject({
      cancellable: true,
      units: 2,
      reason: null,
      cancelledUnits: 0,
    })
    expect(Date.parse(before.cancellation.cancelUntil) - Date.parse(before.createdAt)).toBe(3_600_000)

    const { status, body } = await cancel(sale)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: orderId,
      status: 'refunded',
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
    expect(await untilCancelledThere(orderId)).toMatchObject({
      refunds: [24_690],
      cancellations: [{ units: 2, paise: 24_690, by: 'customer', atCourier: true, refund: true }],
    })
    expect(await liveAt(orderId)).toEqual([])
    // The label is void for everybody, and the seller's list omits the order.
    expect((await seller.get(`/private/order/label/${orderId}`)).status).toBe(404)
    expect((await seller.get(`/private/order/get/seller?search=${orderId}`)).body).toEqual([])
    const [listed] = (await admin.get(`/public/admin/all-orders?q=${orderId}`)).body
    expect(listed).toMatchObject({ shipmentLabelUrl: null, refundable: false, needsAttention: null })
    await untilTold(buyer.email, 'Your Hariyali order is cancelled')
    await untilTold(seller.email, 'A Hariyali order is cancelled')
    expect((await auditOf(admin, { act: 'order-cancelled' }))[0]).toMatchObject({
      by: { name: buyer.email },
      to: { kind: 'order', id: orderId },
      note: '2 of 2, ₹246.90',
    })
    // The courier's own event about it changes nothing.
    await courierWebhook(shop, { awb: sale.row.awb, order_id: orderId, shipment_status_id: 8 })
    expect(await moneyOf(orderId)).toMatchObject({ status: 'refunded', attention: null })
  })

  test('some pieces of a booked parcel: the rest travels in a new one, under another name and with its own label', async () => {
    const sale = await sellBooked(shop, seller, { quantity: 3, units: 5, pricePaise: 10_000 })
    const { orderId, productId, row: earlier } = sale
    expect((await cancel(sale, { units: 1, of: 3 })).body).toMatchObject({
      quantity: 3,
      amount: 300,
      statusNote: expect.stringContaining('You cancelled 1 of 3 pieces'),
      cancellation: { cancellable: true, units: 2, cancelledUnits: 1, cancelledAmount: 100, leftAmount: 200 },
    })
    const row = await untilBookedAnew(shop, orderId)
    expect(row.awb).not.toBe(earlier.awb)
    await untilTold(sale.buyer.email, 'A part of your Hariyali order is cancelled')
    await untilTold(seller.email, 'A part of a Hariyali order is cancelled')
    await untilCancelledThere(orderId)
    const [first, second, ...more] = await parcelsAt(orderId)
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
    // Late events about the first parcel do not change the second one, whichever name of the parcel they contain.
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

  test('piece by piece until nothing is left: each its own refund, then the order ends', async () => {
    const sale = await sellBooked(shop, seller, { quantity: 3, units: 3, pricePaise: 10_033 })
    for (const of of [3, 2, 1]) {
      await untilBookedAnew(shop, sale.orderId)
      expect((await cancel(sale, { units: 1, of })).status).toBe(200)
    }
    expect(await unitsOf(shop, sale.productId)).toBe(3)
    expect(await untilCancelledThere(sale.orderId)).toMatchObject({
      status: 'refunded',
      refunded: 30_099,
      refunds: [10_033, 10_033, 10_033],
    })
    await sweepDueParcels(shop, sale.orderId)
    expect(await liveAt(sale.orderId)).toEqual([])
  })

  test('before the courier has it: nothing is cancelled there, and only what is left is booked', async () => {
    await courierFault(shop, '*', 'lost-request', { times: 1_000_000 })
    const part = await sellOne(shop, seller, { quantity: 3, units: 3 })
    const whole = await sellOne(shop, seller, { quantity: 2, units: 2 })
    expect((await cancel(part, { units: 2 })).status).toBe(200)
    expect((await cancel(whole)).status).toBe(200)
    await stopCourierFaults(shop)
    await eventually(
      async () => {
        await sweepDueParcels(shop, part.orderId)
        return parcelOf(shop, part.orderId)
      },
      (row) => row.labelUrl !== null,
    )
    const [parcel, ...more] = await parcelsAt(part.orderId)
    expect([parcel.form.order_items[0].units, more]).toEqual([1, []])
    expect(await parcelsAt(whole.orderId)).toEqual([])
    expect(await unitsOf(shop, whole.productId)).toBe(2)
  })
})

describe('refused, and nothing changes', () => {
  test('after the hour, after the hand-over, after the delivery, from before there were terms: the words say what can be done', async () => {
    const sale = await sellBooked(shop, seller)
    const refused = async (words: RegExp) => {
      const { status, body } = await cancel(sale)
      expect([status, body.msg]).toEqual([409, expect.stringMatching(words)])
      expect((await shownTo(sale.buyer, sale.orderId)).cancellation).toMatchObject({
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
    expect((await cancel(stopped)).body.msg).toContain('Our team is looking after this order')
    for (const { orderId } of [sale, stopped])
      expect(await moneyOf(orderId)).toMatchObject({ refunds: [], cancellations: [], parcelNo: 1 })
  })

  test("another customer's order, more pieces than are left, no whole number, an outdated number of pieces", async () => {
    const sale = await sellBooked(shop, seller, { quantity: 2 })
    const stranger = await customerWithCart(shop, [])
    expect((await cancel({ ...sale, buyer: stranger })).status).toBe(404)
    expect((await cancel({ ...sale, orderId: newId() })).status).toBe(404)
    for (const units of [0, -1, 1.5, '1', null, 1_001])
      expect((await cancel(sale, { units })).status, String(units)).toBe(400)
    expect(await cancel(sale, { units: 3 })).toMatchObject({
      status: 409,
      body: { msg: 'Only 2 of this order can still be refunded.' },
    })
    expect(await cancel(sale, { units: 1, of: 3 })).toMatchObject({
      status: 409,
      body: { msg: expect.stringContaining('cancelled meanwhile') },
    })
    expect(await moneyOf(sale.orderId)).toMatchObject({ refunds: [], cancellations: [], parcelNo: 1 })
    expect((await cancel(sale, { units: 1, of: 2 })).status).toBe(200)
  })
})

describe('races: exactly one outcome', () => {
  test('fifty presses at once, of one piece of three and of the whole: one refund, one mail, the stock once', async () => {
    const buyer = await customerWithCart(shop, [])
    const part = await sellBooked(shop, seller, { buyer, quantity: 3, units: 9 })
    const answers = await Promise.all(times(50, 0).map(() => cancel(part, { units: 1, of: 3 })))
    expectOne(answers)
    expect(await unitsOf(shop, part.productId)).toBe(7)
    expect(await moneyOf(part.orderId)).toMatchObject({ cancelled: 1, refunds: [14_900], parcelNo: 2 })
    const other = await customerWithCart(shop, [])
    const whole = await sellBooked(shop, seller, { buyer: other, quantity: 2, units: 2 })
    expectOne(await Promise.all(times(50, 0).map(() => cancel(whole))))
    expect(await unitsOf(shop, whole.productId)).toBe(2)
    expect(await moneyOf(whole.orderId)).toMatchObject({ status: 'refunded', refunds: [29_800] })
    const told = await eventually(
      () => subjects(other.email),
      (all) => all.includes('Your Hariyali order is cancelled'),
    )
    expect(told.filter((subject) => subject.includes('cancelled'))).toHaveLength(1)
    expect((await subjects(buyer.email)).filter((subject) => subject.includes('cancelled'))).toHaveLength(1)
  })

  test('who cancelled is told so, although others wait for every connection that changes may take', async () => {
    const [first, other] = [await sellBooked(shop, seller), await sellBooked(shop, seller)]
    const locked = ({ orderId }: Sale) => {
      const { promise, resolve: release } = Promise.withResolvers<void>()
      const held = Promise.withResolvers<void>()
      const ended = shop.db.transaction(async (tx) => {
        await tx.query(sql`select from orders where id = ${orderId} for update`)
        held.resolve()
        await promise
      })
      return { held: held.promise, end: async () => (release(), await ended) }
    }
    const [ofFirst, ofOther] = [locked(first), locked(other)]
    await Promise.all([ofFirst.held, ofOther.held])
    const pressed = cancel(first)
    await untilWaitingForLock(shop)
    // Eight other requests wait like this, each with its place in the queue for a connection.
    const { db } = shop.running.shop
    const waiting = times(8, 0).map(() =>
      runAsWorkload('write', () =>
        db.transaction((tx) => tx.query(sql`select from orders where id = ${other.orderId} for update`)),
      ),
    )
    await untilWaitingForLock(shop, 2)
    await ofFirst.end()
    expect(await pressed).toMatchObject({ status: 200, body: { id: first.orderId } })
    await ofOther.end()
    await Promise.allSettled(waiting)
  })

  test(
    'fifty orders, each cancelled while the courier says that it has the parcel: cancelled or a sale, never both',
    {
      timeout: 120_000,
      ...nightly(
        'Fifty purchases with parcels. The fifty presses on one order, and the races with a worker and an administrator, run each time.',
      ),
    },
    async () => {
      // Fifty at once are more than a slow machine accepts: requests that are told to retry are sent again.
      const cancelUntilAnswered = async (sale: Sale) => {
        for (let tries = 1; ; tries += 1) {
          const answer = await cancel(sale)
          if (answer.status !== 503 || tries === 10) return answer
          await sleep(1_000)
        }
      }
      const sales = (await Promise.all(Array.from({ length: 5 }, () => sellTen()))).flat()
      const rows: ParcelRow[] = []
      for (const { orderId } of sales) rows.push(await untilBooked(shop, orderId))
      const ends = await Promise.all(
        sales.map(async (sale, n) => {
          const fetched = () => courierWebhook(shop, { awb: rows[n]!.awb, shipment_status_id: 6 })
          // Half of the webhooks start first, so that both outcomes occur on a machine of any speed.
          const head = n % 2 ? fetched() : undefined
          if (n % 10 === 1) await head
          const [{ status }] = await Promise.all([cancelUntilAnswered(sale), head ?? fetched()])
          return status
        }),
      )
      expect(new Set(ends)).toEqual(new Set([200, 409]))
      for (const [n, { orderId, productId }] of sales.entries()) {
        const won = ends[n] === 200
        const sold = await shop.db.query(sql`select from order_sale where order_id = ${orderId}`)
        expect({
          ...(await moneyOf(orderId)),
          sold: sold.length,
          units: await unitsOf(shop, productId),
        }).toMatchObject(
          won
            ? { status: 'refunded', refunds: [14_900], sold: 0, units: 1 }
            : { status: 'shipped', refunds: [], cancellations: [], sold: 1, units: 0 },
        )
      }
    },
  )

  test('cancelled while a worker books it: no parcel of cancelled pieces is left at the courier, whoever is first', async () => {
    let hadToBeCancelled = 0
    for (let round = 0; round < 10; round += 1) {
      const call = ['orders.create', 'awb', 'label', 'pickup'][round % 4]!
      await courierFault(shop, call, round % 8 === 4 ? 'lost-answer' : 'slow', { ms: 120 })
      const sale = await sellOne(shop, seller, { quantity: 2, units: 2 })
      // At any moment at first, then certainly while the booking is under way.
      if (round < 5) await new Promise((resolve) => setTimeout(resolve, round * 12))
      else await untilBookingStarted(sale.orderId)
      const units = round % 2 ? 1 : 2
      expect((await cancel(sale, { units })).status).toBe(200)
      await untilNoneBooks(shop)
      // A shipment unknown to the courier may be on its way there for as long as a lease lasts.
      await shop.db.query(sql`
        update cancellation set cancelled_at = now() - interval '6 minutes' where order_id = ${sale.orderId}`)
      await eventually(
        async () => {
          await shop.db.query(sql`
            update pgboss.job set start_after = now()
            where name = 'cancel-parcel' and state in ('created', 'retry') and data ->> 'orderId' = ${sale.orderId}`)
          if (units === 1) await sweepDueParcels(shop, sale.orderId)
          const { cancellations } = await moneyOf(sale.orderId)
          const booked = units === 2 || (await parcelOf(shop, sale.orderId)).labelUrl !== null
          return booked && cancellations.every((one: any) => one.atCourier || !one.bookingStarted)
        },
        (done) => done,
      )
      const parcels = await parcelsAt(sale.orderId)
      expect(
        parcels.flatMap((one) => (one.cancelled ? [] : [[one.id, one.form.order_items[0].units]])),
      ).toEqual(units === 2 ? [] : [[`${sale.orderId}-2`, 1]])
      hadToBeCancelled += parcels.some((one) => one.cancelled) ? 1 : 0
      expect(await unitsOf(shop, sale.productId)).toBe(units)
    }
    expect(hadToBeCancelled).toBeGreaterThan(0)
  }, 120_000)

  test("a cancellation against an administrator's refund of the same order: one of them refunds the money", async () => {
    const ends = new Set<string>()
    for (let round = 0; round < 10; round += 1) {
      await courierFault(shop, 'orders.create', 'refuse-422', { times: 1_000 })
      const sale = await sellOne(shop, seller, { units: 4, quantity: 2 })
      await untilParcel(shop, sale.orderId, (row) => row.attention !== null)
      const refund = () =>
        admin.post(`/public/admin/orders/${sale.orderId}/refund`, { note: 'The parcel cannot be booked.' })
      const [first, second] = round % 2 ? [refund(), cancel(sale)] : [cancel(sale), refund()]
      const answers = await Promise.all([first, second])
      expect(statuses(answers)).toEqual([200, 409])
      ends.add(answers[0]!.status === 200 ? 'first' : 'second')
      expect(await moneyOf(sale.orderId)).toMatchObject({ status: 'refunded', refunds: [29_800] })
      expect(await unitsOf(shop, sale.productId)).toBe(4)
    }
  })
})

describe('the courier', () => {
  test.each([
    ['orders.search', 'error-500'],
    ['shipments.cancel', 'lost-answer'],
    ['orders.cancel', 'lost-answer'],
    ['orders.cancel', 'lost-request'],
  ])('%s goes wrong (%s): the job tries again until the parcel is cancelled', async (call, kind) => {
    const sale = await sellBooked(shop, seller)
    await courierFault(shop, call, kind)
    expect((await cancel(sale)).status).toBe(200)
    await untilCancelledThere(sale.orderId)
    expect(await liveAt(sale.orderId)).toEqual([])
    expect((await moneyOf(sale.orderId)).attention).toBeNull()
  })

  test('does not cancel, and fetches the parcel: an administrator is told, the buyer keeps the refund', async () => {
    const sale = await sellBooked(shop, seller)
    await courierFault(shop, 'shipments.cancel', 'refuse-422', { times: 1_000 })
    await cancel(sale)
    const flagged = await eventually(
      () => moneyOf(sale.orderId),
      (row) => row.attention !== null,
    )
    expect(flagged.attention).toMatch(/^The courier has not cancelled the parcel of cancelled pieces: call/)
    await moveParcel(shop, sale.orderId, { status: 'Shipped' })
    expect(await moneyOf(sale.orderId)).toMatchObject({
      status: 'refunded',
      attention: expect.stringMatching(
        /^The courier has fetched a parcel whose pieces were cancelled: ask the courier/,
      ),
    })
    const [listed] = (await admin.get(`/public/admin/all-orders?q=${sale.orderId}&attention=yes`)).body
    expect(listed).toMatchObject({ status: 'refunded', shipmentLabelUrl: null })
    expect((await shownTo(sale.buyer, sale.orderId)).shipmentStatus).toBe('Pending')
    // The parcel comes back: nothing is left to do.
    await moveParcel(shop, sale.orderId, { status: 'RTO' })
    expect(await moneyOf(sale.orderId)).toMatchObject({ status: 'refunded', attention: null })
  })

  test('fetches the cancelled parcel of an order whose rest is still on its way: told, and the rest goes on', async () => {
    const sale = await sellBooked(shop, seller, { quantity: 2 })
    await courierFault(shop, 'shipments.cancel', 'refuse-422', { times: 1_000 })
    await cancel(sale, { units: 1 })
    await untilBookedAnew(shop, sale.orderId)
    await courierWebhook(shop, { awb: sale.row.awb, order_id: sale.orderId, shipment_status_id: 6 })
    expect(await parcelOf(shop, sale.orderId)).toMatchObject({
      shipmentStatus: 'Pending',
      attention: expect.stringContaining('has fetched a parcel whose pieces were cancelled'),
    })
  })

  test('fetches the cancelled parcel: that says nothing of the next one, whose pieces can still be cancelled', async () => {
    const sale = await sellBooked(shop, seller, { quantity: 4, units: 4, pricePaise: 10_000 })
    await courierFault(shop, 'shipments.cancel', 'refuse-422', { times: 1_000 })
    await cancel(sale, { units: 1 })
    await untilBookedAnew(shop, sale.orderId)
    await courierWebhook(shop, { awb: sale.row.awb, order_id: sale.orderId, shipment_status_id: 6 })
    // A courier that has fetched a parcel refuses to cancel it; the stand-in has not fetched it.
    await eventually(
      () =>
        shop.db.query(sql`
          update pgboss.job set start_after = now() + interval '1 hour'
          where name = 'cancel-parcel' and state in ('created', 'retry') and data ->> 'orderId' = ${sale.orderId} returning 1`),
      (put) => put.length === 1,
    )
    await stopCourierFaults(shop)
    expect((await cancel(sale, { units: 1 })).status).toBe(200)
    // The cancellation of the second parcel says nothing about the first one.
    await eventually(
      () => moneyOf(sale.orderId),
      ({ cancellations }) => cancellations[1].atCourier,
    )
    const part = { units: 1, bears: 'seller', left: 200, note: 'One is enough.' }
    expect((await admin.post(`/public/admin/orders/${sale.orderId}/refund-part`, part)).status).toBe(200)
    // The remaining pieces travel in a parcel of their own, and not together with cancelled ones.
    expect(await moneyOf(sale.orderId)).toMatchObject({ parcelNo: 4, cancelled: 3, status: 'pending' })
    await untilBookedAnew(shop, sale.orderId)
    expect((await parcelsAt(sale.orderId)).at(-1).form.order_items[0].units).toBe(1)
    const fetched = 'has fetched a parcel whose pieces were cancelled'
    expect((await moneyOf(sale.orderId)).attention).toContain(fetched)
    // The order ends, and the parcel at the courier still has to be brought back.
    expect((await cancel(sale)).status).toBe(200)
    expect(await moneyOf(sale.orderId)).toMatchObject({
      status: 'refunded',
      attention: expect.stringContaining(fetched),
    })
  })
})
