/** Totals of lists (api-rules §1): those of 10,000 products and more stay cached through changes, for two minutes at most. */
// @module-tag nightly: 10,000 products and two minutes. lists.test.ts proves totals each time.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { addProduct, addSubcategory, type TestSubcategory } from '../../../tests/setup/products.ts'
import { addSeller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => shop.stop())

const large = limits.countFiltered

test('a total below the limit is exact; a larger one is cached, counted again in the background after one minute, and before the answer after two', async () => {
  const subcategory = await fillCategory(large - 1)
  // A seller of their own: an account has a limit of products.
  const seller = await addSeller(shop)
  const addOne = () => addProduct(shop, { subcategory, seller })
  // A new page size each time, so that no reply comes from memory.
  let limit = 0
  const total = async () => {
    const path = `/public/product/category/${subcategory.categoryId}?limit=${++limit}`
    return Number((await shop.client().get(path)).headers.get('x-total-count'))
  }
  expect(await total()).toBe(large - 1)
  await addOne()
  expect(await total()).toBe(large)
  await addOne()
  expect(await total()).toBe(large)
  later(59)
  expect(await total()).toBe(large)
  later(2)
  expect(await total()).toBe(large)
  await expect.poll(total).toBe(large + 1)
  await addOne()
  later(121)
  expect(await total()).toBe(large + 2)
})

/** A new category with so many products. The triggers of the search are off, because nobody searches for them. */
async function fillCategory(products: number): Promise<TestSubcategory> {
  const subcategory = await addSubcategory(shop)
  const { id } = await addProduct(shop, { subcategory })
  await shop.db.transaction(async (tx) => {
    await tx.execute('set local session_replication_role = replica')
    await tx.query(sql`
      insert into product
      select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid()))).*
      from product p, generate_series(2, ${products}) where p.id = ${id}`)
  })
  return subcategory
}

let ahead = 0
const realNow = performance.now.bind(performance)
/** Advances the clock of `performance.now()` by so many seconds. */
function later(seconds: number): void {
  ahead += seconds * 1_000
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + ahead)
}
