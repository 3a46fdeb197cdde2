/**
 * Four times as much as the shop can do, against the limit measured in the same run: what it answers, how fast those
 * are who were let in, whether anything that it accepted is lost, and how soon it is itself again.
 */
import autocannon from 'autocannon'
import { createClient, type TestClient } from '../tests/setup/client.ts'
import { startDemoShop } from './demo-shop.ts'
import { printTable } from './table.ts'

const seconds = 10
const times = 4
const buyers = 6

export async function benchOverload(): Promise<void> {
  const shop = await startDemoShop()
  try {
    const [category] = (await getJson(`${shop.url}/api/v1/public/category/all`)) as { id: number }[]
    const list = (await getJson(`${shop.url}/api/v1/public/product/category/${category?.id}`)) as {
      id: string
    }[]
    // A page and a call, both made for each request: an unknown parameter goes past the memory.
    const targets = [
      `/products/category/${category?.id}?made=1`,
      `/api/v1/public/product/category/${category?.id}?limit=24`,
    ]
    const carts = await Promise.all(Array.from({ length: buyers }, (_, i) => signUp(shop.url, i)))
    await load(shop.url, targets, { seconds: 3, connections: 16 })
    const limit = await load(shop.url, targets, { seconds, connections: 16 })
    const rate = Math.round(limit.accepted.perSecond * times)

    let over = false
    const written = carts.map((client, i) => keepBuying(client, list[i % list.length]?.id ?? '', () => over))
    const health = keepAsking(`${shop.url}/healthz`, () => over)
    const load4 = await load(shop.url, targets, { seconds, connections: 256, rate })
    over = true
    const ended = performance.now()
    const purchases = await Promise.all(written)
    const alive = await health
    const recovered = await secondsUntilQuick(shop.url + targets[1], limit.accepted.p50 * 5 + 20, ended)

    let lost = 0
    for (const [i, client] of carts.entries()) {
      const orders = (await client.get<{ id: string }[]>('/private/order/get/customer?limit=200')).body
      const known = new Set(orders.map(({ id }) => id))
      lost += purchases[i]?.orders.filter((id) => !known.has(id)).length ?? 0
    }
    const sum = (pick: (one: Purchases) => number) => purchases.reduce((all, one) => all + pick(one), 0)
    const row = (name: string, { accepted, refused, failed, own }: Load) => [
      name,
      Math.round(accepted.perSecond),
      Math.round(refused.perSecond),
      `${accepted.p50} / ${accepted.p99} / ${accepted.max}`,
      `${refused.p50} / ${refused.p99}`,
      failed,
      own.toFixed(2),
    ]
    printTable(
      [
        'load',
        'accepted/s',
        '503/s',
        'accepted ms, p50 / p99 / most',
        '503 ms, p50 / p99',
        'cut or other',
        'processors of the measuring',
      ],
      [row('16 connections, as fast as they can', limit), row(`${rate} requests/s, 256 connections`, load4)],
    )
    process.stdout.write('\n')
    printTable(
      ['meanwhile', ''],
      [
        [
          'accepted, of what the shop can do',
          (load4.accepted.perSecond / limit.accepted.perSecond).toFixed(2),
        ],
        ['503 with Retry-After, of all 503', `${load4.withRetryAfter} of ${load4.refused.count}`],
        ['/healthz answered', `${alive.good} of ${alive.asked}, most ${Math.round(alive.mostMs)} ms`],
        [`purchases of ${buyers} buyers who try again on 503`, sum((one) => one.orders.length)],
        ['steps after paying refused', sum((one) => one.refusedAfterPaying)],
        ['accepted orders lost', lost],
        ['seconds until a list is quick again', recovered.toFixed(2)],
      ],
    )
  } finally {
    await shop.stop()
  }
}

interface Share {
  count: number
  perSecond: number
  p50: number
  p99: number
  max: number
}
interface Load {
  accepted: Share
  refused: Share
  failed: number
  withRetryAfter: number
  /** Processors that the measuring itself took from the machine. */
  own: number
}

