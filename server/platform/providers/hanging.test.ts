/** A provider that never answers must not affect requests that do not need it. */
// @module-tag nightly: Each provider hangs in turn. load-limit.test.ts proves the separate places each time.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { eventually, startPaying } from '../../../tests/setup/buying.ts'
import { manyCustomersWithCart } from '../../../tests/setup/crowd.ts'
import { freePort } from '../../../tests/setup/free-port.ts'
import { nightly } from '../../../tests/setup/nightly.ts'
import { addProduct, customerWithCart, unitsOf } from '../../../tests/setup/products.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { browserAt } from '../../../tests/setup/people.ts'
import { type Customer, startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { stopPaymentFaults } from '../../../tests/setup/providers.ts'
import { sweepCheckouts } from '../../buying/checkout/sweep-checkouts.ts'

let shop: TestShop
let bucket: Server
let visitor: Customer
/** Logs in repeatedly; an account keeps few sessions, so the others have theirs from other accounts. */
let returning: Customer
let metricsPort: number
beforeAll(async () => {
  metricsPort = await freePort()
  // Accepts every request and answers none.
  bucket = createServer(() => {}).listen(0, '127.0.0.1')
  await once(bucket, 'listening')
  const env = {
    MAX_IN_FLIGHT: '64',
    TRUST_PROXY: 'true',
    METRICS_PORT: String(metricsPort),
    S3_ENDPOINT: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
    S3_REGION: 'test-1',
    S3_BUCKET: 'shop-pictures',
    S3_ACCESS_KEY_ID: 'test-key',
    S3_SECRET_ACCESS_KEY: 'test-secret-key',
  }
  shop = await startTestShop({ env, courier: true })
  visitor = await shop.customer('visitor')
  returning = await shop.customer('returning')
})
afterAll(async () => {
  await shop.stop()
  bucket.closeAllConnections()
  bucket.close()
})

const whyAtNight =
  'Eighty calls wait for a provider while somebody browses. The payments of eighty buyers prove it each time.'
const hang = () => shop.kit('/sandbox/payments/faults', { call: '*', fault: 'timeout', times: 10_000 })
const metric = async (row: string) => {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${row} `))
      ?.slice(row.length + 1),
  )
}
const isOpen = () => metric('hariyali_circuit_open{provider="payment"}')
/** The breaker lets one call through after some seconds, and a response closes it. Buyers take turns: each may try only a few times. */
const closeAgain = async (buyers: readonly Customer[]) => {
  await stopPaymentFaults(shop)
  let tries = 0
  await eventually(
    async () => {
      await sleep(500)
      tries += 1
      return (await startPaying(buyers[tries % buyers.length]!)).status
    },
    (status) => status === 200,
  )
}
afterEach(() => stopPaymentFaults(shop))

/** Browses and logs in until `work` is done; returns every status other than 200. */
async function browseDuring(work: Promise<unknown>): Promise<string[]> {
  let over = false
  void work.finally(() => (over = true))
  const { email, password } = returning
  const bad: string[] = []
  let rounds = 0
  for (; !over || rounds < 3; rounds += 1) {
    const answers = await Promise.all([
      visitor.get(`/public/category/all?made=${Date.now()}`),
      visitor.get('/private/cart/get'),
      visitor.get('/healthz'),
      visitor.get('/readyz'),
      // Each from another network: right passwords are limited, too.
      browserAt(shop).post('/auth/login', { email, password }),
    ])
    answers.forEach(({ status }, i) => status === 200 || bad.push(`${i}: ${status}`))
    await sleep(200)
  }
  return bad
}

test(
  'eighty payments of one buyer that hang at the provider do not affect browsing and logging in',
  { timeout: 240_000, ...nightly(whyAtNight) },
  async () => {
    const product = await addProduct(shop)
    const buyer = await customerWithCart(shop, [product])
    await hang()
    const calls = Promise.all(
      Array.from({ length: 80 }, () => buyer.get(`/private/order/payment/${product.pricePaise}`)),
    )
    expect(await browseDuring(calls)).toEqual([])
    for (const { status, headers } of await calls) {
      expect([429, 503]).toContain(status)
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    }
    await closeAgain([buyer])
  },
)

test(
  'payments of eighty buyers that hang do not affect browsing; the breaker opens, refuses at once, and closes',
  { timeout: 240_000 },
  async () => {
    const product = await addProduct(shop)
    const buyers = await manyCustomersWithCart(shop, 80, product)
    await hang()
    const calls = Promise.all(
      buyers.map((buyer) => buyer.get(`/private/order/payment/${product.pricePaise}`)),
    )
    expect(await browseDuring(calls)).toEqual([])
    expect(new Set((await calls).map(({ status }) => status))).toEqual(new Set([503]))
    expect(await isOpen()).toBe(1)
    // Refused without a call: the provider still hangs.
    const refused = 'hariyali_provider_calls_refused_total{provider="payment"}'
    const before = (await metric(refused)) || 0
    const answer = await startPaying(buyers[0]!)
    expect([answer.status, answer.body]).toEqual([503, { msg: 'Failed to initiate payment.' }])
    expect(await metric(refused)).toBeGreaterThan(before)
    expect(await unitsOf(shop, product.id)).toBe(100)
    await closeAgain(buyers)
    expect(await isOpen()).toBe(0)
  },
)

test(
  'a sweep of many expired holds waits for a hanging provider about once',
  {
    timeout: 400_000,
    ...nightly(
      'A minute of waiting. The payments of eighty buyers prove each time that the breaker refuses at once.',
    ),
  },
  async () => {
    const product = await addProduct(shop, { units: 60 })
    const buyers = await manyCustomersWithCart(shop, 24, product)
    for (const buyer of buyers) expect((await startPaying(buyer)).status).toBe(200)
    expect(await unitsOf(shop, product.id)).toBe(36)
    await shop.db.execute(
      `update checkout set hold_expires_at = now() - interval '1 minute', next_check_at = now() where state = 'open'`,
    )
    await hang()
    const began = performance.now()
    await shop.running.shop.payments.paymentsOf('order_silent').catch(() => {})
    const silence = performance.now() - began
    const sweepBegan = performance.now()
    await sweepCheckouts(shop.running.shop)
    expect(performance.now() - sweepBegan).toBeLessThan(silence * 5)
    expect(await unitsOf(shop, product.id)).toBe(60)
    await closeAgain(buyers)
  },
)

test(
  'pictures that hang in the bucket do not affect browsing and logging in',
  { timeout: 240_000, ...nightly(whyAtNight) },
  async () => {
    const names = Array.from({ length: 80 }, (_, i) => `u-${String(i).padStart(32, '0')}`)
    const calls = Promise.all(names.map((key) => shop.client().get(`/media/p/${key}/480.webp`)))
    expect(await browseDuring(calls)).toEqual([])
    for (const { status, headers } of await calls) {
      expect(status).toBe(503)
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    }
    expect(await metric('hariyali_circuit_open{provider="bucket"}')).toBe(1)
  },
)

test(
  'labels that hang at the courier do not affect browsing and logging in',
  { timeout: 240_000, ...nightly(whyAtNight) },
  async () => {
    const sales: { seller: Seller; orderId: string }[] = []
    for (let n = 0; n < 14; n += 1) {
      const seller = await addSeller(shop)
      sales.push({ seller, orderId: (await sellOne(shop, seller)).orderId })
    }
    const booked = async () => {
      const { rows } = await shop.db.execute('select id from orders where shipment_label_url is not null')
      return rows.length
    }
    await eventually(booked, (count) => count === sales.length)
    await shop.kit('/sandbox/courier/faults', { call: 'label.read', fault: 'timeout', times: 10_000 })
    await shop.kit('/sandbox/courier/faults', { call: 'label', fault: 'timeout', times: 10_000 })
    const open = (n: number) => sales[n % sales.length]!
    const calls = Promise.all(
      Array.from({ length: 140 }, (_, n) => open(n).seller.get(`/private/order/label/${open(n).orderId}`)),
    )
    expect(await browseDuring(calls)).toEqual([])
    for (const { status, headers } of await calls) {
      expect([429, 503]).toContain(status)
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    }
  },
)
