import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../tests/setup/buying.ts'
import { addAdmin } from '../../../tests/setup/people.ts'
import { addProduct } from '../../../tests/setup/products.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { newId } from '../../platform/db/ids.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ pages: true })
})
afterAll(() => shop.stop())

/** As years of buyers leave them: a test cannot buy so often. */
async function addReviews(productId: string, stars: readonly number[], words: string): Promise<string[]> {
  const ids = stars.map(() => newId())
  await shop.db.query(sql`
    insert into review (id, product_id, seller_id, stars, words)
    select i, p.id, p.seller_id, s, ${words} || ' ' || no from product p,
      unnest(${ids}::uuid[], ${stars}::int[]) with ordinality as n (i, s, no) where p.id = ${productId}`)
  return ids
}
const html = async (path: string) => (await fetch(shop.url + path)).text()
const productPage = (id: string, query = '') => html(`/product/${id}${query}`)
const shownIn = (page: string) =>
  [...page.matchAll(/<p dir="auto"[^>]*>([^<]*)<\/p>/g)].map(([, words]) => words)

test('the page of a product has its reviews without a script, in pages and sorted, as text, and for search engines', async () => {
  const { id } = await addProduct(shop)
  expect(await productPage(id)).toContain('There are no reviews yet.')
  await addReviews(id, [5, 1, ...Array(18).fill(4)], '<script>xss()</script> https://elsewhere.invalid')
  const first = await eventually(
    () => productPage(id),
    (page) => page.includes('Verified purchase'),
  )
  expect(first).toContain('&lt;script&gt;xss()&lt;/script&gt; https://elsewhere.invalid 20')
  expect(first).not.toContain('<script>xss')
  expect(first).not.toContain('href="https://elsewhere.invalid')
  expect(first).toContain('"aggregateRating":{"@type":"AggregateRating","ratingValue":3.9,"reviewCount":20}')
  expect(shownIn(await productPage(id, '?sort=lowest'))[0]).toMatch(/ 2$/)
  const seen = new Set(shownIn(first))
  let next = /href="(\?[^"]*cursor[^"]*)#reviews"/.exec(first)?.[1]
  while (next) {
    const page = await productPage(id, next.replaceAll('&amp;', '&'))
    for (const words of shownIn(page)) seen.add(words)
    next = /href="(\?[^"]*cursor[^"]*)#reviews"/.exec(page)?.[1]
  }
  expect(seen.size).toBe(20)
})

test('a review that is taken down is gone from the cached page, with the reason in its place', async () => {
  const { id } = await addProduct(shop)
  const [review] = await addReviews(id, [2], 'Call me at my number.')
  await eventually(
    () => productPage(id),
    (page) => page.includes('Call me'),
  )
  const admin = await addAdmin(shop)
  const down = { edits: 0, reason: 'personal-data', note: 'A number.' }
  expect((await admin.post(`/public/admin/reviews/${review}/take-down`, down)).status).toBe(200)
  const page = await eventually(
    () => productPage(id),
    (now) => now.includes('it has personal details of somebody'),
  )
  expect(page).not.toContain('Call me')
})
