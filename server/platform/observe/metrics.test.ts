/** The content of /metrics, which the public port does not serve. */
// @module-tag nightly: It proves figures for operators, and no rule of the shop.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { buy, eventually } from '../../../tests/setup/buying.ts'
import { freePort } from '../../../tests/setup/free-port.ts'
import { addProduct, customerWithCart } from '../../../tests/setup/products.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../db/sql.ts'

let shop: TestShop
let port: number
beforeAll(async () => {
  port = await freePort()
  const server = inject('database')
  shop = await startTestShop({
    env: { METRICS_PORT: String(port) },
    pages: true,
    // No standby, and so never in use: there are gauges of a replica only where one is configured.
    nodeReaches: { primary: server, replica: server },
  })
})
afterAll(() => shop.stop())

const read = async (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
/** The value of a row, by its name and labels. */
const valueOf = (text: string, row: string) => {
  const line = text.split('\n').find((each) => each.startsWith(`${row} `))
  return line === undefined ? undefined : Number(line.slice(row.length + 1))
}

test('requests are counted by route pattern and status, cached pages by hit and miss, waiting work in the database', async () => {
  const product = await addProduct(shop)
  // Counters are those of the process, in which other shops may have run before.
  const atStart = await scrape()
  const counted = (text: string, row: string) => (valueOf(text, row) ?? 0) - (valueOf(atStart, row) ?? 0)
  const page = `${shop.url}/product/${product.id}`
  let asked = 0
  // The first request renders the page, and so does the second when the new product drops it from the cache in between.
  const hits = async () => {
    await (await fetch(page)).text()
    asked += 1
    return counted(await scrape(), 'hariyali_page_cache_total{outcome="hit"}')
  }
  await eventually(hits, (count) => count === 1)
  const buyer = await customerWithCart(shop, [product])
  expect((await buy(shop, buyer)).status).toBe(200)
  await shop.client().get('/private/order/get/customer')
  await (await fetch(`${shop.url}/no-such-page/${encodeURIComponent(buyer.email)}`)).text()
  await (await fetch(`${shop.url}/about`)).text()
  const parcelsWaiting = /^hariyali_parcels_waiting [1-9]/m
  const text = await eventually(scrape, (found) => parcelsWaiting.test(found))
  const requests = (method: string, route: string, status: number) =>
    counted(text, `hariyali_requests_total{method="${method}",route="${route}",status="${status}"}`)
  expect(requests('GET', '/product/:id', 200)).toBe(asked)
  expect(requests('POST', '/api/v1/private/order/create', 200)).toBe(1)
  expect(requests('GET', '/api/v1/private/order/payment/:amountInPaise', 200)).toBe(1)
  expect(counted(text, 'hariyali_page_cache_total{outcome="hit"}')).toBe(1)
  expect(valueOf(text, 'hariyali_page_cache_pages')).toBeGreaterThan(0)
  expect(valueOf(text, 'hariyali_database_up')).toBe(1)
  expect(valueOf(text, 'hariyali_replica_in_use')).toBe(0)
  expect(valueOf(text, 'hariyali_pool_connections{state="most"}')).toBe(16)
  expect(valueOf(text, 'hariyali_event_loop_delay_seconds{quantile="0.99"}')).toBeGreaterThanOrEqual(0)
  expect(counted(text, 'hariyali_jobs_worked_total{queue="send-mail",outcome="done"}')).toBeGreaterThan(0)
  expect(valueOf(text, 'hariyali_refunds_waiting')).toBe(0)
  expect(text).toMatch(/^hariyali_outgoing_seconds_count\{host="127\.0\.0\.1:\d+",status="200"\} \d+$/m)
  // No input of a visitor becomes a label.
  expect(text).not.toContain(buyer.email)
  expect(text).not.toContain(encodeURIComponent(buyer.email))
  expect(text).not.toContain(product.id)
})

test('every line is in the text format, every metric has its help and type once', async () => {
  const lines = (await scrape()).trimEnd().split('\n')
  const form = /^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z_]+="[^"\n]*"(,[a-z_]+="[^"\n]*")*\})? [0-9.e+-]+)$/
  expect(lines.filter((line) => !form.test(line))).toEqual([])
  const described = lines.filter((line) => line.startsWith('# TYPE')).map((line) => line.split(' ')[2])
  expect(described.length).toBe(new Set(described).size)
})

test('the public port serves no metrics, the port of metrics serves nothing else', async () => {
  expect((await fetch(`${shop.url}/metrics`)).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(404)
})

test('every alert uses metrics that exist and has a run-book', async () => {
  const alerts = await read('deploy/alerts.yml')
  const runBooks = await read('docs/operations.md')
  const names = [...alerts.matchAll(/- alert: (\w+)/g)].map((match) => match[1] ?? '')
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name) => !new RegExp(`^### ${name}$`, 'm').test(runBooks))).toEqual([])
  const written = [...runBooks.matchAll(/^### ([A-Z][a-z]+[A-Z]\w+)$/gm)].map((match) => match[1] ?? '')
  expect(written.filter((name) => !names.includes(name))).toEqual([])
  const text = await scrape()
  const watched = [...alerts.matchAll(/\b(?:hariyali|process)_[a-z_]+/g)].map((match) => match[0])
  const known = (name: string) => text.includes(`# TYPE ${name.replace(/_(bucket|sum|count)$/, '')} `)
  expect([...new Set(watched)].filter((name) => !known(name))).toEqual([])
  // Prometheus sets these two labels itself and would rename those of a metric: no rule would find them.
  expect(text).not.toMatch(/[{,](job|instance)="/)
})

test('a database that fails is reported as down, the other metrics are still served', async () => {
  await shop.db.execute('alter view waiting_refunds rename to refunds_gone')
  const text = await scrape()
  await shop.db.execute('alter view refunds_gone rename to waiting_refunds')
  expect(valueOf(text, 'hariyali_database_up')).toBe(0)
  expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(0)
})

test('a database that hangs is reported as down before the scrape times out', async () => {
  await shop.db.transaction(async (tx) => {
    await tx.query(sql`lock table refund in access exclusive mode`)
    const text = await scrape()
    expect(valueOf(text, 'hariyali_database_up')).toBe(0)
    expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(0)
  })
})
