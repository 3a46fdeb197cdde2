import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Category, Subcategory } from '../../../contract/category.ts'
import type { ListedProduct } from '../../../contract/product.ts'
import { setDeleted, setSellerSuspended, changeProduct } from '../../../tests/setup/change-product.ts'
import { addProduct, productId } from '../../../tests/setup/products.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { itemsOf, walkPages } from '../../../tests/setup/walk-pages.ts'
import { sql } from '../../platform/db/sql.ts'
import { catalogueChanged } from '../../platform/page-cache/query-cache.ts'

let shop: TestShop
let soaps: Subcategory
let bath: Category
beforeAll(async () => {
  shop = await startTestShop({ seed: 'demo' })
  const categories = (await shop.client().get<Category[]>('/public/category/all')).body
  bath = categories.find((category) => category.name === 'Bath & Body') as Category
  const subcategories = (await shop.client().get<Subcategory[]>(`/public/category/${bath.id}/get`)).body
  soaps = subcategories.find((subcategory) => subcategory.name === 'Soaps') as Subcategory
})
afterAll(() => shop.stop())

const visitor = () => shop.client()
const totalOf = (page: { headers: Headers }) => Number(page.headers.get('x-total-count'))
const inBath = () => `/public/product/category/${bath.id}`

test('categories come by name, with nothing but id and name', async () => {
  const { status, body } = await visitor().get<Category[]>('/public/category/all')
  expect(status).toBe(200)
  expect(body.map((category) => category.name)).toEqual(body.map((category) => category.name).toSorted())
  expect(body).toContainEqual({ id: bath.id, name: 'Bath & Body' })
  expect(body).toHaveLength(14)
})

test('subcategories name their category and an absolute picture address; those of a category are its own', async () => {
  const all = (await visitor().get<Subcategory[]>('/public/category/sub/all')).body
  const own = (await visitor().get<Subcategory[]>(`/public/category/${bath.id}/get`)).body
  expect(all).toHaveLength(48)
  expect(own.length).toBeGreaterThan(1)
  expect(own).toEqual(all.filter((subcategory) => subcategory.categoryId === bath.id))
  for (const subcategory of all)
    expect(subcategory.imageUrl).toMatch(new RegExp(`^${shop.url}/media/p/[a-z0-9-]+/480\\.webp$`))
})

test('an unknown category is an empty list everywhere, with status 200', async () => {
  expect(await visitor().get('/public/category/999999/get')).toMatchObject({ status: 200, body: [] })
  for (const path of ['/public/product/category/999999', '/public/product/sub_category/999999']) {
    const page = await visitor().get(path)
    expect(page).toMatchObject({ status: 200, body: [] })
    expect(totalOf(page)).toBe(0)
    expect(page.headers.get('link')).toBeNull()
  }
})

test('a category id that is no number is not found', async () => {
  for (const id of ['abc', '1.5', '-1', '0', '99999999999', '1%20or%201=1']) {
    expect((await visitor().get(`/public/product/category/${id}`)).status).toBe(404)
    expect((await visitor().get(`/public/category/${id}/get`)).status).toBe(404)
  }
})

test('a listed product has the fields of the specification, in rupees and with an absolute picture address', async () => {
  const name = 'Neem & Tulsi Bath Soap, 100 g'
  const listed = (await itemsOf<ListedProduct>(visitor(), inBath())).find((product) => product.name === name)
  expect(listed).toEqual({
    id: await productId(shop, name),
    name,
    price: 149,
    was: null,
    imageUrl: expect.stringMatching(new RegExp(`^${shop.url}/media/p/u-[0-9a-f]{32}/480\\.webp$`)),
    description: expect.stringMatching(/^Neem leaf is dried/),
    noOfUnits: 220,
    subCategoryName: 'Soaps',
    subCategoryId: soaps.id,
    sellerCompany: 'Aranyika Botanics',
    sellerId: expect.any(String),
    rating: 4.5,
    ratingCount: 2,
  })
})

test('pages reach every product of a category exactly once, newest first, and each tells the whole count', async () => {
  const pages = await walkPages<ListedProduct>(visitor(), `${inBath()}?limit=4`)
  const ids = pages.flatMap((page) => page.body.map((product) => product.id))
  const stored = await shop.db.query<{ id: string }>(
    sql`select id from product where category_id = ${bath.id} order by id desc`,
  )
  expect(ids).toEqual(stored.map((row) => row.id))
  expect(pages.length).toBe(Math.ceil(stored.length / 4))
  expect(pages.map(totalOf)).toEqual(pages.map(() => stored.length))
})

test('a subcategory lists its own products and no others', async () => {
  const products = await itemsOf<ListedProduct>(visitor(), `/public/product/sub_category/${soaps.id}?limit=3`)
  const stored = await shop.db.query<{ id: string }>(
    sql`select id from product where subcategory_id = ${soaps.id}`,
  )
  expect(products.map((product) => product.id).toSorted()).toEqual(stored.map((row) => row.id).toSorted())
  expect(new Set(products.map((product) => product.subCategoryName))).toEqual(new Set(['Soaps']))
})

test('without a limit a page has 48 rows; a limit is 1 to 200', async () => {
  // 60 of them: more than a page, and the next one has the rest.
  for (let i = 0; i < 60; i += 1) await addProduct(shop, { name: `Listed ${i}` })
  const [{ id } = { id: 0 }] = await shop.db.query<{ id: number }>(
    sql`select id from category where name = 'Test Category'`,
  )
  const path = `/public/product/category/${id}`
  const pages = await walkPages<ListedProduct>(visitor(), path)
  expect(pages.map((page) => page.body.length)).toEqual([48, 12])
  expect((await visitor().get(`${path}?limit=200`)).body).toHaveLength(60)
  for (const limit of ['0', '201', '-1', '1.5', 'many'])
    expect((await visitor().get(`${path}?limit=${limit}`)).status).toBe(400)
})

