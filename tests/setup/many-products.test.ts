// @module-tag nightly: It proves a helper of measurements, and no rule of the shop.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListedProduct } from '../../contract/product.ts'
import { nightly } from './nightly.ts'
import { startTestShop, type TestShop } from './shop.ts'
import { newId } from '../../server/platform/db/ids.ts'
import { sql } from '../../server/platform/db/sql.ts'
import { insertManyProducts } from './many-products.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ seed: 'demo' })
  await insertManyProducts(shop.db, 2_000)
})
afterAll(() => shop.stop())

const made = sql`product p join seller s on s.account_id = p.seller_id where s.gst like '99MANY%'`

test('inserts the requested number of products, in every subcategory and of every seller, with different texts', async () => {
  const [row] = await shop.db.query(sql`
    select count(*) as products, count(distinct subcategory_id) as subcategories, count(distinct seller_id) as sellers,
      count(distinct p.name) > 1900 as names, count(distinct p.description) > 1000 as descriptions from ${made}`)
  expect(row).toEqual({ products: 2_000, subcategories: 48, sellers: 8, names: true, descriptions: true })
})

test('they are older than every product that is added later', async () => {
  const [row] = await shop.db.query<{ newest: string }>(
    sql`select p.id as newest from ${made} order by p.id desc limit 1`,
  )
  expect((row?.newest ?? '') < newId()).toBe(true)
})

test('they are listed and found like other products, also with misspelt words', async () => {
  const [row] = await shop.db.query<{ id: string; name: string; subcategory: number }>(
    sql`select p.id, p.name, p.subcategory_id as subcategory from ${made} order by p.id desc limit 1`,
  )
  const client = shop.client()
  expect((await client.get(`/public/product/${row?.id}`)).body.name).toBe(row?.name)
  const [collection = ''] = row?.name.split(' ') ?? []
  const found = await client.get<ListedProduct[]>(`/public/product/search/${collection}?limit=200`)
  expect(found.body.length).toBe(40)
  const misspelt = await client.get<ListedProduct[]>(
    `/public/product/search/${collection.slice(0, 3)}${collection.slice(4)}?limit=200`,
  )
  expect(misspelt.body.map((product) => product.id)).toContain(row?.id)
})

test(
  'the search indexes that a large insert drops are created again',
  { timeout: 120_000, ...nightly('Inserts 20,000 products. Only benchmarks use so many.') },
  async () => {
    const indexes = sql`select indexname, indexdef from pg_indexes where tablename in ('product', 'product_facet', 'product_word') order by 1`
    const before = await shop.db.query(indexes)
    await insertManyProducts(shop.db, 20_000)
    expect(await shop.db.query(indexes)).toEqual(before)
  },
)
