/** What a node has counted is written once, whatever the database refuses meanwhile (decision 30). */
// @module-tag nightly: a node of its own and many products. views.test.ts proves each time that counts wait for the database.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { copyProduct } from '../../../tests/setup/many-rows.ts'
import { addProduct } from '../../../tests/setup/products.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { addDays, beginOf, dayOf } from '../../platform/calendar.ts'
import type { Db } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import { countAdded, openDayCounts, writeCounts } from './count-days.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.stop())

/** More than two statements write. */
async function manyProducts(): Promise<string[]> {
  const { id } = await addProduct(shop)
  await copyProduct(shop, id, 1_200)
  const rows = await shop.db.query<{ id: string }>(sql`
    select id from product where seller_id = (select seller_id from product where id = ${id}) order by id`)
  return rows.map((row) => row.id)
}

/** A node of its own on the same database, of which `fails` says which statements are refused. */
function openNode(fails: (statement: number) => boolean) {
  let statements = 0
  const query: Db['query'] = (statement) =>
    fails((statements += 1))
      ? Promise.reject(new Error('the database does not answer'))
      : shop.db.query(statement)
  const node = { ...shop.running.shop, db: { ...shop.db, query } }
  return { node, stop: openDayCounts(node) }
}

const countedOf = async (products: readonly string[], day: string) => {
  const rows = await shop.db.query<{ id: string; added: number }>(
    sql`select product_id as id, added from product_day where day = ${day} and product_id = any(${products}::uuid[])`,
  )
  return new Map(rows.map(({ id, added }) => [id, added]))
}

test('statements that fail between others neither lose nor double a count, and a node that stops writes the rest', async () => {
  const products = await manyProducts()
  expect(products.length).toBeGreaterThan(1_000)
  const [one, two] = [openNode((n) => n % 3 === 2), openNode((n) => n === 1)]
  const lived = new Map<string, number>()
  for (let round = 0; round < 6; round += 1) {
    for (const [index, id] of products.entries())
      for (const { node } of (index + round) % 2 ? [one] : [one, two]) {
        countAdded(node, id)
        lived.set(id, (lived.get(id) ?? 0) + 1)
      }
    // What is counted while a batch is written belongs to the next one.
    const writing = Promise.all([writeCounts(one.node), writeCounts(two.node)])
    for (const id of products.slice(0, 50)) {
      countAdded(one.node, id)
      lived.set(id, (lived.get(id) ?? 0) + 1)
    }
    await writing
  }
  await Promise.all([one.stop(), two.stop()])
  expect(await countedOf(products, dayOf(new Date()))).toEqual(lived)
})

test('a node that stops while the database refuses it once loses nothing', async () => {
  const { id } = await addProduct(shop)
  const { node, stop } = openNode((n) => n === 1)
  countAdded(node, id)
  await stop()
  expect(await countedOf([id], dayOf(new Date()))).toEqual(new Map([[id, 1]]))
})

test('counts that could not be written before midnight stay those of their day', async () => {
  const { id } = await addProduct(shop)
  const { node, stop } = openNode((n) => n <= 2)
  const today = dayOf(new Date())
  const tomorrow = addDays(today, 1)
  countAdded(node, id)
  await writeCounts(node)
  try {
    vi.useFakeTimers({ toFake: ['Date'], now: beginOf(tomorrow).getTime() + 1_000 })
    countAdded(node, id)
    countAdded(node, id)
    await writeCounts(node)
    countAdded(node, id)
    await stop()
  } finally {
    vi.useRealTimers()
  }
  expect(await countedOf([id], today)).toEqual(new Map([[id, 1]]))
  expect(await countedOf([id], tomorrow)).toEqual(new Map([[id, 3]]))
})
