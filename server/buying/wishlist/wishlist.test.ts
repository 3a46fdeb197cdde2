import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { WishlistItem } from '../../../contract/wishlist.ts'
import { setDeleted, setSellerSuspended, setUnits } from '../../../tests/setup/change-product.ts'
import type { TestClient } from '../../../tests/setup/client.ts'
import { addAdmin } from '../../../tests/setup/people.ts'
import { addProduct, testPicture, type TestProduct } from '../../../tests/setup/products.ts'
import { addSeller } from '../../../tests/setup/sellers.ts'
import { type Customer, startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { itemsOf, walkPages } from '../../../tests/setup/walk-pages.ts'
import { copyProduct } from '../../../tests/setup/many-rows.ts'
import { newId } from '../../platform/db/ids.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let buyer: Customer
let other: TestClient
let soap: TestProduct
let comb: TestProduct
beforeAll(async () => {
  shop = await startTestShop()
  buyer = await shop.customer()
  other = await shop.customer()
})
afterAll(() => shop.stop())
beforeEach(async () => {
  await shop.db.query(sql`delete from wishlist_item`)
  soap = await addProduct(shop, { name: 'Soap', pricePaise: 14_950 })
  comb = await addProduct(shop, { name: 'Comb' })
})

const listOf = async (client: TestClient) => (await client.get<WishlistItem[]>('/private/wishlist/get')).body
const add = (id: string, client: TestClient = buyer, headers = {}) =>
  client.get(`/private/wishlist/add/${id}`, headers)
const remove = (id: string, client: TestClient = buyer, headers = {}) =>
  client.get(`/private/wishlist/remove/${id}`, headers)

test('a product comes onto the list with the words of the specification; doing it again changes nothing', async () => {
  for (let i = 0; i < 2; i += 1)
    expect(await add(soap.id)).toMatchObject({ status: 200, body: { msg: 'Product Added to Wishlist' } })
  expect(await listOf(buyer)).toEqual([
    {
      id: soap.id,
      name: 'Soap',
      imageUrl: shop.url + testPicture,
      subCategoryName: 'Test Subcategory',
      price: 149.5,
      was: null,
      description: 'A test product.',
      available: true,
      inStock: true,
      backOn: null,
      cheaperBy: 0,
      mails: { back: false, cheaper: false },
    },
  ])
})

test('the POST aliases do the same', async () => {
  expect((await buyer.post(`/private/wishlist/add/${soap.id}`)).status).toBe(200)
  expect(await listOf(buyer)).toMatchObject([{ id: soap.id }])
  expect((await buyer.post(`/private/wishlist/remove/${soap.id}`)).status).toBe(200)
  expect(await listOf(buyer)).toEqual([])
})

test('a sold-out product may be wished for', async () => {
  await setUnits(shop, soap.id, 0)
  expect((await add(soap.id)).status).toBe(200)
})

test('an unknown or deleted product and one of a suspended seller cannot be wished for', async () => {
  const refusal = { status: 404, body: { msg: 'Not found' } }
  expect(await add(newId())).toMatchObject(refusal)
  await setDeleted(shop, soap.id)
  expect(await add(soap.id)).toMatchObject(refusal)
  await setSellerSuspended(shop, comb.id)
  expect(await add(comb.id)).toMatchObject(refusal)
  await setSellerSuspended(shop, comb.id, false)
  expect((await add('no-id')).status).toBe(404)
})

test('the list shows the newest wish first', async () => {
  await add(soap.id)
  await add(comb.id)
  expect((await listOf(buyer)).map((item) => item.id)).toEqual([comb.id, soap.id])
})

test('removing affects the own list only, and removing again is not refused', async () => {
  await add(soap.id)
  await add(soap.id, other)
  for (let i = 0; i < 2; i += 1) expect((await remove(soap.id)).status).toBe(200)
  expect((await remove(newId())).status).toBe(200)
  expect(await listOf(buyer)).toEqual([])
  expect(await listOf(other)).toMatchObject([{ id: soap.id }])
})

test('product-exists tells of the own list only', async () => {
  await add(soap.id)
  expect((await buyer.get(`/private/wishlist/product-exists/${soap.id}`)).body).toBe(true)
  expect((await buyer.get(`/private/wishlist/product-exists/${comb.id}`)).body).toBe(false)
  expect((await other.get(`/private/wishlist/product-exists/${soap.id}`)).body).toBe(false)
})

test('a product that left the shop stays on the list, marked as not available, until it is removed', async () => {
  await add(soap.id)
  await add(comb.id)
  await setDeleted(shop, comb.id)
  await setSellerSuspended(shop, soap.id)
  const page = await buyer.get<WishlistItem[]>('/private/wishlist/get')
  expect(page.headers.get('x-total-count')).toBe('2')
  expect(page.body).toMatchObject([
    { id: comb.id, name: 'Comb', available: false },
    { id: soap.id, available: false },
  ])
  await setDeleted(shop, comb.id, false)
  await setSellerSuspended(shop, soap.id, false)
  expect((await listOf(buyer)).map(({ available }) => available)).toEqual([true, true])
  await setDeleted(shop, comb.id)
  await remove(comb.id)
  expect((await listOf(buyer)).map(({ id }) => id)).toEqual([soap.id])
})

test('pages reach every wish exactly once, newest first', async () => {
  const ids: string[] = []
  for (const id of await copyProduct(shop, soap.id, 23)) {
    await add(id)
    ids.unshift(id)
  }
  const pages = await walkPages<WishlistItem>(buyer, '/private/wishlist/get?limit=5')
  expect(pages.flatMap((page) => page.body.map((item) => item.id))).toEqual(ids)
  expect(pages.map((page) => page.headers.get('x-total-count'))).toEqual(pages.map(() => '23'))
  expect((await buyer.get('/private/wishlist/get?cursor=nonsense')).status).toBe(400)
  expect((await buyer.get('/private/wishlist/get?limit=201')).status).toBe(400)
})

test('20 wishes for one product at once are one item', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => add(soap.id)))
  expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200))
  expect(await itemsOf(buyer, '/private/wishlist/get')).toHaveLength(1)
})

