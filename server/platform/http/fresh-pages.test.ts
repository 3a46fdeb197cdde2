/** Cached pages are made anew on every node when what they show has changed. */
// @module-tag nightly: Two nodes with built pages. page-cache.test.ts, page-tags.test.ts and watch-changes.test.ts prove the cache each time.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, startPaying } from '../../../tests/setup/buying.ts'
import { withoutDatabase } from '../../../tests/setup/cached-pages.ts'
import { setDeleted, setSellerSuspended } from '../../../tests/setup/change-product.ts'
import { customerWithCart, productId } from '../../../tests/setup/products.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { catalogueChanged } from '../page-cache/query-cache.ts'
import { refreshProductsOf } from '../../catalogue/products/save-product.ts'
import { enforceRetention } from '../../administration/retention/enforce-retention.ts'
import { type Sql, sql } from '../db/sql.ts'

let shop: TestShop
/** The address of the second node. */
let second: string
let soap: string
let toothbrush: string
beforeAll(async () => {
  shop = await startTestShop({ seed: 'demo', pages: true })
  // Prices rise above those of the demo.
  await shop.db.query(sql`update product set mrp_paise = null`)
  second = await shop.secondNode()
  soap = await productId(shop, 'Khus Bath Soap, 125 g')
  const [other] = await shop.db.query<{ id: string }>(
    sql`select id from product where category_id <> (select category_id from product where id = ${soap}) order by id limit 1`,
  )
  toothbrush = other?.id ?? ''
})
afterAll(() => shop.stop())

const change = (statement: Sql) => shop.db.query(statement)
const setPrice = (id: string, rupees: number) =>
  change(sql`update product set price_paise = ${rupees * 100} where id = ${id}`)
const nodes = () => [shop.url, second]
const pageOf = async (path: string, node = shop.url) => (await fetch(node + path)).text()
/** Waits until each of these pages is as expected on each node. */
async function expectSoon(paths: readonly string[], good: (page: string) => boolean): Promise<void> {
  for (const node of nodes())
    for (const path of paths) expect(good(await eventually(() => pageOf(path, node), good))).toBe(true)
}

test("a seller's new name is found, also where it was searched for before the job that makes it findable", async () => {
  const [seller] = await shop.db.query<{ id: string; name: string }>(sql`
    select s.account_id as id, s.company_name as name from seller s join product p on p.seller_id = s.account_id
    where p.id = ${soap}`)
  const { id, name } = seller!
  const rename = (to: string) => change(sql`update seller set company_name = ${to} where account_id = ${id}`)
  await rename('Zinnia Quokka Traders')
  // A search without results shows other products.
  const lists = (page: string) => !page.includes('No results')
  const path = '/search/zinnia%20quokka'
  await expectSoon([path], (page) => !lists(page))
  try {
    await refreshProductsOf(shop.running.shop, { sellerId: id })
    await expectSoon([path], lists)
  } finally {
    await rename(name)
    await refreshProductsOf(shop.running.shop, { sellerId: id })
  }
})

test('a new price is shown on every node by the product, its lists and search, and other pages stay cached', async () => {
  const [row] = await shop.db.query<{ category: number }>(
    sql`select category_id as category from product where id = ${soap}`,
  )
  const pages = [`/product/${soap}`, `/products/category/${row?.category}`, '/search/khus']
  const lists = [`product/category/${row?.category}`, 'product/search/khus']
  const paths = [...pages, ...lists.map((list) => `/api/v1/public/${list}`), `/api/v1/public/product/${soap}`]
  const elsewhere = `/product/${toothbrush}`
  for (const node of nodes()) for (const path of [...paths, elsewhere]) await pageOf(path, node)
  await setPrice(soap, 98_765)
  await expectSoon(paths, (page) => page.includes('98,765') || page.includes('"price":98765,'))
  await withoutDatabase(shop, async () => {
    for (const node of nodes()) expect((await fetch(node + elsewhere)).status).toBe(200)
  })
})

