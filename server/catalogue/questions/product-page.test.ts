import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../tests/setup/buying.ts'
import { addAdmin } from '../../../tests/setup/people.ts'
import { addProduct } from '../../../tests/setup/products.ts'
import { addSeller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ pages: true })
})
afterAll(() => shop.stop())

const html = async (path: string) => (await fetch(shop.url + path)).text()
const shownIn = (page: string) =>
  [...page.matchAll(/<p dir="auto"[^>]*font-semibold[^>]*>([^<]*)<\/p>/g)].map(([, words]) => words)

test('the page of a product has its newest questions without a script, as text, and links to all of them', async () => {
  const seller = await addSeller(shop, { companyName: 'Kokum Works' })
  const { id: productId } = await addProduct(shop, { seller })
  const page = `/product/${productId}`
  expect(await html(page)).toContain('There are no answered questions yet.')
  const ids: string[] = []
  for (let n = 1; n <= 4; n += 1) {
    const customer = await shop.customer()
    const words = `Is it <script>xss()</script> soft ${n}?`
    expect((await customer.post(`/private/question/product/${productId}`, { words })).status).toBe(200)
    const [{ id }] = (await seller.get('/private/seller-questions')).body
    expect((await seller.post(`/private/question/${id}/answer`, { words: `Yes ${n}.`, no: 0 })).status).toBe(
      200,
    )
    ids.push(id)
  }
  const soft = (n: number) => `Is it &lt;script&gt;xss()&lt;/script&gt; soft ${n}?`
  const full = await eventually(
    () => html(page),
    (text) => text.includes(soft(4)),
  )
  expect(shownIn(full)).toEqual([soft(4), soft(3), soft(2)])
  expect(full).toContain('<bdi>Kokum Works</bdi> answered')
  expect(full).not.toContain('<script>xss')
  expect(full).toContain(`href="/product/${productId}/questions"`)
  expect(full).toContain('All 4 questions')

  const all = await html(`${page}/questions`)
  expect(shownIn(all)).toEqual([soft(4), soft(3), soft(2), soft(1)])
  expect(shownIn(await html(`${page}/questions?cursor=${ids[2]}`))).toEqual([soft(2), soft(1)])
  expect((await fetch(`${shop.url}/product/${ids[0]}/questions`)).status).toBe(404)

  // What is taken down leaves the stored pages.
  const admin = await addAdmin(shop)
  const down = { part: 'question', no: 1, reason: 'abusive', note: 'It insults.' }
  expect((await admin.post(`/public/admin/questions/${ids[3]}/take-down`, down)).status).toBe(200)
  for (const path of [page, `${page}/questions`])
    await eventually(
      () => html(path),
      (text) => !text.includes(soft(4)) && text.includes(soft(3)),
    )
})
