/** Every changing call has a limit for each account, declared in the contract or the default one. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, endpoints } from '../../../contract/endpoints.ts'
import { callLimitsOf, type EndpointSpec } from '../../../contract/endpoint.ts'
import { customerWithCart, addProduct } from '../../../tests/setup/products.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ env: { CALLS_PER_MINUTE: '20', CALLS_PER_DAY: '30' } })
})
afterAll(() => shop.stop())

test('the next call of one account gets 429 with the time to wait; other accounts and other calls do not', async () => {
  const product = await addProduct(shop)
  const [flooding, other] = [await customerWithCart(shop, []), await customerWithCart(shop, [])]
  const add = (who: typeof other) => who.post('/private/wishlist/add/' + product.id)
  const statuses: number[] = []
  for (let i = 0; i < 20; i += 1) statuses.push((await add(flooding)).status)
  expect(statuses).not.toContain(429)
  const refused = await add(flooding)
  expect(refused).toMatchObject({
    status: 429,
    body: { msg: 'Too many attempts. Please try again later.' },
  })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(30)
  expect((await add(other)).status).not.toBe(429)
  expect((await flooding.post('/private/cart/add', { id: product.id, quantity: 1 })).status).toBe(200)
})

test('visitors are counted by their network', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 21; i += 1)
    statuses.push((await shop.client().post('/auth/login', { email: 'x', password: '' })).status)
  // The two buyers of the test above logged in from the same network.
  expect(statuses[0]).not.toBe(429)
  expect(statuses.at(-1)).toBe(429)
})

test('the document of the API shows the limits of every changing call but webhooks', async () => {
  const { paths } = (await shop.client().get<Document>('/api/v1/openapi.json')).body
  const changing = Object.values<EndpointSpec>(endpoints).filter(({ mutates, raw }) => mutates && !raw)
  expect(changing.length).toBeGreaterThan(60)
  for (const { path, method } of changing)
    expect(paths[path]?.[method.toLowerCase()]?.['x-rate-limits'], path).not.toHaveLength(0)
  expect(paths[api.order.cancel.path]?.post?.['x-rate-limits']).toEqual([{ max: 60, seconds: 3_600 }])
  const [webhook] = Object.values<EndpointSpec>(endpoints).filter(({ raw }) => raw)
  expect(webhook && callLimitsOf(webhook, [{ max: 1, seconds: 1 }])).toEqual([])
})

interface Document {
  paths: Record<string, Record<string, { 'x-rate-limits'?: object[] }>>
}