test('on every node a list by price is in order after a price change, and a list in stock after the last unit is sold', async () => {
  const [row] = await shop.db.query<{ category: number }>(
    sql`select category_id as category from product where id = ${soap}`,
  )
  const list = `/products/category/${row?.category}`
  const place = (page: string) => page.search(`href="/product/${soap}"`)
  await change(sql`update product set price_paise = 100, units = 5 where id = ${soap}`)
  const lowest = (page: string) => page.search(/href="\/product\/[0-9a-f]{8}-/) === place(page)
  await expectSoon([`${list}?sort=price-low`], lowest)
  await expectSoon([`${list}?stock=in`], (page) => place(page) > 0)
  await change(sql`update product set price_paise = 100000000, units = 0 where id = ${soap}`)
  await expectSoon([`${list}?sort=price-low`], (page) => !lowest(page))
  await expectSoon([`${list}?stock=in`], (page) => place(page) < 0)
})

test('a change is seen by the next request to its own node', async () => {
  for (let rupees = 501; rupees < 521; rupees += 1) {
    await pageOf(`/product/${soap}`)
    await setPrice(soap, rupees)
    catalogueChanged(shop.running.shop.db)
    expect(await pageOf(`/product/${soap}`)).toContain(`"${rupees}.00"`)
    expect(await pageOf(`/api/v1/public/product/${soap}`)).toContain(`"price":${rupees},`)
  }
})

test('units that a checkout holds disappear from the pages of every node', async () => {
  await change(sql`update product set units = 9 where id = ${soap}`)
  await expectSoon([`/product/${soap}`], (page) => page.includes('9 items left'))
  const buyer = await customerWithCart(shop, [{ id: soap }], 2)
  expect((await startPaying(buyer)).status).toBe(200)
  await expectSoon([`/product/${soap}`], (page) => page.includes('7 items left'))
})

test('a change that commits late is seen, although others committed after it began', async () => {
  for (const node of nodes()) for (const id of [soap, toothbrush]) await pageOf(`/product/${id}`, node)
  await shop.db.transaction(async (tx) => {
    await tx.query(sql`update product set price_paise = 770000 where id = ${soap}`)
    await setPrice(toothbrush, 8_800)
    await expectSoon([`/product/${toothbrush}`], (page) => page.includes('8,800'))
  })
  await expectSoon([`/product/${soap}`], (page) => page.includes('7,700'))
})

test.each([
  ['deleted', setDeleted],
  ['of a suspended seller', setSellerSuspended],
])('a product that is %s disappears from every page of every node, and returns', async (_, away) => {
  const [row] = await shop.db.query<{ subcategory: number }>(
    sql`select subcategory_id as subcategory from product where id = ${soap}`,
  )
  const lists = [`/products/sub-category/${row?.subcategory}`, '/search/khus']
  const shown = (page: string) => page.includes(`/product/${soap}`)
  await expectSoon(lists, shown)
  await away(shop, soap)
  await expectSoon([`/product/${soap}`], (page) => page.includes('Product not found'))
  await expectSoon(lists, (page) => !shown(page))
  await away(shop, soap, false)
  await expectSoon(lists, shown)
})

test('a new subcategory and a new company name are shown on every node', async () => {
  const [row] = await shop.db.query<{ category: number }>(
    sql`select category_id as category from product where id = ${soap}`,
  )
  const selling = [`/product/${soap}`, `/products/category/${row?.category}`]
  for (const node of nodes()) for (const path of ['/', ...selling]) await pageOf(path, node)
  await change(
    sql`insert into subcategory (category_id, name, image_url) select min(id), 'Brand new shelf', '/media/p/x/480.webp' from category`,
  )
  await expectSoon(['/'], (page) => page.includes('Brand new shelf'))
  const [seller] = await shop.db.query<{ id: string }>(sql`
    update seller set company_name = 'Renamed Company' where account_id = (select seller_id from product where id = ${soap})
    returning account_id as id`)
  // The job that follows a change of the name.
  await refreshProductsOf(shop.running.shop, { sellerId: seller!.id })
  await expectSoon(selling, (page) => page.includes('Renamed Company'))
})

test('changes that could not be read at first are shown later', async () => {
  for (const node of nodes()) await pageOf(`/product/${toothbrush}`, node)
  await shop.db.execute(
    'alter table catalogue_change rename to change_away; alter table product disable trigger user',
  )
  await change(sql`update product set price_paise = 660000 where id = ${toothbrush}`)
  // Until a read has failed on each node.
  for (const node of nodes())
    await eventually(
      async () => (await fetch(`${node}/readyz`)).status,
      (status) => status === 503,
    )
  for (const node of nodes()) expect((await fetch(`${node}/product/${toothbrush}`)).status).toBe(200)
  await shop.db.execute(
    'alter table change_away rename to catalogue_change; alter table product enable trigger user',
  )
  await expectSoon([`/product/${toothbrush}`], (page) => page.includes('6,600'))
})

test('a change of very many rows removes all pages', async () => {
  for (const node of nodes()) await pageOf(`/product/${toothbrush}`, node)
  await shop.db.transaction(async (tx) => {
    await tx.query(
      sql`insert into catalogue_change (tag) select 'a' || i from generate_series(1, 20000) as i`,
    )
    await tx.query(sql`update product set price_paise = 640000 where id = ${toothbrush}`)
  })
  await expectSoon([`/product/${toothbrush}`], (page) => page.includes('6,400'))
})

test('old rows of the change log are deleted', async () => {
  await setPrice(soap, 70)
  await change(sql`
    insert into catalogue_change (tag, written_at) values ('product:old', now() - interval '21 minutes')`)
  await enforceRetention(shop.running.shop)
  const rows = await shop.db.query<{ tag: string }>(sql`select tag from catalogue_change`)
  expect(rows.map(({ tag }) => tag)).not.toContain('product:old')
  expect(rows.map(({ tag }) => tag)).toContain(`product:${soap}`)
})
