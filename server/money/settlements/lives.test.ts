/**
 * Random lives of orders, from a purchase with or without coupons and a charge for delivery to the payout or its reversal. After
 * each step the invariants hold for its rows, and at intervals for all rows. `npm run test:faults -- --only=lives` runs 2,000
 * orders (docs/reliability.md); the default is small.
 */
// @module-tag nightly: Whole lives of sellers. settlements.test.ts and run-settlement.test.ts prove each step each time.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endRateLimits } from '../../../tests/setup/clock.ts'
import { brokenInvariants, brokenInvariantsSince } from '../../../tests/setup/invariants.ts'
import { addSellersCoupon, addSharedCoupon, addShopsCoupon } from '../../../tests/setup/coupons.ts'
import { chargeForDelivery } from '../../../tests/setup/delivery-charge.ts'
import { addAdmin, type Admin, adminPassword, logIn } from '../../../tests/setup/people.ts'
import { customerWithCart, unitsOf } from '../../../tests/setup/products.ts'
import { asked } from '../../../tests/setup/returns.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { carryBack, courierSays, dayAgo, daysAgo, settle, takeBack } from '../../../tests/setup/settling.ts'
import { type Customer, startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { billParcel, chargeWeights, reassignParcel, weighParcel } from '../../../tests/setup/weights.ts'
import { singleRow } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import { advanceCheckpoint } from '../ledger/checkpoint.ts'
import { decideWeight, disputeWeight } from '../../fulfilment/weights/dispute-weight.ts'
import { lockOrder } from '../../fulfilment/orders/lock-order.ts'
import { chargeExchange } from '../sales/charge-exchange.ts'
import { Refusal } from '../../platform/refusal.ts'
import { markPayoutFailed, markPayoutPaid, payAgain } from './pay.ts'

const wanted = process.env['LIVES']
const lives = Number(wanted ?? 24)
// The same choices in each `npm test`.
const seed = Number(process.env['LIVES_SEED'] ?? 20_261_122)
const ordersOfLife = 8
/** All rows are checked after so many lives. */
const livesOfBatch = 10
const stocked = 9

let shop: TestShop
let sellers: Seller[]
let buyer: Customer
let admin: Admin
beforeAll(async () => {
  // The shop's own run, on a Monday, would settle everybody up to a day after all runs of these lives.
  shop = await startTestShop({ sweepSeconds: 86_400 })
  sellers = [
    await addSeller(shop),
    await addSeller(shop, { state: 'Rajasthan', GSTNumber: '08AAGCB7383J1Z8' }),
  ]
  buyer = await customerWithCart(shop, [])
  admin = await addAdmin(shop)
  for (const [index, seller] of sellers.entries()) {
    await addSellersCoupon(seller, `SELLER${index}`, { percent: 7 })
    await addSharedCoupon(admin, seller, `SHARED${index}`, { percent: 33, sellerShare: 33.33 })
  }
  await addShopsCoupon(admin, 'SHOP', { percent: 13, most: 99.99 })
  // About half of the purchases pay it.
  await chargeForDelivery(admin, { charge: 40.03, freeFrom: 4_000 })
})
afterAll(() => shop.stop())

const bearers = ['seller', 'shop', 'shared'] as const
const piece = fc.nat({ max: ordersOfLife - 1 })
const few = fc.integer({ min: 1, max: 3 })
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('buy' as const),
      paise: fc.integer({ min: 100, max: 500_000 }),
      units: few,
      // Who bears a discount on it.
      coupon: fc.constantFrom(null, ...bearers),
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('cancel' as const), order: piece, units: few }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('cannot-deliver' as const), order: piece, units: few }),
  },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('ship' as const), order: piece }) },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('correct' as const),
      order: piece,
      outcome: fc.constantFrom('delivered', 'returned', 'lost', 'never-left', 'never-left'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('reassign' as const), order: piece }) },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('deliver' as const),
      order: piece,
      days: fc.integer({ min: 4_500, max: 5_500 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('return' as const),
      order: piece,
      units: few,
      cause: fc.constantFrom('returned' as const, 'undelivered' as const, 'lost' as const),
      changedMind: fc.boolean(),
      way: fc.option(
        fc.record({
          paise: fc.integer({ min: 1, max: 9_000 }),
          paidBy: fc.constantFrom('buyer' as const, 'seller' as const),
        }),
        { nil: undefined },
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('dispute' as const), order: piece, units: few }) },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('refund' as const),
      order: piece,
      paise: fc.integer({ min: 100, max: 20_000 }),
      bears: fc.constantFrom('seller' as const, 'shop' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('exchange' as const),
      order: piece,
      paise: fc.integer({ min: 1, max: 18_000 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('weigh' as const),
      order: piece,
      grams: fc.integer({ min: 100, max: 3_000 }),
      // Of the courier's bill; null: its tracking says it.
      rupees: fc.option(fc.nat({ max: 300 })),
      first: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('end-weight' as const),
      end: fc.constantFrom('undisputed' as const, 'accept' as const, 'deny' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('settle' as const) }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('pay' as const), bounce: fc.boolean() }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** The buyer asks for a refund, the seller asks the administrator, who refunds: as many days ago as the order was delivered. */
async function returnByDispute(order: string, units: number): Promise<void> {
  const [was] = await shop.db.query<{ deliveredAt: Date | null; seller: string }>(
    sql`select delivery_date as "deliveredAt", seller_id as seller from orders where id = ${order}`,
  )
  if (!was?.deliveredAt) return
  const setDelivery = (at: Date) =>
    shop.db.query(sql`update orders set delivery_date = ${at} where id = ${order}`)
  await setDelivery(new Date())
  try {
    const id = await asked(buyer, order, { units }).catch(() => null)
    if (id === null) return
    const seller = sellers.find((one) => one.id === was.seller)
    expect((await seller?.post(`/private/returns/${id}/dispute`, { note: 'Not so.' }))?.status).toBe(200)
    expect(
      (await admin.post(`/public/admin/returns/${id}/decide`, { decision: 'refund', note: 'Refund.' }))
        .status,
    ).toBe(200)
  } finally {
    await setDelivery(was.deliveredAt)
  }
}

/** What a booking leaves of a parcel. As in the shop, it waits until the courier has ended the one that was withdrawn before. */
const book = (order: string) =>
  shop.db.query(sql`
    with s as (
      update shipment set weight_grams = 400, length_cm = 20, width_cm = 10, height_cm = 5, booking_started_at = now(),
        from_place = '{}', to_place = '{}'
      where id = (select id from order_shipment where order_id = ${order}) and weight_grams is null
        and not exists (select from shipment_line l join shipment w on w.id = l.shipment_id where l.order_id = ${order}
          and w.withdrawn_at is not null and w.booking_started_at is not null and w.ended_at is null)
      returning id
    )
    insert into shipment_waybill (awb_number, shipment_id, courier_name) select id, id, 'Courier' from s`)

/** The courier has the parcel and weighs it. */
async function weigh(
  order: string,
  { grams, rupees, first }: { grams: number; rupees: number | null; first: boolean },
): Promise<void> {
  await book(order)
  if (rupees === null) await weighParcel(shop, order, grams)
  else await billParcel(shop, order, { grams, rupees, first })
}

/** Of one administrator no second one is asked. */
async function correct(order: string, outcome: string): Promise<void> {
  await book(order)
  const body = { outcome, reason: 'Both say so.', evidence: 'A photo.' }
  const { status } = await admin.post(`/public/admin/orders/${order}/outcome`, body)
  if (status !== 200 && status !== 409) throw new Error(`correcting: ${status}`)
}

/** The announced differences of weight end: undisputed, or disputed by their sellers and decided by an administrator. */
async function endWeights(end: 'undisputed' | 'accept' | 'deny'): Promise<void> {
  if (end === 'undisputed') return chargeWeights(shop)
  const open = await shop.db.query<{ id: string; seller: string; paise: number; held: boolean }>(sql`
    select id, seller_id as seller, paise, state = 'held' as held from weight_difference where state in ('held', 'announced')`)
  for (const { id, seller, paise, held } of open) {
    if (!held) await disputeWeight(shop.running.shop, seller, id, { words: 'Not so.', photos: [] })
    await decideWeight(shop.running.shop, id, { decision: end, seenPaise: paise, reason: 'Decided.' })
  }
}

/**
 * The end of each life: one order of it is delivered and settled, charged for its weight and given a part of that back, whatever
 * the steps before were.
 */
function settledOrder(before: readonly Step[]): Step[] {
  // The order of the first step, and those of earlier steps, come first.
  const order = 1 + before.filter(({ what }) => what === 'buy').length
  return [
    { what: 'buy', paise: 49_900, units: 1, coupon: null },
    { what: 'ship', order },
    { what: 'deliver', order, days: 5_900 },
    { what: 'settle' },
    { what: 'weigh', order, grams: 2_300, rupees: null, first: false },
    { what: 'end-weight', end: 'undisputed' },
    { what: 'settle' },
    { what: 'weigh', order, grams: 900, rupees: 42, first: false },
    // It pays for delivery, which stays with the seller.
    { what: 'return', order, units: 1, cause: 'returned', changedMind: true, way: undefined },
    { what: 'settle' },
  ]
}

// Runs are made one after the other: they begin when the first orders are due, and end years before today.
let daysLeft = 5_400
let utrs = 0

/** An order with the pieces of its product that have to be on sale. */
interface Lived {
  id: string
  productId: string
  stock: number
}

async function take(orders: Lived[], done: Step): Promise<void> {
  const { shop: whole } = shop.running
  if (done.what === 'buy') {
    const seller = sellers[orders.length % 2] ?? sellers[0]!
    const code =
      done.coupon &&
      { seller: `SELLER${orders.length % 2}`, shop: 'SHOP', shared: `SHARED${orders.length % 2}` }[
        done.coupon
      ]
    // A rupee of each piece is paid.
    const coupon = code && done.paise >= 200 ? code : undefined
    const wish = {
      pricePaise: done.paise,
      quantity: done.units,
      units: stocked,
      buyer,
      coupon,
      isDeliveryCharged: true,
    }
    const { orderId, productId } = await sellOne(shop, seller, wish)
    orders.push({ id: orderId, productId, stock: stocked - done.units })
    return
  }
  if (done.what === 'settle') {
    await settle(shop, dayAgo((daysLeft -= 1)))
    return
  }
  if (done.what === 'pay') {
    const open = await shop.db.query<{ id: string; state: string }>(sql`
      select id, state from payout p where state = 'ready' or state in ('failed', 'returned') and not exists (
        select from payout n where n.settlement_id = p.settlement_id and n.number > p.number) order by id limit 3`)
    for (const { id, state } of open) {
      if (state !== 'ready') await payAgain(whole, id, 'bank')
      else {
        await markPayoutPaid(whole, id, `LIFE${String((utrs += 1)).padStart(10, '0')}`)
        if (done.bounce) await markPayoutFailed(whole, id, 'bounced')
      }
    }
    return
  }
  if (done.what === 'end-weight') return endWeights(done.end)
  const lived = orders[done.order % Math.max(1, orders.length)]
  if (lived === undefined) return
  const order = lived.id
  if (done.what === 'ship') return courierSays(shop, order, 'shipped', daysAgo(6_000))
  if (done.what === 'deliver') return courierSays(shop, order, 'delivered', daysAgo(done.days))
  if (done.what === 'weigh') return weigh(order, done)
  if (done.what === 'reassign') return reassignParcel(shop, order)
  const { sold } = singleRow(
    await shop.db.query<{ sold: boolean }>(
      sql`select exists (select from order_sale where order_id = ${order}) as sold`,
    ),
  )
  if (done.what === 'refund') return takeBack(shop, order, { paise: done.paise, bears: done.bears })
  if (done.what === 'cancel') {
    const { status } = await buyer.post(`/private/order/cancel/${order}`, { units: done.units })
    if (status === 200) lived.stock += done.units
    else if (status !== 409) throw new Error(`cancelling: ${status}`)
    return
  }
  if (done.what === 'cannot-deliver') {
    // The seller does not have the pieces: they are not on sale again.
    const [{ seller } = { seller: '' }] = await shop.db.query<{ seller: string }>(
      sql`select seller_id as seller from orders where id = ${order}`,
    )
    const body = { units: done.units, reason: 'damaged' }
    const answer = await sellers
      .find(({ id }) => id === seller)!
      .post(`/private/order/cannot-deliver/${order}`, body)
    if (answer.status !== 200 && answer.status !== 409) throw new Error(`not delivering: ${answer.status}`)
    return
  }
  if (!sold) return
  if (done.what === 'correct') return correct(order, done.outcome)
  if (done.what === 'dispute') return returnByDispute(order, done.units)
  if (done.what === 'exchange')
    return shop.db.transaction(async (tx) => {
      await lockOrder(tx, order)
      await chargeExchange(tx, order, done.paise)
    })
  const { units, cause, way, changedMind } = done
  if (way && cause === 'returned') await carryBack(shop, order)
  const keepsDelivery = changedMind && cause === 'returned'
  return takeBack(shop, order, { units, cause, keepsDelivery, ...(way && { wayBack: way }) })
}

test(
  'whatever happens to orders, the ledger balances, refunds stay within payments, and sellers get each sale once',
  { timeout: 60_000 + lives * 4_000 },
  async () => {
    const counts: Record<string, number> = {}
    let lived = 0
    let bought = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 30, size: 'max' }), async (steps) => {
        if (bought >= lives) return
        const orders: Lived[] = []
        await endRateLimits(shop)
        const coupon = bearers[lived % 3] ?? null
        const first = { what: 'buy', paise: 14_900, units: 3, coupon } as const
        const chosen = steps.filter(
          (one, i) =>
            one.what !== 'buy' ||
            steps.slice(0, i).filter(({ what }) => what === 'buy').length < ordersOfLife - 2,
        )
        for (const one of [first, ...chosen, ...settledOrder(chosen)]) {
          const { now } = singleRow(await shop.db.query<{ now: Date }>(sql`select clock_timestamp() as now`))
          try {
            await take(orders, one)
            counts[one.what] = (counts[one.what] ?? 0) + 1
          } catch (error) {
            // More than is left, or a payout that is settled already: refused, and nothing changed.
            if (!(error instanceof Refusal)) throw error
          }
          expect(await brokenInvariantsSince(shop.db, now), one.what).toEqual([])
          for (const { productId, stock } of orders)
            expect(await unitsOf(shop, productId), one.what).toBe(stock)
        }
        lived += 1
        bought += orders.length
        if (lived % livesOfBatch === 0) {
          await checkAll()
          // Deciding a dispute needs a login of the last minutes, and a long run takes many minutes.
          await logIn(admin, admin.email, adminPassword)
        }
      }),
      // Each life has at least two orders. No further life is begun once there are enough.
      { numRuns: Math.ceil(lives / 2), endOnFailure: true, seed },
    )
    await checkAll()
    if (wanted) console.log(JSON.stringify({ seed, lives: lived, orders: bought, steps: counts }))
    expect(bought).toBeGreaterThanOrEqual(lives)
    // Every kind of step occurs.
    expect(Object.keys(counts).toSorted()).toEqual(
      [
        'buy',
        'cancel',
        'cannot-deliver',
        'correct',
        'reassign',
        'deliver',
        'dispute',
        'exchange',
        'pay',
        'refund',
        'return',
        'settle',
        'ship',
        'weigh',
        'end-weight',
      ].toSorted(),
    )
    const { settled } = singleRow(
      await shop.db.query<{ settled: number }>(sql`select count(*) as settled from settlement_line`),
    )
    expect(settled).toBeGreaterThan(0)
    const { ends } = singleRow(
      await shop.db.query<{ ends: string[] }>(
        sql`select array_agg(distinct state order by state) as ends from weight_difference`,
      ),
    )
    expect(ends).toContain('given-back')
    // Of each kind of coupon something was kept, and something went back.
    const { offers, kinds } = singleRow(
      await shop.db.query<{ offers: boolean[]; kinds: number }>(sql`
        select array_agg(distinct offer_back_paise > 0) as offers,
          count(distinct (seller_discount_paise > 0, shop_discount_paise > 0)) as kinds
        from orders where coupon_code is not null`),
    )
    expect([offers.length, kinds]).toEqual([2, 3])
    // Some paid for delivery, and of that something stayed after a return.
    const { charged, kept } = singleRow(
      await shop.db.query<{ charged: boolean[]; kept: boolean[] }>(sql`
        select array_agg(distinct delivery_paise > 0) as charged, array_agg(distinct delivery_kept_paise > 0) as kept
        from orders`),
    )
    expect([charged.length, kept.length]).toEqual([2, 2])
  },
)

/** All rows of the shop: what changed before the last step, series of documents, the checkpoint, and the ledger as a whole. */
async function checkAll(): Promise<void> {
  await advanceCheckpoint(shop.running.shop.db)
  expect(await brokenInvariants(shop.db)).toEqual([])
  const { left } = singleRow(
    await shop.db.query<{ left: number }>(sql`
      select coalesce(sum(amount_paise), 0)::bigint as left from posting`),
  )
  expect(left).toBe(0)
}
