/**
 * Random lives of orders: bought, cancelled in part, handed over, delivered, lost, returned in part, exchanged, refunded, settled, paid, clawed
 * back. After each step the invariants hold. `LIVES=2000` runs as many orders as docs/money.md names; the default is small.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endRateLimits } from '../../tests/setup/clock.ts'
import { brokenInvariants } from '../../tests/setup/invariants.ts'
import { customerWithCart } from '../../tests/setup/products.ts'
import { sellOne } from '../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../tests/setup/sellers.ts'
import { courierSays, dayAgo, daysAgo, settle, takeBack } from '../../tests/setup/settling.ts'
import { type Customer, startTestShop, type TestShop } from '../../tests/setup/shop.ts'
import { singleRow } from '../db/client.ts'
import { sql } from '../db/sql.ts'
import { advanceCheckpoint } from '../ledger/checkpoint.ts'
import { lockOrder } from '../orders/lock-order.ts'
import { chargeExchange } from '../sales/charge-exchange.ts'
import { Refusal } from '../refusal.ts'
import { markPayoutFailed, markPayoutPaid, payAgain } from './pay.ts'

const lives = Number(process.env['LIVES'] ?? 24)
const ordersOfLife = 8

let shop: TestShop
let sellers: Seller[]
let buyer: Customer
beforeAll(async () => {
  shop = await startTestShop()
  sellers = [
    await addSeller(shop),
    await addSeller(shop, { state: 'Rajasthan', GSTNumber: '08AAGCB7383J1Z8' }),
  ]
  buyer = await customerWithCart(shop, [])
})
afterAll(() => shop.stop())

const piece = fc.nat({ max: ordersOfLife - 1 })
const few = fc.integer({ min: 1, max: 3 })
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('buy' as const),
      paise: fc.integer({ min: 100, max: 500_000 }),
      units: few,
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('cancel' as const), order: piece, units: few }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('ship' as const), order: piece }) },
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
      way: fc.option(
        fc.record({
          paise: fc.integer({ min: 1, max: 9_000 }),
          paidBy: fc.constantFrom('buyer' as const, 'seller' as const),
        }),
        { nil: undefined },
      ),
    }),
  },
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
  { weight: 3, arbitrary: fc.record({ what: fc.constant('settle' as const) }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('pay' as const), bounce: fc.boolean() }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** What ends each life, so that each has an order that is delivered and settled, whatever the steps before were. */
function settledOrder(before: readonly Step[]): Step[] {
  // The order of the first step, and those of the steps before, come first.
  const order = 1 + before.filter(({ what }) => what === 'buy').length
  return [
    { what: 'buy', paise: 49_900, units: 1 },
    { what: 'ship', order },
    { what: 'deliver', order, days: 5_900 },
    { what: 'settle' },
  ]
}

// Runs follow each other: they begin when the first orders are due, and end years before today.
let daysLeft = 5_400
let utrs = 0

async function take(orders: string[], done: Step): Promise<void> {
  const { shop: whole } = shop.running
  if (done.what === 'buy') {
    const seller = sellers[orders.length % 2] ?? sellers[0]!
    orders.push(
      (await sellOne(shop, seller, { pricePaise: done.paise, quantity: done.units, units: 9, buyer }))
        .orderId,
    )
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
  const order = orders[done.order % Math.max(1, orders.length)]
  if (order === undefined) return
  if (done.what === 'ship') return courierSays(shop, order, 'shipped', daysAgo(6_000))
  if (done.what === 'deliver') return courierSays(shop, order, 'delivered', daysAgo(done.days))
  const { sold } = singleRow(
    await shop.db.query<{ sold: boolean }>(
      sql`select exists (select from order_sale where order_id = ${order}) as sold`,
    ),
  )
  if (done.what === 'refund') return takeBack(shop, order, { paise: done.paise, bears: done.bears })
  if (done.what === 'cancel')
    return sold ? undefined : takeBack(shop, order, { units: done.units, cause: 'undelivered' })
  if (!sold) return
  if (done.what === 'exchange')
    return shop.db.transaction(async (tx) => {
      await lockOrder(tx, order)
      await chargeExchange(tx, order, done.paise)
    })
  const { units, cause, way } = done
  return takeBack(shop, order, { units, cause, ...(way && { wayBack: way }) })
}

test(
  'whatever happens to orders, the ledger balances, refunds stay within payments, and sellers get each sale once',
  { timeout: 60_000 + lives * 2_000 },
  async () => {
    const counts: Record<string, number> = {}
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 30, size: 'max' }), async (steps) => {
        const orders: string[] = []
        await endRateLimits(shop)
        const first = { what: 'buy', paise: 14_900, units: 3 } as const
        const wanted = steps.filter(
          (one, i) =>
            one.what !== 'buy' ||
            steps.slice(0, i).filter(({ what }) => what === 'buy').length < ordersOfLife - 1,
        )
        for (const one of [first, ...wanted, ...settledOrder(wanted)]) {
          try {
            await take(orders, one)
            counts[one.what] = (counts[one.what] ?? 0) + 1
          } catch (error) {
            // More than is left, or a payout that is settled already: refused, and nothing changed.
            if (!(error instanceof Refusal)) throw error
          }
          expect(await brokenInvariants(shop.db), one.what).toEqual([])
        }
        await advanceCheckpoint(shop.running.shop.db)
      }),
      // Shrinking would replay on the same database, whose state is not reset: the seed and the path are printed.
      { numRuns: Math.ceil(lives / ordersOfLife), endOnFailure: true },
    )
    // No kind of step is left out.
    expect(Object.keys(counts).toSorted()).toEqual(
      ['buy', 'cancel', 'deliver', 'exchange', 'pay', 'refund', 'return', 'settle', 'ship'].toSorted(),
    )
    const { settled } = singleRow(
      await shop.db.query<{ settled: number }>(sql`select count(*) as settled from settlement_line`),
    )
    expect(settled).toBeGreaterThan(0)
    const { left } = singleRow(
      await shop.db.query<{ left: number }>(sql`
        select coalesce(sum(amount_paise), 0)::bigint as left from posting`),
    )
    expect(left).toBe(0)
  },
)
