/** Drafts, scheduled and hidden listings are on no public way; what a checkout holds can still be paid. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { ListingChange } from '../../../contract/listing.ts'
import type { Facet } from '../../../contract/product.ts'
import { cartOf, eventually, ordersOf, pay, startPaying, verify } from '../../../tests/setup/buying.ts'
import { manyCustomersWithCart } from '../../../tests/setup/crowd.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { addAdmin } from '../../../tests/setup/people.ts'
import { openProductForm, type ProductForm } from '../../../tests/setup/product-form.ts'
import { addProduct, customerWithCart, unitsOf } from '../../../tests/setup/products.ts'
import type { Customer, TestShop } from '../../../tests/setup/shop.ts'
import { startTestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { deleteOldChanges } from '../listing-changes/note-changes.ts'
import { openSitemap } from '../seo/list-pages.ts'
import { offerDueListings } from './change-state.ts'

let shop: TestShop
let form: ProductForm
let buyer: Customer
/** On sale all the time, with the same words: who stands beside the listing in families and comparisons. */
let other: string
beforeAll(async () => {
  shop = await startTestShop({ pages: true })
  form = await openProductForm(shop)
  buyer = await shop.customer()
  other = await form.add({ name: 'Pangolinwood Spoon' })
})
afterEach(async () => expect(await brokenInvariants(shop.db)).toEqual([]))
afterAll(() => shop.stop())

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
const set = (id: string, state: string, onSaleAt: string | null = null, by = form.seller) =>
  by.post(`/private/product/${id}/state`, { state, onSaleAt })
async function saved(id: string, state: string, onSaleAt: string | null = null): Promise<void> {
  expect(await set(id, state, onSaleAt)).toMatchObject({ status: 200, body: { msg: 'Saved.' } })
}
const ofSeller = async (id: string) => (await form.seller.get(`/private/product/${id}/listing`)).body
const html = async (path: string) => {
  const response = await fetch(shop.url + path)
  return `${response.status} ${await response.text()}`
}
const json = async (path: string) => JSON.stringify((await shop.client().get(path)).body)

/** Every public way that tells of this listing, by its id or its name. */
async function publicWays(id: string, name: string): Promise<string[]> {
  const { subCategoryId, categoryId } = form.subcategory
  const read: Record<string, () => Promise<string>> = {
    page: () => html(`/product/${id}`),
    'its call': () => json(`/public/product/${id}`),
    category: () => html(`/products/category/${categoryId}`),
    subcategory: () => html(`/products/sub-category/${subCategoryId}`),
    cheapest: () => json(`/public/product/sub_category/${subCategoryId}?sort=price-low&limit=200`),
    seller: () => html(`/seller/${form.seller.id}`),
    search: () => html('/search/pangolinwood'),
    words: () => json('/public/product/search/pangolinwood ladle'),
    suggestions: () => json(`/public/product/suggest/${name.slice(0, 14)}`),
    compared: () => html(`/product/${other}/compare?with=${id}`),
    others: () => json(`/public/product/${other}/others`),
    family: () => json(`/public/product/${other}`),
    questions: () => html(`/product/${id}/questions`),
    home: () => json('/public/category/rows'),
    // Not the address, which is ten minutes old.
    sitemap: async () => `200 ${await openSitemap(shop.running.shop).file('products-1')}`,
  }
  const found = await Promise.all(
    Object.entries(read).map(async ([way, text]) => {
      const told = await text()
      return told.includes(name) || (told.startsWith('200 ') && told.includes(`/product/${id}`)) ? way : ''
    }),
  )
  const put = async (way: string, path: string, body?: object) =>
    (await buyer.post(path, body)).status === 200 ? way : ''
  found.push(await put('cart', '/private/cart/add', { id, quantity: 1 }))
  found.push(await put('wishlist', `/private/wishlist/add/${id}`))
  found.push(
    await put('report', `/public/product/${id}/report`, {
      reason: 'not-as-described',
      words: 'It is of steel.',
    }),
  )
  return found.filter(Boolean).toSorted()
}
/** How many products the list says that it has, and how many the facet of the stock counts. */
async function counted(): Promise<[total: number, inStock: number]> {
  const { subCategoryId } = form.subcategory
  const list = await shop.client().get(`/public/product/sub_category/${subCategoryId}?stock=in&limit=1`)
  const facets = await shop.client().get(`/public/product-facets?subCategoryId=${subCategoryId}`)
  const stock = facets.body.find((one: Facet) => one.name === 'stock')
  return [Number(list.headers.get('x-total-count')), stock?.choices[0]?.products ?? 0]
}

