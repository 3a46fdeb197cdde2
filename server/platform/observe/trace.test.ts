/** Traces as a collector receives them. */
// @module-tag nightly: It reads spans that a collector gets. Nothing of the shop depends on them, and most run without.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buy, eventually } from '../../../tests/setup/buying.ts'
import { addProduct, customerWithCart } from '../../../tests/setup/products.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'

interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

let collector: Server
let shop: TestShop
const bodies: string[] = []
const seen: { url: string | undefined; key: string | string[] | undefined }[] = []

beforeAll(async () => {
  collector = createServer((request, response) => {
    seen.push({ url: request.url, key: request.headers['api-key'] })
    let body = ''
    request.on('data', (text) => (body += text))
    request.on('end', () => {
      bodies.push(body)
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  shop = await startTestShop({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=canary-collector-key',
      TRUST_PROXY: 'true',
      // Four requests are processed at once, twelve wait.
      MAX_IN_FLIGHT: '16',
    },
  })
})
afterAll(async () => {
  await shop.stop()
  collector.close()
})

const spans = (): SentSpan[] =>
  bodies.flatMap((body) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans as SentSpan[])
const named = (name: string | RegExp) =>
  eventually(
    async () =>
      spans().find((span) => (typeof name === 'string' ? span.name === name : name.test(span.name))),
    (span) => span !== undefined,
  ) as Promise<SentSpan>
const below = (parent: SentSpan) => spans().filter((span) => span.parentSpanId === parent.spanId)
const attribute = (span: SentSpan, key: string) => span.attributes.find((one) => one.key === key)?.value

test('a purchase: the request, its statements and the call to the provider are one trace', async () => {
  const product = await addProduct(shop)
  const buyer = await customerWithCart(shop, [product])
  expect((await buy(shop, buyer)).status).toBe(200)
  const request = await named('GET /api/v1/private/order/payment/:amountInPaise')
  expect(request.kind).toBe(2)
  expect(attribute(request, 'http.response.status_code')).toEqual({ intValue: 200 })
  expect(request.parentSpanId).toBeUndefined()
  const steps = below(request)
  expect(new Set(steps.map((step) => step.traceId))).toEqual(new Set([request.traceId]))
  const statements = steps.filter((step) => step.name === 'sql')
  expect(statements.length).toBeGreaterThan(3)
  expect(attribute(statements[0]!, 'db.query.text')?.stringValue).toMatch(/^\w+ /)
  const call = steps.find((step) => step.name.startsWith('POST 127.0.0.1:'))
  expect(call?.kind).toBe(3)
  for (const step of [...statements, call!]) {
    expect(BigInt(step.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(request.startTimeUnixNano))
    expect(BigInt(step.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(request.endTimeUnixNano))
  }
  await named('job send-mail')
  expect(seen.every(({ url, key }) => url === '/v1/traces' && key === 'canary-collector-key')).toBe(true)
  // No span names the person or holds the credentials.
  const all = bodies.join('')
  const secrets = [buyer.email, buyer.password, buyer.cookies.get('session') ?? 'missing', product.id]
  expect(secrets.filter((secret) => all.includes(secret))).toEqual([])
})

test("a trusted proxy's trace is continued; one that the proxy does not sample is not sampled", async () => {
  const traceId = '0123456789abcdef0123456789abcdef'
  const unwanted = 'fedcba9876543210fedcba9876543210'
  await shop.client().get('/public/category/all', { traceparent: `00-${unwanted}-0123456789abcdef-00` })
  await shop.client().get('/public/category/all', { traceparent: `00-${traceId}-0123456789abcdef-01` })
  const span = await eventually(
    async () => spans().find((each) => each.traceId === traceId && each.kind === 2),
    (found) => found !== undefined,
  )
  expect(span?.parentSpanId).toBe('0123456789abcdef')
  expect(spans().filter((each) => each.traceId === unwanted)).toEqual([])
})

test('a request that waits for a free slot keeps its own trace', async () => {
  const ids = Array.from({ length: 12 }, (_, i) => `${i + 10}`.repeat(16))
  const ask = (id: string) =>
    shop.client().get('/public/product/0191d7a0-0000-7000-8000-000000000001', {
      traceparent: `00-${id}-0123456789abcdef-01`,
    })
  expect((await Promise.all(ids.map(ask))).map(({ status }) => status)).toEqual(ids.map(() => 404))
  const counts = await eventually(
    async () => ids.map((id) => spans().filter((span) => span.traceId === id && span.name === 'sql').length),
    (found) => found.every((count) => count > 0),
  )
  expect(new Set(counts).size).toBe(1)
})

test('requests are answered while the collector is away', async () => {
  collector.close()
  collector.closeAllConnections()
  for (let i = 0; i < 20; i += 1) expect((await shop.client().get('/public/category/all')).status).toBe(200)
})
