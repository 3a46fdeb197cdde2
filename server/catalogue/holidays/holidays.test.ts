/** A seller is away: pages stay and say until when, nothing can be bought, and the clock of the database ends it. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Facet, ListedProduct } from '../../../contract/product.ts'
import { dayInWords } from '../../../contract/day-in-words.ts'
import { cartOf, eventually, ordersOf, pay, startPaying, verify } from '../../../tests/setup/buying.ts'
import { manyCustomersWithCart } from '../../../tests/setup/crowd.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { openProductForm, type ProductForm } from '../../../tests/setup/product-form.ts'
import { addProduct, customerWithCart, unitsOf } from '../../../tests/setup/products.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { addDays, dayOf } from '../../platform/calendar.ts'
import { sql } from '../../platform/db/sql.ts'
import { catalogueChanged } from '../../platform/page-cache/query-cache.ts'
import { followHolidays } from './holidays.ts'

let shop: TestShop
let form: ProductForm
beforeAll(async () => {
  shop = await startTestShop({ pages: true })
  form = await openProductForm(shop)
})
afterEach(async () => expect(await brokenInvariants(shop.db)).toEqual([]))
afterAll(() => shop.stop())

const inDays = (days: number) => addDays(dayOf(new Date()), days)
const set = (lastDay: string | null) => form.seller.post('/private/holiday', { lastDay })
const html = async (path: string) => (await fetch(shop.url + path)).text()
const shows = (path: string, words: string) =>
  eventually(
    () => html(path),
    (page) => page.includes(words),
  )
const inStock = async (): Promise<[listed: string[], counted: number]> => {
  const { subCategoryId } = form.subcategory
  const list = await shop.client().get(`/public/product/sub_category/${subCategoryId}?stock=in&limit=100`)
  const facets = await shop.client().get(`/public/product-facets?subCategoryId=${subCategoryId}`)
  const stock = facets.body.find((one: Facet) => one.name === 'stock')
  return [list.body.map(({ id }: ListedProduct) => id), stock?.choices[0]?.products ?? 0]
}

test('a day that cannot be is refused', async () => {
  for (const day of [inDays(-1), inDays(61), '2026-02-30', 'tomorrow']) {
    const { status, body } = await set(day)
    expect([status, Object.keys(body.fields)]).toEqual([400, ['lastDay']])
  }
  expect((await form.seller.get('/private/holiday')).body).toEqual({ lastDay: null })
})

test('pages say until when, nothing can be bought, search puts it last; the next day everything is as before', async () => {
  const [one, two] = [
    await form.add({ name: 'Numbatwood Bowl' }),
    await form.add({ name: 'Numbatwood Plate' }),
  ]
  const { id: other } = await addProduct(shop, { name: 'Numbatwood Cup', subcategory: form.subcategory })
  const { id: dear } = await addProduct(shop, { pricePaise: 99_000, subcategory: form.subcategory })
  const family = { name: 'Numbat', options: ['kind'], sameThing: false }
  const members = [one, two].map((productId) => ({ productId, values: [productId] }))
  expect((await form.seller.post('/private/families', { ...family, members })).status).toBe(200)
  const before = await inStock()
  expect(before[0]).toHaveLength(before[1])
  const holder = await customerWithCart(shop, [{ id: one }])
  const { body: order } = await startPaying(holder)
  const late = await customerWithCart(shop, [{ id: one }])
  await late.post(`/private/wishlist/add/${two}`)
  const lists = [
    `/products/sub-category/${form.subcategory.subCategoryId}`,
    '/search/numbatwood',
    `/seller/${form.seller.id}`,
    `/product/${one}/compare`,
  ]

  expect((await set(inDays(2))).body.msg).toBe('Your shop is on holiday.')
  const back = `Back on ${dayInWords(inDays(3))}`
  const page = await shows(`/product/${one}`, back)
  expect(page).toContain('OutOfStock')
  expect(page).toContain('Seller away: see what is like it')
  expect(page).not.toContain('Sold out')
  // What can be bought comes first, however alike the others are.
  const { similar } = (await shop.client().get(`/public/product/${other}/related`)).body
  expect(similar[0].product.id).toBe(dear)
  // Cards of lists, of the home page and of products that this browser has shown say it, too.
  for (const path of ['/', ...lists]) await shows(path, back)
  expect((await shop.client().get(`/public/product-cards?ids=${two}`)).body[0].backOn).toBe(inDays(3))
  expect((await late.get('/private/wishlist/get')).body[0]).toMatchObject({
    inStock: false,
    backOn: inDays(3),
  })
  await shows(`/seller/${form.seller.id}`, `Away until ${dayInWords(inDays(2))}`)
  expect((await form.detail(one)).body).toMatchObject({ noOfUnits: 0, backOn: inDays(3) })
  expect(await inStock()).toEqual([[dear, other], 2])
  expect((await form.found('numbatwood')).indexOf(other)).toBe(0)
  expect((await late.post('/private/cart/add', { id: two, quantity: 1 })).status).toBe(409)
  expect((await cartOf(late))[0]).toMatchObject({ noOfUnits: 0, backOn: inDays(3), available: true })
  expect(await startPaying(late)).toMatchObject({
    status: 409,
    body: { msg: expect.stringContaining(`can be bought again on ${dayInWords(inDays(3))}`) },
  })
  // What was held before is paid, and becomes an order.
  expect((await verify(holder, await pay(shop, order))).status).toBe(200)
  expect(await ordersOf(holder)).toHaveLength(1)
  // The seller sees and changes their stock as ever, and what they add is away with them.
  expect((await form.formOf(two)).noOfUnits).toBe(100)
  const [row] = (await form.seller.get('/private/product/get-by-seller')).body
  expect(row.noOfUnits).toBe(100)
  const added = await form.add({ name: 'Numbatwood Spoon' })
  expect((await form.detail(added)).body.backOn).toBe(inDays(3))

  // Two days later: by the clock at once, and in lists after the job.
  await shop.db.transaction(async (tx) => {
    await tx.query(sql`update product set away_until = away_until - 3 where away_until is not null`)
    await tx.query(sql`update holiday set last_day = last_day - 3`)
  })
  catalogueChanged(shop.running.shop.db)
  expect((await startPaying(late)).status).toBe(200)
  await followHolidays(shop.running.shop)
  const [listed, count] = await inStock()
  expect(listed.toSorted()).toEqual([...before[0], added].toSorted())
  expect(count).toBe(before[1] + 1)
  await eventually(
    () => html(`/product/${one}`),
    (page) => !page.includes(back),
  )
  expect(await shop.db.query(sql`select from holiday`)).toEqual([])
})

test('lists follow a changed day; who comes back earlier is back at once', async () => {
  const id = await form.add({ name: 'Early Bowl' })
  const list = `/products/sub-category/${form.subcategory.subCategoryId}`
  for (const days of [30, 20]) {
    await set(inDays(days))
    await shows(list, `Back on ${dayInWords(inDays(days + 1))}`)
  }
  expect((await form.detail(id)).body.noOfUnits).toBe(0)
  expect((await set(null)).body.msg).toBe('Welcome back. Your products can be bought.')
  expect((await form.detail(id)).body.noOfUnits).toBe(100)
  expect((await form.seller.get('/private/holiday')).body).toEqual({ lastDay: null })
})

test('a holiday that begins while buyers pay: what is held becomes an order, and nothing else', async () => {
  const id = await form.add({ name: 'Raced Bowl', noOfUnits: 5 })
  const buyers = await manyCustomersWithCart(shop, 5, { id })
  const [begun, ...started] = await Promise.all([set(inDays(1)), ...buyers.map((one) => startPaying(one))])
  expect(begun.status).toBe(200)
  const holds = buyers.flatMap((one, index) =>
    started[index]?.status === 200 ? [{ one, order: started[index].body }] : [],
  )
  for (const { one, order } of holds) {
    expect((await verify(one, await pay(shop, order))).status).toBe(200)
    expect(await ordersOf(one)).toHaveLength(1)
  }
  for (const one of buyers.filter((buyer) => !holds.some((hold) => hold.one === buyer)))
    expect((await startPaying(one)).status).toBe(409)
  expect(await unitsOf(shop, id)).toBe(5 - holds.length)
  await set(null)
})