test('a draft is on no public way, also while it is edited; its seller previews it and puts it on sale', async () => {
  const id = await form.add({ name: 'Pangolinwood Ladle', draft: true })
  expect(await publicWays(id, 'Pangolinwood Ladle')).toEqual([])
  expect((await form.edit(id, form.input({ name: 'Pangolinwood Ladle', price: 300 }))).status).toBe(200)
  expect(await publicWays(id, 'Pangolinwood Ladle')).toEqual([])
  expect(await ofSeller(id)).toMatchObject({ state: 'draft', onSaleAt: null })
  const preview = (await form.seller.get(`/private/product/${id}/preview`)).body
  expect(preview).toMatchObject({ name: 'Pangolinwood Ladle', price: 300, onSale: false })
  await saved(id, 'on-sale')
  const ways = await publicWays(id, 'Pangolinwood Ladle')
  expect(ways).toEqual([
    'cart',
    'category',
    'cheapest',
    'compared',
    'home',
    'its call',
    'others',
    'page',
    'questions',
    'report',
    'search',
    'seller',
    'sitemap',
    'subcategory',
    'suggestions',
    'wishlist',
    'words',
  ])
  const [row] = (await form.seller.get('/private/product/get-by-seller')).body
  expect(row).toMatchObject({ id, state: 'on-sale', onSaleAt: null })
})

test('hidden: off every way within a second, counted nowhere, and back with one call', async () => {
  const id = await form.add({ name: 'Pangolinwood Fork' })
  const family = { name: 'Cutlery', options: ['kind'], sameThing: false }
  const members = [other, id].map((productId) => ({ productId, values: [productId] }))
  expect((await form.seller.post('/private/families', { ...family, members })).status).toBe(200)
  expect(JSON.stringify((await form.detail(other)).body.family)).toContain(id)
  const before = await counted()
  const inCart = await customerWithCart(shop, [{ id }])
  await saved(id, 'hidden')
  await eventually(
    () => publicWays(id, 'Pangolinwood Fork'),
    (ways) => ways.length === 0,
  )
  expect((await form.detail(other)).body.family).toBeUndefined()
  expect((await cartOf(inCart))[0]).toMatchObject({ productId: id })
  expect((await startPaying(inCart)).status).toBe(409)
  // The family was one card with two members: now it is the other one alone.
  expect(await counted()).toEqual(before)
  // Neither an edit nor another reason puts it back.
  await form.edit(id, form.input({ name: 'Pangolinwood Fork' }))
  expect((await form.detail(id)).status).toBe(404)
  await saved(id, 'on-sale')
  expect((await form.detail(id)).status).toBe(200)
  expect((await startPaying(inCart)).status).toBe(200)
})

test('scheduled: on sale from that time on by the clock of the database, and no other', async () => {
  const [before] = await counted()
  const id = await form.add({ name: 'Pangolinwood Bowl', draft: true })
  for (const [state, at] of [
    ['scheduled', inMs(-1_000)],
    ['scheduled', inMs(91 * 86_400_000)],
    ['scheduled', null],
    ['hidden', inMs(60_000)],
  ] as const) {
    const { status, body } = await set(id, state, at)
    expect([status, Object.keys(body.fields)]).toEqual([400, ['onSaleAt']])
  }
  expect((await set(id, 'draft')).status).toBe(400)
  const at = inMs(60_000)
  await saved(id, 'scheduled', at)
  expect(await ofSeller(id)).toMatchObject({ state: 'scheduled', onSaleAt: at })
  await offerDueListings(shop.running.shop)
  expect(await publicWays(id, 'Pangolinwood Bowl')).toEqual([])
  expect((await counted())[0]).toBe(before)
  await shop.db.query(sql`
    update held_back_product set on_sale_at = now() - interval '1 second' where product_id = ${id}`)
  await offerDueListings(shop.running.shop)
  expect((await form.detail(id)).status).toBe(200)
  const [total, inStock] = await counted()
  expect([total, inStock]).toEqual([before + 1, before + 1])
  // Nobody could buy it before: there is no earlier price to save against.
  expect(await shop.db.query(sql`select lowest_price(${id}, now() - interval '30 days') as paise`)).toEqual([
    { paise: null },
  ])
})

