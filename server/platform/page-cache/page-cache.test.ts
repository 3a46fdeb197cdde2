/** The page cache alone, with renders that the test can hold up. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openAnswerer } from '../http/answer.ts'
import { openArrivals } from '../http/arrivals.ts'
import { openLoadLimit } from '../http/load-limit.ts'
import { openPageCache, type PageCache } from './page-cache.ts'
import type { ApiFetch } from '../http/pages.ts'

let server: Server
let url: string
let cache: PageCache
/** The price that pages show. */
let price: number
/** The number of renders so far; each waits for `gate` after it has read the price. */
let made: number
let gate: Promise<void>
let answerPage: (text: string) => Response
let reply: () => Response
let pendingChange: Promise<void> | undefined
const id = '0191d7a0-0000-7000-8000-000000000001'

beforeEach(async () => {
  price = 100
  made = 0
  gate = Promise.resolve()
  pendingChange = undefined
  answerPage = (text) => new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8' } })
  reply = () => Response.json({ id, price })
  const api: ApiFetch = async () => reply()
  const log = pino({ level: 'silent' })
  const answer = openAnswerer(log)
  cache = openPageCache({
    pages: {
      clientDir: '',
      scriptHashes: [],
      isPublic: (target) => target !== '/cart',
      pattern: () => '/product/:id',
      async page(request, ask) {
        made += 1
        const got = await ask(new Request(`http://shop.invalid/api/v1/public/product/${id}`))
        const text = `${new URL(request.url).pathname} costs ${(await got.json()).price}`
        await gate
        return answerPage(text)
      },
    },
    api,
    answer,
    limit: openLoadLimit({
      maxInFlight: 1_000,
      maxBurst: 1_000,
      security: {},
      trustProxy: false,
      arrivals: openArrivals(),
      log,
    }),
    security: ['x-content-type-options', 'nosniff'],
    publicUrl: 'http://shop.invalid',
    pendingChange: () => pendingChange,
    fail: (_, response) => response.writeHead(500).end(),
  })
  server = createServer((request, response) => {
    if (!cache.serve(request, response)) response.writeHead(418).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => void server.close())

const textOf = async (path: string) => (await fetch(url + path)).text()
function closeGate(): () => void {
  let open = () => {}
  gate = new Promise((resolve) => (open = resolve))
  return open
}
/** Waits until that many renders have read the price. */
async function untilMade(count: number): Promise<void> {
  while (made < count) await new Promise(setImmediate)
  await new Promise(setImmediate)
}

test('fifty concurrent requests for a page that is not cached share one render', async () => {
  const open = closeGate()
  const answers = Array.from({ length: 50 }, () => textOf('/a'))
  await untilMade(1)
  open()
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['/a costs 100']))
  expect(made).toBe(1)
})

test('a page whose render began before a change is not cached', async () => {
  const open = closeGate()
  const early = textOf('/a')
  await untilMade(1)
  price = 80
  cache.invalidate([`product:${id}`])
  open()
  expect(await early).toBe('/a costs 100')
  expect(await textOf('/a')).toBe('/a costs 80')
})

test('a request after a change does not join a render that began before it', async () => {
  const open = closeGate()
  const early = textOf('/a')
  await untilMade(1)
  price = 80
  cache.invalidate([`product:${id}`])
  const late = textOf('/a')
  await untilMade(2)
  open()
  expect(await early).toBe('/a costs 100')
  expect(await late).toBe('/a costs 80')
  expect(await textOf('/a')).toBe('/a costs 80')
})

test('a page is cached despite a concurrent change with another tag', async () => {
  const open = closeGate()
  const early = textOf('/a')
  await untilMade(1)
  cache.invalidate(['product:another'])
  open()
  await early
  await textOf('/a')
  expect(made).toBe(1)
})

test('while a change of this node is being read, requests for cached pages wait', async () => {
  expect(await textOf('/a')).toBe('/a costs 100')
  price = 80
  let read = () => {}
  pendingChange = new Promise((resolve) => (read = resolve))
  const answer = textOf('/a')
  await new Promise(setImmediate)
  cache.invalidate([`product:${id}`])
  pendingChange = undefined
  read()
  expect(await answer).toBe('/a costs 80')
})

test.each([
  ['a failure', () => new Response('broken', { status: 500 })],
  ['what is not there', () => new Response('gone', { status: 404 })],
  ['a redirect', () => new Response(null, { status: 302, headers: { location: '/b' } })],
  ['a page with a cookie', () => new Response('mine', { headers: { 'set-cookie': 'a=b' } })],
])('%s is not cached', async (_, answered) => {
  answerPage = answered
  const first = await fetch(`${url}/a`, { redirect: 'manual' })
  expect(first.status).toBe(answered().status)
  expect(first.headers.get('set-cookie')).toBeNull()
  await fetch(`${url}/a`, { redirect: 'manual' })
  expect(made).toBe(2)
})

test('a page that rendered despite a failed call is shown and not cached', async () => {
  reply = () => Response.json({ id, price: 0 }, { status: 503 })
  expect(await textOf('/a')).toBe('/a costs 0')
  reply = () => Response.json({ id, price })
  expect(await textOf('/a')).toBe('/a costs 100')
})

test('a failed render is answered with 500, and the next request renders again', async () => {
  answerPage = () => {
    throw new Error('no')
  }
  expect((await fetch(`${url}/a`)).status).toBe(500)
  answerPage = (text) => new Response(text)
  expect((await fetch(`${url}/a`)).status).toBe(200)
})

test('a page that is not public is not handled', async () => {
  expect((await fetch(`${url}/cart`)).status).toBe(418)
  expect(made).toBe(0)
})
