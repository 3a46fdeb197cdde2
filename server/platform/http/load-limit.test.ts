/** Overload: admitted requests are answered, others are refused with Retry-After, and payments have priority. */
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cartOf, create, eventually, pay, startPaying, verify } from '../../../tests/setup/buying.ts'
import { browserAt } from '../../../tests/setup/people.ts'
import { freePort } from '../../../tests/setup/free-port.ts'
import { addProduct, customerWithCart } from '../../../tests/setup/products.ts'
import { withHashSlot } from '../../people/identity/passwords.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'

let shop: TestShop
let metricsPort: number
let refusedBefore: number
const lines: { msg: string; refused?: number }[] = []
beforeAll(async () => {
  metricsPort = await freePort()
  const env = {
    MAX_IN_FLIGHT: '4',
    MAX_BURST: '4',
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: 'info',
    TRUST_PROXY: 'true',
  }
  shop = await startTestShop({ pages: true, env })
  const log = shop.running.shop.log as unknown as Record<symbol, { write(line: string): void }>
  log[pino.symbols.streamSym] = { write: (line) => void lines.push(JSON.parse(line)) }
  // Shops of other files count in this process, too.
  refusedBefore = await countedRefusals()
})
afterAll(() => shop.stop())

const list = '/api/v1/public/category/all?made=1'
/** The number of statements that wait for the lock that `whileBusy` holds. */
const stuck = async () => {
  const { rows } = await shop.db.execute(
    `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  )
  return (rows[0] as { n: number }).n
}

async function countedRefusals(): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return Number(/^hariyali_overload_refused_total (\d+)$/m.exec(text)?.[1])
}

/** The first status other than 503: a webhook of an earlier purchase may take a slot for a moment. */
const letIn = (call: () => Promise<{ status: number }>) =>
  eventually(
    async () => (await call()).status,
    (status) => status !== 503,
  )

/** Runs `work` while `slots` requests wait in the database, and returns their results. */
async function whileBusy(slots: number, work: () => Promise<void>): Promise<number[]> {
  let waiting: Promise<number>[] = []
  await shop.db.transaction(async (tx) => {
    await tx.execute('lock table wishlist_item in access exclusive mode')
    waiting = buyers.slice(0, slots).map((buyer) => letIn(() => buyer.get('/private/wishlist/get')))
    await eventually(stuck, (n) => n === slots)
    await work()
  })
  return Promise.all(waiting)
}

const buyers: Awaited<ReturnType<TestShop['customer']>>[] = []
beforeAll(async () => {
  for (let i = 0; i < 4; i += 1) buyers.push(await shop.customer())
})

test('with all slots taken a request is refused with 503 and Retry-After, and the admitted ones are answered', async () => {
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
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    const head = await shop.client().request('/cart', { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([503, String(page.body.length)])
  })
  expect(ended).toEqual([200, 200, 200, 200])
  expect((await shop.client().get(list)).status).toBe(200)
})

test('health, the webhooks and the steps after paying have slots of their own', async () => {
  await whileBusy(4, async () => {
    expect((await shop.client().get('/healthz')).status).toBe(200)
    expect((await shop.client().get('/readyz')).status).toBe(200)
    // Admitted and then refused for its content.
    expect((await shop.client().post('/webhooks/payment', {})).status).toBe(400)
    expect((await shop.client().post('/private/order/payment/verify', {})).status).toBe(401)
    expect((await shop.client().post('/private/order/create', {})).status).toBe(401)
    // Whatever the encoding of the path.
    expect((await shop.client().post('/private/order/%63reate', {})).status).toBe(401)
    expect((await shop.client().get('/private/order/p%61yment/100')).status).toBe(401)
    expect((await shop.client().post('/private/cart/add', {})).status).toBe(503)
    // Labels of replacements, as those of orders.
    const id = '01890000-0000-7000-8000-000000000000'
    for (const path of [
      `/private/order/label/${id}`,
      `/private/returns/${id}/label`,
      `/public/admin/orders/${id}/label`,
      `/public/admin/returns/${id}/label`,
    ])
      expect([path, (await shop.client().get(path)).status]).toEqual([path, 401])
  })
})

test('a hundred log-ins that wait for their hashes take no place of a page', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  // The shop runs in this process: with all hash slots held, every log-in waits.
  const holders = Array.from({ length: 3 }, () => withHashSlot(() => held))
  const [buyer] = buyers
  const login = { email: buyer?.email, password: buyer?.password }
  const logins = Array.from({ length: 100 }, () => shop.client().post('/auth/login', login))
  await sleep(500)
  const pages = await Promise.all(
    Array.from({ length: 3 }, async () => (await shop.client().get(list)).status),
  )
  const change = await shop.client().post('/private/password/change', {})
  release()
  await Promise.all(holders)
  expect(pages).toEqual([200, 200, 200])
  // The slots of log-ins are taken; those of people who are logged in are not.
  expect(change.status).toBe(401)
  expect(new Set((await Promise.all(logins)).map(({ status }) => status))).toEqual(new Set([200, 503]))
})

test('log-ins from one /48 leave slots to everybody else, and to those who are logged in', async () => {
  const [buyer, other] = buyers
  if (!buyer || !other) throw new Error('no buyers')
  const { email, password } = buyer
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const holders = Array.from({ length: 3 }, () => withHashSlot(() => held))
  let refusals = 0
  const flood = Array.from({ length: 20 }, async (_, i) => {
    const { status } = await browserAt(shop, `2001:db8:5:${i}::1`).post('/auth/login', { email, password })
    if (status === 503) refusals += 1
  })
  await eventually(
    async () => refusals,
    (count) => count >= 16,
  )
  const logIn = browserAt(shop, '10.1.1.1').post('/auth/login', { email, password })
  const change = other.post('/private/password/change', { password, newPassword: password })
  await sleep(100)
  release()
  await Promise.all([...holders, ...flood])
  expect([(await logIn).status, (await change).status]).toEqual([200, 200])
})

test('a path that only begins like one with slots of its own has none', async () => {
  await whileBusy(4, async () => {
    for (const path of ['/readyz/x', '/readyz-x', '/readyz.html'])
      expect([path, (await shop.client().get(path)).status]).toEqual([path, 503])
    for (const path of ['/private/cart/get/x', '/private/order/check-x', '/private/order/payment/100/x'])
      expect([path, (await shop.client().get(path)).status]).toEqual([path, 503])
  })
})

test('with all slots taken a buyer who is paying can complete the payment', async () => {
  const product = await addProduct(shop)
  const [paid, late] = [await customerWithCart(shop, [product]), await customerWithCart(shop, [product])]
  const items = await cartOf(paid)
  const widget = await pay(shop, (await startPaying(paid)).body)
  const lateItems = await cartOf(late)
  const paise = lateItems.reduce((sum, { price, quantity }) => sum + Math.round(price * 100) * quantity, 0)
  await whileBusy(4, async () => {
    expect((await paid.get('/private/profile')).status).toBe(503)
    expect(await letIn(() => verify(paid, widget))).toBe(200)
    expect(await letIn(() => create(paid, items))).toBe(200)
    expect(await letIn(() => late.post('/private/order/check', lateItems))).toBe(200)
    expect(await letIn(() => late.get(`/private/order/payment/${paise}`))).toBe(200)
  })
})

test('buyers about to pay do not take the slots of those who have paid', async () => {
  const late = await customerWithCart(shop, [await addProduct(shop)])
  const items = await cartOf(late)
  await whileBusy(4, async () => {
    let waiting: Promise<number> = Promise.resolve(0)
    await shop.db.transaction(async (tx) => {
      await tx.execute('lock table cart_line in access exclusive mode')
      waiting = letIn(() => late.post('/private/order/check', items))
      await eventually(stuck, (n) => n === 5)
      expect((await shop.client().post('/private/order/check', [])).status).toBe(503)
      expect(await letIn(() => shop.client().post('/private/order/create', {}))).toBe(401)
    })
    expect(await waiting).toBe(200)
  })
})

test('refusals are counted singly and logged in one line for many', async () => {
  const refusals = async () => (await countedRefusals()) - refusedBefore
  const told = () => lines.reduce((sum, { refused = 0 }) => sum + refused, 0)
  await eventually(refusals, (count) => count === told())
  const [before, linesBefore] = [await refusals(), lines.length]
  await whileBusy(4, async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => shop.client().get(list)))
    expect(answers.filter(({ status }) => status === 503)).toHaveLength(60)
  })
  expect(await refusals()).toBe(before + 60)
  await eventually(
    async () => told(),
    (count) => count === before + 60,
  )
  // The sum, possibly in two lines, plus the four admitted requests.
  expect(lines.slice(linesBefore).length).toBeLessThan(20)
})

test('files and pages in memory are answered under overload', async () => {
  expect((await shop.client().get('/about')).status).toBe(200)
  await whileBusy(4, async () => {
    expect((await shop.client().get('/about')).status).toBe(200)
    expect((await shop.client().get('/faqs')).status).toBe(503)
  })
})

test('slow clients do not occupy the slots', async () => {
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