async function load(
  url: string,
  targets: readonly string[],
  { seconds, connections, rate }: { seconds: number; connections: number; rate?: number },
): Promise<Load> {
  const accepted: number[] = []
  const refused: number[] = []
  let failed = 0
  let withRetryAfter = 0
  const began = performance.now()
  const before = process.cpuUsage()
  await new Promise<void>((resolve, reject) => {
    const run = autocannon(
      {
        url,
        connections,
        duration: seconds,
        timeout: 30,
        ...(rate && { overallRate: rate }),
        requests: targets.map((path) => ({
          path,
          headers: { 'accept-encoding': 'br' },
          onResponse(status: number, _body: string, _context: object, headers: object = {}) {
            if (status === 503 && Object.keys(headers).some((name) => name.toLowerCase() === 'retry-after'))
              withRetryAfter += 1
          },
        })),
      },
      (error: Error | null) => (error ? reject(error) : resolve()),
    )
    void run.on('response', (_client: unknown, status: number, _bytes: number, ms: number) => {
      if (status === 200) accepted.push(ms)
      else if (status === 503) refused.push(ms)
      else failed += 1
    })
    void run.on('reqError', () => (failed += 1))
  })
  const took = (performance.now() - began) / 1_000
  const { user, system } = process.cpuUsage(before)
  const own = (user + system) / 1e6 / took
  return { accepted: shareOf(accepted, took), refused: shareOf(refused, took), failed, withRetryAfter, own }
}

function shareOf(times: number[], seconds: number): Share {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  return { count: sorted.length, perSecond: sorted.length / seconds, p50: at(0.5), p99: at(0.99), max: at(1) }
}

interface Purchases {
  orders: string[]
  refusedAfterPaying: number
}

/** Buys one thing after the other until `over`, as a patient browser would; answers the orders that it was told of. */
async function keepBuying(client: TestClient, id: string, over: () => boolean): Promise<Purchases> {
  const orders: string[] = []
  let refusedAfterPaying = 0
  const patient = async (call: () => Promise<{ status: number; body: any }>, paid = false) => {
    for (;;) {
      const answer = await call()
      if (answer.status !== 503) return answer
      if (paid) refusedAfterPaying += 1
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  while (!over()) {
    await patient(() => client.post('/private/cart/add', { id, quantity: 1 }))
    const { body: cart } = await patient(() => client.get('/private/cart/get'))
    const paise = cart.reduce(
      (sum: number, line: any) => sum + Math.round(line.price * 100) * line.quantity,
      0,
    )
    const { status, body: orderId } = await patient(() => client.get(`/private/order/payment/${paise}`))
    if (status !== 200) throw new Error(`order/payment: ${status} ${JSON.stringify(orderId)}`)
    const paid = await patient(() => client.post(`/dev/payments/${orderId}`, { outcome: 'paid' }))
    await patient(() => client.post('/private/order/payment/verify', paid.body), true)
    const made = await patient(
      () => client.post('/private/order/create', { items: cart, addressId: null }),
      true,
    )
    if (made.status === 200) orders.push(...made.body.map((order: { id: string }) => order.id))
  }
  return { orders, refusedAfterPaying }
}

async function signUp(url: string, i: number): Promise<TestClient> {
  const client = createClient(url)
  const email = `overload-${i}@bench.hariyali.test`
  const signup = {
    firstName: 'Bench',
    lastName: 'Buyer',
    email,
    mobile: '9000000000',
    password: 'a-good-password',
  }
  await client.post('/auth/customer/signup', signup)
  let otp: string | undefined
  while (!otp) {
    const [mail] = (await client.get(`/dev/mailbox.json?to=${email}`)).body
    otp = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0]
    if (!otp) await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await client.post('/auth/verify-otp', { email, otp })
  const { status } = await client.post('/auth/login', { email, password: signup.password })
  if (status !== 200) throw new Error(`log-in: ${status}`)
  await client.post('/private/address/add', {
    street: '12 Bench Street',
    city: 'Jaipur',
    state: 'Rajasthan',
    pinCode: '302001',
  })
  return client
}

async function keepAsking(url: string, over: () => boolean) {
  const seen = { asked: 0, good: 0, mostMs: 0 }
  while (!over()) {
    const began = performance.now()
    seen.asked += 1
    if ((await fetch(url).catch(() => null))?.ok) seen.good += 1
    seen.mostMs = Math.max(seen.mostMs, performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return seen
}

async function secondsUntilQuick(url: string, quickMs: number, since: number): Promise<number> {
  for (let quick = 0; quick < 5;) {
    const began = performance.now()
    const answer = await fetch(url)
    await answer.arrayBuffer()
    quick = answer.ok && performance.now() - began <= quickMs ? quick + 1 : 0
  }
  return (performance.now() - since) / 1_000
}

async function getJson(url: string): Promise<unknown> {
  return (await fetch(url)).json()
}
