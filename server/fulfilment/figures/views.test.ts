import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../tests/setup/buying.ts'
import { nightly } from '../../../tests/setup/nightly.ts'
import { addProduct, putInCart } from '../../../tests/setup/products.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { writeCounts } from './count-days.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ pages: true })
})
afterAll(() => shop.stop())

const browser = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function get(target: string, headers: object = {}, method = 'GET'): Promise<Response> {
  const response = await fetch(target, { method, headers: { 'user-agent': browser, ...headers } })
  await response.arrayBuffer()
  return response
}
const times = (count: number, target: string) =>
  Promise.all(Array.from({ length: count }, async () => expect((await get(target)).status).toBe(200)))

async function countsOf(id: string) {
  const [row] = await shop.db.query<{ views: number; added: number }>(
    sql`select views, added from product_day where product_id = ${id} and day = india_today()`,
  )
  return row ?? { views: 0, added: 0 }
}
async function written(id: string) {
  await writeCounts(shop.running.shop)
  return countsOf(id)
}

test('pages from memory, rendered ones and navigations count under concurrent requests; robots and requests made ahead do not', async () => {
  const { id } = await addProduct(shop)
  const page = `${shop.url}/product/${id}`
  await Promise.all([times(30, page), times(10, `${page}?unknown=1`), times(20, `${page}.data`)])
  const { headers } = await get(page)
  const etag = headers.get('etag') ?? ''
  expect((await get(page, { 'if-none-match': etag })).status).toBe(304)
  await get(page, { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' })
  await get(page, { 'sec-purpose': 'prefetch' })
  await get(page, {}, 'HEAD')
  await get(`${page}?sort=newest`)
  await get(`${page}/compare`)
  expect((await get(`${shop.url}/product/00000000-0000-4000-8000-000000000000`)).status).toBe(404)
  // A response is counted when its connection has taken the last byte, which may be a moment after the client has it.
  const counts = await eventually(
    () => written(id),
    ({ views }) => views >= 62,
  )
  expect(counts).toEqual({ views: 62, added: 0 })
  expect(await shop.db.query(sql`select from product_day where product_id <> ${id}`)).toEqual([])
})

test('an addition to a cart counts once, and counts wait for a database that does not answer', async () => {
  const { id } = await addProduct(shop)
  const buyer = await shop.customer()
  await putInCart(buyer, id)
  await putInCart(buyer, id)
  await shop.db.execute('alter table product_day rename to away')
  try {
    await writeCounts(shop.running.shop)
    await putInCart(await shop.customer(), id)
    await writeCounts(shop.running.shop)
  } finally {
    await shop.db.execute('alter table away rename to product_day')
  }
  expect(await written(id)).toEqual({ views: 0, added: 2 })
})

test(
  'two nodes that count the same products lose and double nothing',
  nightly('A second node, and its ten seconds. The tests above prove one each time.'),
  async () => {
    const products = [await addProduct(shop), await addProduct(shop), await addProduct(shop)]
    const second = await shop.secondNode()
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(
        products.flatMap(({ id }) => [
          times(5, `${shop.url}/product/${id}`),
          times(5, `${second}/product/${id}`),
        ]),
      )
      await writeCounts(shop.running.shop)
    }
    for (const { id } of products) {
      const { views } = await eventually(
        () => written(id),
        (counts) => counts.views >= 50,
      )
      expect(views).toBe(50)
    }
  },
)
