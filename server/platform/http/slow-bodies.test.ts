/** What slow and greedy clients keep waiting, and how much memory they take. */
// @module-tag nightly: Slow clients over many seconds. load-limit.test.ts proves each time that slow clients occupy no slots.
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '../../../contract/endpoints.ts'
import type { EndpointSpec } from '../../../contract/endpoint.ts'
import { eventually } from '../../../tests/setup/buying.ts'
import { freePort } from '../../../tests/setup/free-port.ts'
import { browserAt, signedIn } from '../../../tests/setup/people.ts'
import { type Customer, startTestShop, type TestShop } from '../../../tests/setup/shop.ts'

let shop: TestShop
let metricsPort: number
let buyer: Customer
beforeAll(async () => {
  metricsPort = await freePort()
  shop = await startTestShop({
    env: { MAX_IN_FLIGHT: '64', TRUST_PROXY: 'true', METRICS_PORT: String(metricsPort) },
  })
  buyer = await signedIn(shop, 'greedy@buyers.hariyali.test')
})
afterAll(() => shop.stop())

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

/** Announces a body, sends `sent` bytes of it and stops. */
function stall(path: string, ip: string, announced: number, sent: number, cookie = '') {
  const socket = connect(Number(new URL(shop.url).port), '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {})
  socket.resume()
  socket.write(
    `POST /api/v1${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-forwarded-for: ${ip}\r\ncontent-type: application/json\r\n` +
      `${cookie && `cookie: ${cookie}\r\n`}content-length: ${announced}\r\n\r\n`,
  )
  return new Promise<unknown>((resolve) => socket.write(Buffer.alloc(sent, 0x20), resolve))
}
/** Waits until the shop has ended `least` connections; returns how many it has. */
const ended = (least: number) =>
  eventually(
    async () => sockets.filter(({ destroyed }) => destroyed).length,
    (count) => count >= least,
  )
const cookieOf = ({ cookies }: Customer) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
const gauge = async (name: string) => {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1])
}
/** 300 of them, when their bytes have left. */
async function stallMany(path: string, ip: string, cookie = ''): Promise<void> {
  await Promise.all(Array.from({ length: 300 }, () => stall(path, ip, 199_000, 66_000, cookie)))
  expect((await shop.client().get('/healthz')).status).toBe(200)
}

test('webhooks that stop on their way keep no slot from an honest one', async () => {
  await stallMany('/webhooks/courier', '10.9.0.1')
  expect((await browserAt(shop).post('/webhooks/courier', {})).status).toBe(400)
  expect(await gauge('hariyali_work_in_flight')).toBe(0)
})

test('bodies of one buyer that stop on their way keep no slot from anybody', async () => {
  await stallMany('/private/order/check', '10.9.0.2', cookieOf(buyer))
  expect((await browserAt(shop).get('/public/settings')).status).toBe(200)
  expect(await gauge('hariyali_work_in_flight')).toBe(0)
})

test('the bodies of one network have a share of the memory: the oldest give way, the newest is answered', async () => {
  for (let i = 0; i < 300; i += 1)
    void stall('/private/order/check', '10.9.0.3', 199_000, 198_999, cookieOf(buyer))
  // 16 MB are eighty of them.
  expect(await ended(200)).toBeLessThan(240)
  expect((await browserAt(shop, '10.9.0.3').post('/private/order/check', [])).status).toBe(401)
  expect((await browserAt(shop, '10.9.0.4').post('/private/order/check', [])).status).toBe(401)
  expect((await buyer.post('/private/order/check', [])).status).not.toBe(408)
})

// Without a bound the first of them would be ended after 30 seconds.
test('unfinished bodies of one network are bounded in number, too', { timeout: 20_000 }, async () => {
  for (let i = 0; i < 2_200; i += 1) void stall('/auth/login', '10.9.0.5', 100, 1)
  expect(await ended(100)).toBeLessThan(500)
})

test('a call reads no more than its schema needs, from nobody', async () => {
  const long = { id: 'x'.repeat(60_000), quantity: 1 }
  expect((await buyer.post('/private/cart/add', long)).status).toBe(413)
  expect((await buyer.post('/private/order/check', [long])).status).toBe(400)
})

test('the longest valid body of each call is below its limit', () => {
  // Files of a bank have letters of one byte.
  const ofOneByte = ['/public/admin/bank-replies', '/public/admin/hold/transfers']
  const tooLong = Object.values<EndpointSpec>(endpoints).flatMap(({ path, body, bodyMax = 50_000 }) => {
    if (!body) return []
    const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
    const longest = longestOf(schema as Schema, ofOneByte.includes(path) ? 1 : 3)
    return longest <= bodyMax ? [] : [`${path}: ${longest}`]
  })
  expect(tooLong).toEqual([])
})

interface Schema {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  maxItems?: number
  maxLength?: number
  pattern?: string
  format?: string
}
const longestNumber = 24
/** What a pattern without maxLength allows: all of them are short. */
const longestPattern = 200

/** Bytes of the longest JSON; infinite where the schema has no limit. */
function longestOf(schema: Schema, letter: number): number {
  const of = (one: Schema) => longestOf(one, letter)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return Math.max(...choices.map(of))
  if (schema.allOf) return schema.allOf.reduce((sum, one) => sum + of(one), 0)
  if (schema.enum) return Math.max(...schema.enum.map((one) => JSON.stringify(one).length))
  if (schema.const !== undefined) return JSON.stringify(schema.const).length
  if (schema.type === 'object')
    return Object.entries(schema.properties ?? {}).reduce(
      (sum, [name, one]) => sum + name.length + 4 + of(one),
      2,
    )
  if (schema.type === 'array') return 2 + (schema.maxItems ?? Infinity) * (1 + of(schema.items ?? {}))
  if (schema.type !== 'string') return longestNumber
  if (schema.format === 'uuid') return 38
  const bounded = schema.maxLength ?? (schema.pattern || schema.format ? longestPattern : Infinity)
  return 2 + letter * bounded
}
