/** A cancellation in races with repeated requests, workers, the courier and an administrator: one outcome (specification §9). */
// @module-tag nightly: Races of fifty. cancel-order.test.ts proves what a cancellation does, and its lock is the one of refund-part.test.ts.
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { buy, eventually } from '../../../tests/setup/buying.ts'
import { cancelPieces, moneyOf, parcelsAt } from '../../../tests/setup/cancelling.ts'
import { ageWithdrawn } from '../../../tests/setup/clock.ts'
import { untilWaitingForLock } from '../../../tests/setup/locks.ts'
import { subjectsOf } from '../../../tests/setup/mail-subjects.ts'
import { nightly } from '../../../tests/setup/nightly.ts'
import {
  courierWebhook,
  parcelOf,
  type ParcelRow,
  sellBooked,
  sweepDueParcels,
  untilBooked,
  untilNoneBooks,
  untilParcel,
} from '../../../tests/setup/parcels.ts'
import { type Admin } from '../../../tests/setup/people.ts'
import { addProduct, customerWithCart, unitsOf } from '../../../tests/setup/products.ts'
import { courierFault } from '../../../tests/setup/providers.ts'
import { type Sale, sellOne } from '../../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { runAsWorkload } from '../../platform/db/workload.ts'

let shop: TestShop
let admin: Admin
let seller: Seller
withShop({ courier: true }, (made) => void ({ shop, admin, seller } = made))

const untilBookingStarted = (orderId: string) =>
  eventually(
    () =>
      shop.db.query(
        sql`select from shipment where reference = ${orderId} and booking_started_at is not null`,
      ),
    (rows) => rows.length === 1,
  )
const sellers: Promise<Seller>[] = []
const sellerNo = (n: number) => (sellers[n] ??= addSeller(shop))
/** One purchase of ten products, one piece each, of as many sellers: each travels alone. */
async function sellTen(): Promise<Sale[]> {
  const products = []
  for (let n = 0; n < 10; n += 1)
    products.push(await addProduct(shop, { seller: await sellerNo(n), units: 1 }))
  const buyer = await customerWithCart(shop, products)
  const ids = products.map(({ id }) => id)
  const { body } = await buy(shop, buyer)
  const rows = await shop.db.query<{ id: string; product: string }>(sql`
    select id, product_id as product from orders where product_id = any(${ids}::uuid[])`)
  if (rows.length !== 10) throw new Error(JSON.stringify(body))
  return rows.map(({ id, product }) => ({ orderId: id, productId: product, buyer }))
}
const statuses = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)
/** One of them is done; the others are refused, or, on a busy machine, give up waiting for the order. */
function expectOne(answers: readonly { status: number }[]): void {
  const [done, ...others] = statuses(answers)
  expect(done).toBe(200)
  expect(others.filter((status) => status !== 409 && status !== 503)).toEqual([])
}
const times = (count: number, status: number) => Array.from({ length: count }, () => status)

describe('races: exactly one outcome', () => {
  test('fifty presses at once, of one piece of three and of the whole: one refund, one mail, the stock once', async () => {
    const buyer = await customerWithCart(shop, [])
    const part = await sellBooked(shop, seller, { buyer, quantity: 3, units: 9 })
    const answers = await Promise.all(times(50, 0).map(() => cancelPieces(part, { units: 1, of: 3 })))
    expectOne(answers)
    expect(await unitsOf(shop, part.productId)).toBe(7)
    expect(await moneyOf(shop, part.orderId)).toMatchObject({ cancelled: 1, refunds: [14_900], parcelNo: 2 })
    const other = await customerWithCart(shop, [])
    const whole = await sellBooked(shop, seller, { buyer: other, quantity: 2, units: 2 })
    expectOne(await Promise.all(times(50, 0).map(() => cancelPieces(whole))))
    expect(await unitsOf(shop, whole.productId)).toBe(2)
    expect(await moneyOf(shop, whole.orderId)).toMatchObject({ status: 'refunded', refunds: [29_800] })
    const told = await eventually(
      () => subjectsOf(shop, other.email),
      (all) => all.includes('Your Hariyali order is cancelled'),
    )
    expect(told.filter((subject) => subject.includes('cancelled'))).toHaveLength(1)
    expect(
      (await subjectsOf(shop, buyer.email)).filter((subject) => subject.includes('cancelled')),
    ).toHaveLength(1)
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
    const pressed = cancelPieces(first)
    await untilWaitingForLock(shop)
    // As eight other presses would wait, each with its place in the queue for such a connection.
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
      // Fifty at once are more than a slow machine accepts: who is told to come again does.
      const cancelUntilAnswered = async (sale: Sale) => {
        for (let tries = 1; ; tries += 1) {
          const answer = await cancelPieces(sale)
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
          // Half of the webhooks get ahead, so that both ends occur on a machine of any speed.
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
        // A busy shop may have refused the event of the courier: then nobody knows of the hand-over yet.
        const heard = await shop.db.query(sql`
          select from shipment_event e join shipment_line l on l.shipment_id = e.shipment_id
          where l.order_id = ${orderId} and e.code = 6`)
        expect({
          ...(await moneyOf(shop, orderId)),
          sold: sold.length,
          units: await unitsOf(shop, productId),
        }).toMatchObject(
          // A piece that the courier has is not for sale again.
          won
            ? { status: 'refunded', refunds: [14_900], sold: 0, units: heard.length > 0 ? 0 : 1 }
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
      expect((await cancelPieces(sale, { units })).status).toBe(200)
      await untilNoneBooks(shop)
      // What the courier does not know may be on its way there for as long as a lease lasts.
      await ageWithdrawn(shop)
      await eventually(
        async () => {
          await sweepDueParcels(shop, sale.orderId)
          const { cancellations } = await moneyOf(shop, sale.orderId)
          const booked = units === 2 || (await parcelOf(shop, sale.orderId)).labelUrl !== null
          return booked && cancellations.every((one: any) => one.atCourier || !one.bookingStarted)
        },
        (done) => done,
      )
      const parcels = await parcelsAt(shop, sale.orderId)
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
      const [first, second] = round % 2 ? [refund(), cancelPieces(sale)] : [cancelPieces(sale), refund()]
      const answers = await Promise.all([first, second])
      expect(statuses(answers)).toEqual([200, 409])
      ends.add(answers[0]!.status === 200 ? 'first' : 'second')
      expect(await moneyOf(shop, sale.orderId)).toMatchObject({ status: 'refunded', refunds: [29_800] })
      expect(await unitsOf(shop, sale.productId)).toBe(4)
    }
  })
})
