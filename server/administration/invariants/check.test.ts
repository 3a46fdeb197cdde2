/** The checks of invariants: broken rows are found, counted by /metrics and shown to administrators, until they are corrected. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freePort } from '../../../tests/setup/free-port.ts'
import { addAdmin, type Admin } from '../../../tests/setup/people.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { Shop } from '../../platform/shop.ts'
import { checkRecent, continueWhole } from './check.ts'

let shop: TestShop
let admin: Admin
let order: string
let metricsPort: number
let running: Shop
beforeAll(async () => {
  metricsPort = await freePort()
  shop = await startTestShop({ env: { METRICS_PORT: String(metricsPort) } })
  admin = await addAdmin(shop)
  order = (await sellOne(shop, await addSeller(shop))).orderId
  running = shop.running.shop
})
// So that a test's rows are no recent changes, unless the test says so.
beforeEach(async () => {
  await shop.db.query(sql`update orders set updated_at = now() - interval '1 day'`)
  await shop.db.query(sql`update payment set received_at = now() - interval '1 day'`)
  await changeFrozen(sql`update journal_entry set happened_at = now() - interval '1 day'`)
})
afterAll(() => shop.stop())

async function changeFrozen(...statements: Sql[]): Promise<void> {
  await shop.db.transaction(async (tx) => {
    await tx.execute('set local session_replication_role = replica')
    for (const statement of statements) await tx.query(statement)
  })
}
const shown = async () => (await admin.get('/public/admin/broken-invariants')).body
const scrape = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
const lines = async (name: string) =>
  (await scrape()).split('\n').filter((line) => line.startsWith(`hariyali_${name}`))

test('an order without terms is an alarm after two checks, with a link to the order, and none once it is mended', async () => {
  const name = 'order without terms'
  await checkRecent(running)
  expect(await shown()).toMatchObject({ isStale: false, broken: [] })
  await changeFrozen(
    sql`create table kept_terms as select * from order_terms`,
    sql`delete from order_terms where order_id = ${order}`,
    sql`update orders set updated_at = now() where id = ${order}`,
  )
  await checkRecent(running)
  expect((await shown()).broken).toEqual([])
  // It has not changed since, and is read again because it was found before.
  await shop.db.query(sql`update orders set updated_at = now() - interval '1 day'`)
  await checkRecent(running)
  expect((await shown()).broken).toMatchObject([
    {
      invariant: name,
      view: 'invariant_purchase',
      count: 1,
      rows: [{ id: order, orderId: order, settlementId: null }],
    },
  ])
  expect(await lines('invariant_broken{view="invariant_purchase"')).toEqual([
    `hariyali_invariant_broken{view="invariant_purchase",invariant="${name}"} 1`,
  ])
  expect(await lines('invariant_broken{view="invariant_ledger"')).toEqual([
    'hariyali_invariant_broken{view="invariant_ledger",invariant="none"} 0',
  ])

  await changeFrozen(sql`insert into order_terms select * from kept_terms where order_id = ${order}`)
  await checkRecent(running)
  expect((await shown()).broken).toEqual([])
  expect(await lines('invariant_broken{view="invariant_purchase"')).toEqual([
    'hariyali_invariant_broken{view="invariant_purchase",invariant="none"} 0',
  ])
})

test('a row that was changed behind the back of the shop is found at night, and mended within the next check', async () => {
  const units = (more: number) => [
    sql`alter table product drop constraint if exists product_units_check`,
    sql`update product set units = units + ${more}::int where id = (select product_id from orders where id = ${order})`,
  ]
  await changeFrozen(...units(-1_000))
  for (let n = 0; n < 2; n += 1) await checkRecent(running)
  expect((await shown()).broken).toEqual([])

  expect(await continueWhole(running)).toBe('finished')
  await checkRecent(running)
  expect((await shown()).broken).toMatchObject([{ invariant: 'units below zero', count: 1 }])
  await changeFrozen(...units(1_000))
  await checkRecent(running)
  expect((await shown()).broken).toEqual([])
})

test('a check that is interrupted goes on where it was; one that does not run is told of', async () => {
  await shop.db.query(sql`
    update invariant_check set done_from = now() - interval '3 days' where name = 'whole'`)
  expect((await shown()).isStale).toBe(true)
  await shop.db.query(sql`update invariant_check set step = 'sellers', began_at = now() where name = 'whole'`)
  const before = shop.running.shop.db.statements()
  await continueWhole(running)
  expect((await shown()).isStale).toBe(false)
  // Two pages of sellers and of accounts, of which the last ones are empty, and no page of checkouts or entries.
  expect(shop.running.shop.db.statements() - before).toBeLessThan(60)
  await shop.db.query(
    sql`update invariant_check set done_from = now() - interval '11 minutes' where name = 'recent'`,
  )
  expect((await shown()).isStale).toBe(true)
  await checkRecent(running)
  expect((await shown()).isStale).toBe(false)
})
