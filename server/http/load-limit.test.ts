/** Overload: what is let in is carried through, what is not is told to come again, money goes first. */
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../tests/setup/buying.ts'
import { startTestShop, type TestShop } from '../../tests/setup/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ pages: true, env: { MAX_IN_FLIGHT: '4' } })
})
afterAll(() => shop.stop())

const list = '/api/v1/public/category/all?made=1'
/** How many statements wait for the lock that `whileBusy` holds. */
const stuck = async () => {
  const { rows } = await shop.db.execute(
    `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  )
  return (rows[0] as { n: number }).n
}

/** Runs `work` while `places` requests wait in the database; answers how those ended. */
async function whileBusy(places: number, work: () => Promise<void>): Promise<number[]> {
  let waiting: Promise<number>[] = []
  await shop.db.transaction(async (tx) => {
    await tx.execute('lock table wishlist_item in access exclusive mode')
    waiting = buyers.slice(0, places).map(async (buyer) => (await buyer.get('/private/wishlist/get')).status)
    await eventually(stuck, (n) => n === places)
    await work()
  })
  return Promise.all(waiting)
}

let buyers: Awaited<ReturnType<TestShop['customer']>>[] = []
beforeAll(async () => {
  buyers = await Promise.all(Array.from({ length: 4 }, () => shop.customer()))
})

test('with all places taken a call is refused with 503 and Retry-After, and those let in are answered', async () => {
  const ended = await whileBusy(4, async () => {
    const { status, headers, body } = await shop.client().get(list)
    expect([status, body]).toEqual([
      503,
      { msg: 'Many people are shopping right now. Please try again in a few seconds.' },
    ])
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    const page = await shop.client().get('/cart')
    expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
    expect(page.body).toContain('<h1>One moment, please</h1>')
  })
  expect(ended).toEqual([200, 200, 200, 200])
  expect((await shop.client().get(list)).status).toBe(200)
})

test('health, the webhooks and the steps after paying have places of their own', async () => {
  await whileBusy(4, async () => {
    expect((await shop.client().get('/healthz')).status).toBe(200)
    expect((await shop.client().get('/readyz')).status).toBe(200)
    // Let in and looked at: refused for what it is.
    expect((await shop.client().post('/webhooks/payment', {})).status).toBe(400)
    expect((await shop.client().post('/private/order/payment/verify', {})).status).toBe(401)
    expect((await shop.client().post('/private/order/create', {})).status).toBe(401)
    expect((await shop.client().post('/private/cart/add', {})).status).toBe(503)
  })
})

test('files and pages in memory are answered whatever is going on', async () => {
  expect((await shop.client().get('/about')).status).toBe(200)
  await whileBusy(4, async () => {
    expect((await shop.client().get('/about')).status).toBe(200)
    expect((await shop.client().get('/faqs')).status).toBe(503)
  })
})

test('somebody who sends slowly keeps nobody out', async () => {
  const slow = Array.from({ length: 4 }, () => {
    const call = request(`${shop.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': '100' },
    })
    call.on('error', () => {})
    call.write('{')
    return call
  })
  const status = await eventually(
    async () => (await shop.client().get(list)).status,
    (found) => found === 200,
  )
  expect(status).toBe(200)
  for (const call of slow) call.destroy()
})
