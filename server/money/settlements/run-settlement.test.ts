/** A settlement run that is killed continues where it stopped (docs/money.md, Settlements). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { awayFrom } from '../../../tests/setup/clock.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { addAdmin, type Admin } from '../../../tests/setup/people.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { dayAgo, delivered } from '../../../tests/setup/settling.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { newId } from '../../platform/db/ids.ts'
import { sql } from '../../platform/db/sql.ts'
import { addDays, beginOf, dayOf, nextMonday } from '../../platform/calendar.ts'
import { findRun, insertRun, newestRun } from './run-queries.ts'
import { continueRun, continueSettlement, settleLastWeek } from './run-settlement.ts'

let shop: TestShop
let admin: Admin
beforeAll(async () => {
  shop = await startTestShop()
  admin = await addAdmin(shop)
})
// Orders are delivered, and settled up to a day, so many days before today.
beforeEach(() => awayFrom('midnight'))
afterAll(() => shop.stop())

/** Three pieces of ₹149.00 between states; the seller gets ₹332.91 of them. */
async function sellThree(seller: Seller, days: number): Promise<string> {
  const { orderId } = await sellOne(shop, seller, { pricePaise: 14_900, quantity: 3, units: 10 })
  await delivered(shop, orderId, days)
  return orderId
}

test(
  'a run that is killed after any of its statements goes on; nobody is paid twice or left out, also by two nodes at once',
  nightly(
    'A run killed after each statement, and two nodes. The timer continues what was interrupted in the test beside it each time.',
  ),
  async () => {
    const sellers = [await addSeller(shop), await addSeller(shop)]
    const orders: string[] = []
    for (const seller of [...sellers, sellers[0]!]) orders.push(await sellThree(seller, 25))
    const { shop: whole } = shop.running
    const id = newId()
    expect(await insertRun(shop.db, id, dayAgo(10))).toBe(true)
    /** A shop whose process ends at its n-th statement, or after its n-th commit. */
    const dying = (at: number) => {
      let step = 0
      const next = () => {
        if ((step += 1) === at) throw new Error('killed')
      }
      const { db } = whole
      const transaction: typeof db.transaction = async (work) => {
        const result = await db.transaction((tx) =>
          work({
            ...tx,
            query: (statement) => (next(), tx.query(statement)),
            execute: (text, values) => (next(), tx.execute(text, values)),
          } as typeof tx),
        )
        next()
        return result
      }
      return { ...whole, db: { ...db, transaction } }
    }
    let kills = 0
    for (let at = 1; ; at += 1) {
      const ended = await continueRun(dying(at), id, 1).then(
        () => true,
        () => false,
      )
      expect(await brokenInvariants(shop.db)).toEqual([])
      if (ended) break
      kills += 1
    }
    expect(kills).toBeGreaterThan(5)
    await Promise.all(Array.from({ length: 5 }, () => continueRun(whole, id)))
    const { body: run } = await admin.get(`/public/admin/settlement-runs/${id}`)
    expect(run).toMatchObject({ state: 'done', sellers: 2, lines: 3, payout: 998.73 })
    const lines = await shop.db.query(
      sql`select order_id from settlement_line where order_id = any(${orders}::uuid[])`,
    )
    expect(lines).toHaveLength(3)
    expect((await admin.get('/public/admin/settlement-runs?limit=2')).body).toHaveLength(1)
  },
)

test('a run of an earlier day never begins behind a later one, which would carry an amount twice', async () => {
  const { upTo } = (await newestRun(shop.db)) ?? { upTo: dayAgo(400) }
  await insertRun(shop.db, newId(), upTo)
  const newest = await newestRun(shop.db)
  // Two administrators at once: the request for the earlier day looked for newer runs before the later run was made.
  expect(await insertRun(shop.db, newId(), addDays(newest!.upTo, -1))).toBe(false)
  expect(await insertRun(shop.db, newId(), newest!.upTo)).toBe(false)
  expect(await newestRun(shop.db)).toEqual(newest)
})

test('the timer of the night settles on Monday up to Sunday, once, and continues what was interrupted', async () => {
  const seller = await addSeller(shop)
  await sellThree(seller, 40)
  const { shop: whole } = shop.running
  const monday = nextMonday(dayOf(new Date()))
  const at = (hours: number) => new Date(beginOf(monday).getTime() + hours * 3_600_000)
  await settleLastWeek(whole, at(-1))
  expect(await newestRun(shop.db)).toMatchObject({ upTo: addDays(monday, -8), state: 'done' })
  // Nothing waits, so no run is made.
  await settleLastWeek(whole, at(4))
  expect(await newestRun(shop.db)).toMatchObject({ upTo: addDays(monday, -8) })
  await sellThree(seller, 40)
  await Promise.all(Array.from({ length: 5 }, () => settleLastWeek(whole, at(4))))
  expect(await findRun(shop.db, addDays(monday, -1))).toMatchObject({ state: 'done' })
  await sellThree(seller, 40)
  await insertRun(shop.db, newId(), addDays(monday, 2))
  await continueSettlement(whole)
  expect(await findRun(shop.db, addDays(monday, 2))).toMatchObject({ state: 'done' })
  expect((await seller.get('/private/earnings/statements')).body).toMatchObject(
    Array.from({ length: 3 }, () => ({ payout: 332.91 })),
  )
  expect(await brokenInvariants(shop.db)).toEqual([])
})
