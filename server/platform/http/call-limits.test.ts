/** Every changing call has a limit for each account, declared in the contract or the default one. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { api, endpoints } from '../../../contract/endpoints.ts'
import { eventually } from '../../../tests/setup/buying.ts'
import { callLimitsOf, changesData, type EndpointSpec } from '../../../contract/endpoint.ts'
import { customerWithCart, addProduct } from '../../../tests/setup/products.ts'
import { cheapHashes } from '../../../tests/setup/cheap-hashes.ts'
import { statusesOf } from '../../../tests/setup/client.ts'
import { addSeller } from '../../../tests/setup/sellers.ts'
import { hashPassword } from '../../people/identity/passwords.ts'
import { runAsCaller } from '../caller.ts'
import { sql } from '../db/sql.ts'
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

test(
  'a network that tries on without reading Retry-After waits, and its pages do not',
  nightly('Hundreds of calls of a network. The limit of one account is proved above each time.'),
  async () => {
    const client = shop.client()
    const tryIt = () => client.post('/auth/login', { email: 'x', password: '' })
    const ended = async () => {
      // Counted by the second: where one ends meanwhile, they are too few.
      await Promise.all(Array.from({ length: 60 }, tryIt))
      const order: string[] = []
      const login = tryIt().then(() => order.push('log-in'))
      for (let i = 0; i < 5; i += 1) await client.get(`/public/category/all?made=${i}`)
      order.push('lists')
      await login
      return order
    }
    expect(await eventually(ended, ([first]) => first === 'lists')).toEqual(['lists', 'log-in'])
  },
)

test(
  'of hundreds of connections of such a network a hundred are worked for, and the others refused before',
  nightly(
    'Hundreds of connections, two minutes on a busy machine. The tests above prove who waits for whom each time.',
  ),
  async () => {
    const client = shop.client()
    const tryIt = () => client.post('/auth/login', { email: 'x', password: '' })
    const worked = async () => {
      await Promise.all(Array.from({ length: 40 }, tryIt))
      const answers = await Promise.all(Array.from({ length: 200 }, tryIt))
      const statuses = answers.map(({ status }) => status)
      expect(statuses.filter((status) => status !== 429 && status !== 503)).toEqual([])
      return statuses.filter((status) => status === 429).length
    }
    await eventually(worked, (count) => count <= 100)
  },
)

test('the document of the API shows the limits of every changing call but webhooks', async () => {
  const { paths } = (await shop.client().get<Document>('/api/v1/openapi.json')).body
  const changing = Object.values<EndpointSpec>(endpoints).filter((spec) => changesData(spec) && !spec.raw)
  expect(changing.length).toBeGreaterThan(60)
  for (const { path, method } of changing)
    expect(paths[path]?.[method.toLowerCase()]?.['x-rate-limits'], path).not.toHaveLength(0)
  expect(paths[api.order.cancel.path]?.post?.['x-rate-limits']).toEqual([{ max: 60, seconds: 3_600 }])
  const [webhook] = Object.values<EndpointSpec>(endpoints).filter(({ raw }) => raw)
  expect(webhook && callLimitsOf(webhook, [{ max: 1, seconds: 1 }])).toEqual([])
})

test('a call that mails, hashes, draws or has work for all rows of a seller has limits of its own, far below the default', () => {
  const costly = Object.values<EndpointSpec>(endpoints).filter((spec) => spec.costly)
  expect(costly.length).toBeGreaterThan(25)
  for (const { path, limits } of costly) {
    const perMinute = (limits ?? []).map(({ max, seconds }) => (max * 60) / seconds)
    expect([path, Math.min(...perMinute)]).toEqual([path, expect.toSatisfy((most: number) => most <= 60)])
  }
})

test('a call that costs what it does not declare fails in tests', async () => {
  const caller = { actor: null, ip: null, userAgent: null, requestId: null }
  const { jobs, db } = shop.running.shop
  const mail = () => db.transaction((tx) => jobs.send(tx, 'send-notice', { sealed: '' }))
  for (const costs of [[], ['hash']] as const)
    await expect(runAsCaller({ ...caller, costs }, mail)).rejects.toThrow("declares no cost 'mail'")
  await expect(
    runAsCaller({ ...caller, costs: ['mail'] }, () => hashPassword('x', cheapHashes)),
  ).rejects.toThrow("declares no cost 'hash'")
  expect(await runAsCaller({ ...caller, costs: ['hash'] }, () => hashPassword('x', cheapHashes))).toMatch(
    /^\$argon2/,
  )
})

test('a seller changes the profile ten times a minute, and a buyer the password; the next call mails nothing', async () => {
  const strict = await startTestShop({ declaredLimits: true })
  try {
    const seller = await addSeller(strict)
    const profile = (await seller.get('/private/profile')).body
    const edits = await statusesOf(12, () => seller.post('/private/profile/edit-seller', profile))
    expect(edits).toEqual([...Array(10).fill(200), 429, 429])
    const buyer = await strict.customer()
    const own = { password: buyer.password, newPassword: buyer.password }
    const changes = await statusesOf(12, () => buyer.post('/private/password/change', own))
    expect(changes).toEqual([...Array(10).fill(200), 429, 429])
  } finally {
    await strict.stop()
  }
})

test('calls that are refused use up none of the archives that a person may have', async () => {
  const strict = await startTestShop({ declaredLimits: true })
  try {
    const buyer = await strict.customer()
    const download = async (site: string) =>
      (await buyer.get('/private/own-data/archive', { 'sec-fetch-site': site })).status
    for (let n = 0; n < 4; n += 1) expect(await download('cross-site')).toBe(403)
    await strict.db.query(sql`update session set confirmed_at = now() - interval '1 day'`)
    for (let n = 0; n < 4; n += 1) expect(await download('same-origin')).toBe(403)
    await strict.db.query(sql`update session set confirmed_at = now()`)
    const made = [await download('same-origin'), await download('same-origin'), await download('same-origin')]
    expect([...made, await download('same-origin')]).toEqual([200, 200, 200, 429])
  } finally {
    await strict.stop()
  }
})

interface Document {
  paths: Record<string, Record<string, { 'x-rate-limits'?: object[] }>>
}