test('a full list refuses one more with clear words, and still takes what it has', async () => {
  const copies = await copyProduct(shop, soap.id, 999)
  await shop.db.query(sql`
    insert into wishlist_item (id, customer_id, product_id)
    select gen_random_uuid(), a.id, copy from unnest(${copies}::uuid[]) as copy, account a where a.email = ${buyer.email}`)
  const answers = await Promise.all([add(soap.id), add(comb.id)])
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(answers.find((answer) => answer.status === 409)?.body.msg).toMatch(/full/)
  const [had] = await listOf(buyer)
  expect((await add(had?.id ?? '')).status).toBe(200)
})

const elsewhere: Record<string, Record<string, string>> = {
  'a link on another site': {
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
  },
  'a picture on another site': {
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'no-cors',
    'sec-fetch-dest': 'image',
  },
  'a sister domain': { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
  'the address bar': { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  'a page load of our own': {
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
  },
  'a picture of our own': {
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'no-cors',
    'sec-fetch-dest': 'image',
  },
  'a prefetch': {
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'cors',
    'sec-fetch-dest': 'empty',
    'sec-purpose': 'prefetch',
  },
  'a prerender': { 'sec-purpose': 'prefetch;prerender' },
  'an old prefetch': { purpose: 'prefetch' },
  'another origin': { origin: 'https://evil.example' },
  'a page without an origin': { origin: 'null' },
}

test.each(Object.entries(elsewhere))(
  'a wish sent by %s is refused with 403 and writes nothing, by GET and by POST',
  async (_, headers) => {
    await add(comb.id)
    expect((await add(soap.id, buyer, headers)).status).toBe(403)
    expect((await buyer.post(`/private/wishlist/add/${soap.id}`, undefined, headers)).status).toBe(403)
    expect((await remove(comb.id, buyer, headers)).status).toBe(403)
    expect((await buyer.post(`/private/wishlist/remove/${comb.id}`, undefined, headers)).status).toBe(403)
    expect((await listOf(buyer)).map((item) => item.id)).toEqual([comb.id])
  },
)

test('our own script and a plain client may write by GET, and no cache keeps the answer', async () => {
  const own = {
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'cors',
    'sec-fetch-dest': 'empty',
    origin: shop.url,
  }
  const answer = await add(soap.id, buyer, own)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect((await remove(soap.id)).status).toBe(200)
})

test('HEAD writes nothing', async () => {
  await add(comb.id)
  for (const path of [`/private/wishlist/add/${soap.id}`, `/private/wishlist/remove/${comb.id}`]) {
    expect((await buyer.request(path, { method: 'HEAD' })).status).toBe(405)
  }
  expect((await listOf(buyer)).map((item) => item.id)).toEqual([comb.id])
})

test('only a customer has a wishlist: visitors get 401, sellers and administrators 403', async () => {
  const calls = async (client: TestClient) => {
    const answers = await Promise.all([
      client.get('/private/wishlist/get'),
      client.get(`/private/wishlist/product-exists/${soap.id}`),
      add(soap.id, client),
      remove(soap.id, client),
      client.post(`/private/wishlist/add/${soap.id}`),
      client.post(`/private/wishlist/remove/${soap.id}`),
    ])
    return answers.map((answer) => answer.status)
  }
  expect(await calls(shop.client())).toEqual([401, 401, 401, 401, 401, 401])
  for (const other of [await addSeller(shop), await addAdmin(shop)])
    expect(await calls(other)).toEqual([403, 403, 403, 403, 403, 403])
})