test('a cursor that this list never gave is refused with 400', async () => {
  const id = await productId(shop, 'Khus Bath Soap, 125 g')
  for (const cursor of [
    '',
    'x',
    'AAAA',
    id,
    encodeURIComponent("' or 1=1 --"),
    'A'.repeat(400),
    'A'.repeat(401),
    'AAAAAAAAAAAAAAAAAAAAAB',
    '%00',
  ]) {
    expect(await visitor().get(`${inBath()}?cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { msg: expect.any(String) },
    })
  }
})

test('products that are added while somebody turns pages neither repeat nor hide a row', async () => {
  await addProduct(shop, { name: 'Paged 0' })
  const [{ id } = { id: 0 }] = await shop.db.query<{ id: number }>(
    sql`select id from subcategory where name = 'Test Subcategory'`,
  )
  const before = (
    await itemsOf<ListedProduct>(visitor(), `/public/product/sub_category/${id}?limit=200`)
  ).map((product) => product.id)
  const first = await visitor().get<ListedProduct[]>(`/public/product/sub_category/${id}?limit=10`)
  await addProduct(shop, { name: 'Came in meanwhile' })
  const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  const rest = await itemsOf<ListedProduct>(visitor(), next)
  expect([...first.body, ...rest].map((product) => product.id)).toEqual(before)
})

test('a long description is cut in lists on the end of a word, and whole in the detail', async () => {
  const { id } = await addProduct(shop, { name: 'Wordy' })
  const description = `${'Ünïcödé wörds with 🌿 leaves. '.repeat(160)}The end.`
  await changeProduct(shop, id, { description })
  const [subcategory] = await shop.db.query<{ id: number }>(
    sql`select subcategory_id as id from product where id = ${id}`,
  )
  const [listed] = (
    await visitor().get<ListedProduct[]>(`/public/product/sub_category/${subcategory?.id}?limit=1`)
  ).body
  const kept = listed?.description.replace(/…$/, '') ?? ''
  expect(listed?.description).toMatch(/\p{L}…$/u)
  expect(kept.length).toBeGreaterThan(250)
  expect(kept.length).toBeLessThanOrEqual(300)
  expect(description.slice(kept.length)).toMatch(/^[^\p{L}]/u)
  expect((await visitor().get(`/public/product/${id}`)).body.description).toBe(description)
})

async function expectHiddenKhusSoap(id: string): Promise<void> {
  expect(
    (await visitor().get('/public/product/search/khus')).body.map((product: ListedProduct) => product.id),
  ).not.toContain(id)
  expect(await visitor().get(`/public/product/${id}`)).toMatchObject({
    status: 404,
    body: { msg: 'Not found' },
  })
}

test('a deleted product leaves list, count, search and detail at once', async () => {
  const id = await productId(shop, 'Khus Bath Soap, 125 g')
  const before = await itemsOf<ListedProduct>(visitor(), `${inBath()}?limit=5`)
  await setDeleted(shop, id)
  catalogueChanged(shop.running.shop.db)
  try {
    const pages = await walkPages<ListedProduct>(visitor(), `${inBath()}?limit=5`)
    expect(pages.flatMap((page) => page.body.map((product) => product.id))).toEqual(
      before.map((product) => product.id).filter((other) => other !== id),
    )
    expect(pages.map(totalOf)).toEqual(pages.map(() => before.length - 1))
    expect(
      (await visitor().get(`/public/product/sub_category/${soaps.id}`)).body.map(
        (product: ListedProduct) => product.id,
      ),
    ).not.toContain(id)
    await expectHiddenKhusSoap(id)
  } finally {
    await setDeleted(shop, id, false)
  }
})

test('the products of a suspended seller are nowhere to be seen until the suspension ends', async () => {
  const id = await productId(shop, 'Khus Bath Soap, 125 g')
  const sellerOf = async (productIds: string[]) =>
    new Set(
      (
        await shop.db.query<{ id: string }>(
          sql`select distinct seller_id as id from product where id = any(${productIds}::uuid[])`,
        )
      ).map((row) => row.id),
    )
  const [seller] = await sellerOf([id])
  const others = (
    await shop.db.query<{ id: string }>(sql`
    select id from product where category_id = ${bath.id} and seller_id <> ${seller} order by id desc`)
  ).map((row) => row.id)
  await setSellerSuspended(shop, id)
  catalogueChanged(shop.running.shop.db)
  try {
    const pages = await walkPages<ListedProduct>(visitor(), `${inBath()}?limit=3`)
    expect(pages.flatMap((page) => page.body.map((product) => product.id))).toEqual(others)
    expect(pages.map(totalOf)).toEqual(pages.map(() => others.length))
    const subcategory = await itemsOf<ListedProduct>(visitor(), `/public/product/sub_category/${soaps.id}`)
    expect(await sellerOf(subcategory.map((product) => product.id))).not.toContain(seller)
    const found = await itemsOf<ListedProduct>(visitor(), '/public/product/search/bath')
    expect(found.length).toBeGreaterThan(0)
    expect(await sellerOf(found.map((product) => product.id))).not.toContain(seller)
    await expectHiddenKhusSoap(id)
  } finally {
    await setSellerSuspended(shop, id, false)
    catalogueChanged(shop.running.shop.db)
  }
  expect((await visitor().get(`/public/product/${id}`)).status).toBe(200)
})

test('public lists may be kept by a browser only after asking again', async () => {
  for (const path of [inBath(), '/public/category/all', '/public/product/search/soap']) {
    expect((await visitor().get(path)).headers.get('cache-control')).toBe('no-cache')
  }
})