test('a sale that began before the listing was on sale saves nothing against prices at which nobody could buy', async () => {
  const id = await form.add({ name: 'Pangolinwood Tray', price: 300, draft: true })
  await shop.db.query(sql`update product set created_at = now() - interval '40 days' where id = ${id}`)
  const { version } = (await form.seller.get(`/private/product/${id}/prices`)).body
  const sale = { salePrice: 200, saleBegins: null, saleEnds: inMs(86_400_000), bulkPrices: [], version }
  expect((await form.seller.post(`/private/product/${id}/prices`, sale)).status).toBe(200)
  await saved(id, 'on-sale')
  expect((await form.detail(id)).body).toMatchObject({ price: 200, was: null, sale: { lowest: null } })
})

test('whoever hides a listing while it is bought: what a checkout holds becomes an order, and nothing else', async () => {
  const { id } = await addProduct(shop, { seller: form.seller, subcategory: form.subcategory, units: 5 })
  const buyers = await manyCustomersWithCart(shop, 5, { id })
  const [hidden, ...started] = await Promise.all([
    set(id, 'hidden'),
    ...buyers.map((one) => startPaying(one)),
  ])
  expect(hidden.status).toBe(200)
  const holds = buyers.flatMap((one, index) =>
    started[index]?.status === 200 ? [{ one, order: started[index].body }] : [],
  )
  const late = buyers.filter((one) => !holds.some((hold) => hold.one === one))
  for (const { one, order } of holds) {
    expect((await verify(one, await pay(shop, order))).status).toBe(200)
    expect(await ordersOf(one)).toHaveLength(1)
  }
  for (const one of late) expect((await startPaying(one)).status).toBe(409)
  expect(await unitsOf(shop, id)).toBe(5 - holds.length)
})

test('each change by hand is noted with who, what and when, and administrators read it, too', async () => {
  const id = await form.add({ name: 'Noted Ladle', price: 200, noOfUnits: 9, draft: true })
  const { email } = form.seller
  await form.edit(id, form.input({ name: 'Noted Spoon', price: 249.5, noOfUnits: 7 }))
  await saved(id, 'on-sale')
  await startPaying(await customerWithCart(shop, [{ id }]))
  const admin = await addAdmin(shop, undefined, ['catalogue'])
  const read = async () => (await admin.get(`/public/admin/listings?show=all&q=${id}`)).body[0]
  const { version, decided } = await read()
  const decision = { act: 'hide', reason: 'unsafe', note: 'A sharp edge.', version, decided }
  expect((await admin.post(`/public/admin/listings/${id}/decide`, decision)).status).toBe(200)
  const { changes } = await ofSeller(id)
  const told = changes.map(({ by, person, field, was, became }: ListingChange) => [
    by,
    person,
    field,
    was,
    became,
  ])
  // Of one save by the names of the fields. What buyers take is no change by hand.
  expect(told).toEqual([
    ['moderator', null, 'moderation', null, 'hidden: unsafe: A sharp edge.'],
    ['seller', email, 'state', 'draft', 'on-sale'],
    ['seller', email, 'price', '200', '249.5'],
    ['seller', email, 'noOfUnits', '9', '7'],
    ['seller', email, 'name', 'Noted Ladle', 'Noted Spoon'],
    ['seller', email, 'state', null, 'draft'],
  ])
  expect((await read()).changes).toHaveLength(6)
  await shop.db.query(sql`update listing_change set at = now() - interval '401 days' where field = 'state'`)
  await deleteOldChanges(shop.running.shop, 100)
  expect((await ofSeller(id)).changes).toHaveLength(4)
})
