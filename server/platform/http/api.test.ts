/** The rules of all endpoints (api-rules §1, §2). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { changesData } from '../../../contract/endpoint.ts'
import { api, endpoints } from '../../../contract/endpoints.ts'
import { createClient } from '../../../tests/setup/client.ts'
import { rawRequest } from '../../../tests/setup/raw-request.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'

const anyId = '00000000-0000-7000-8000-000000000000'
const fill = (path: string) =>
  `/api/v1${path
    .replace('{email}', 'nobody@test.hariyali.test')
    .replace(/\{amountInPaise\}/, '100')
    .replace('{name}', 'x')
    .replace(/\{\w+\}/g, anyId)}`

describe('every call', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await startTestShop()
  })
  afterAll(() => shop.stop())

  test('every endpoint that changes data refuses other sites, page loads, images and prefetches with 403, and HEAD', async () => {
    const { cookies } = await shop.customer()
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const wrong: string[] = []
    for (const [id, spec] of Object.entries(endpoints).filter(([, s]) => changesData(s) && !s.raw)) {
      const calls = [{ method: spec.method as string, path: spec.path }, ...(spec.alias ? [spec.alias] : [])]
      for (const { method, path } of calls) {
        for (const headers of [
          { 'sec-fetch-site': 'cross-site' },
          { 'sec-fetch-mode': 'navigate' },
          { 'sec-fetch-dest': 'image' },
          { 'sec-purpose': 'prefetch' },
          { origin: 'null' },
        ] as Record<string, string>[]) {
          const { status } = await rawRequest(shop.url + fill(path), method, { cookie, ...headers })
          if (status !== 403) wrong.push(`${id} ${method} ${JSON.stringify(headers)}: ${status}`)
        }
      }
      if (spec.method === 'GET') {
        const head = await rawRequest(shop.url + fill(spec.path), 'HEAD', { cookie })
        if (head.status !== 405) wrong.push(`${id} HEAD: ${head.status}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('the OpenAPI document describes every endpoint, and /api/docs shows it', async () => {
    const { body: document } = await shop.client().get('/api/v1/openapi.json')
    expect(document.openapi).toBe('3.1.0')
    for (const [id, spec] of Object.entries(endpoints)) {
      const operation = document.paths[spec.path]?.[spec.method.toLowerCase()]
      expect({ id, operationId: operation?.operationId, roles: operation?.['x-roles'] }).toEqual({
        id,
        operationId: id,
        roles: spec.roles,
      })
      expect({ id, alias: document.paths[spec.alias?.path ?? '']?.post !== undefined }).toEqual({
        id,
        alias: spec.alias !== undefined,
      })
    }
    const docs = await shop.client().get('/api/docs')
    expect(docs.status).toBe(200)
    expect(docs.body).toContain('/private/order/payment/{amountInPaise}')
    expect(docs.body).toMatch(/<main>.*<\/main>/s)
  })

  test('the body limit of visitors is small, also for those that pretend to be a provider, with and without content-length', async () => {
    const send = async (path: string, size: number) => {
      const body = JSON.stringify({ email: 'x'.repeat(size) })
      const pieces = new Blob([body]).stream()
      const init = { method: 'POST', headers: { 'content-type': 'application/json' } }
      const whole = await fetch(`${shop.url}/api/v1${path}`, { ...init, body })
      const chunked = await fetch(`${shop.url}/api/v1${path}`, {
        ...init,
        body: pieces,
        duplex: 'half',
      } as RequestInit)
      return [whole.status, chunked.status]
    }
    expect(await send('/auth/login', 40_000)).toEqual([400, 400])
    expect(await send('/auth/login', 60_000)).toEqual([413, 413])
    for (const path of ['/webhooks/payment', '/webhooks/courier'])
      expect(await send(path, 210_000)).toEqual([413, 413])
  })

  test('invalid input is answered with 400, msg and fields; 413 if too large, 415 for a wrong type, 404 for an unknown endpoint', async () => {
    const client = shop.client()
    const login = `${shop.url}/api/v1/auth/login`
    const send = async (body: string, type: string) => {
      const response = await fetch(login, { method: 'POST', body, headers: { 'content-type': type } })
      return { status: response.status, body: await response.json() }
    }
    expect(await client.post('/auth/login', {})).toMatchObject({
      status: 400,
      body: {
        msg: 'Email and password are required!',
        fields: { email: 'Email and password are required!', password: 'Email and password are required!' },
      },
    })
    expect(await send('{"email":', 'application/json')).toEqual({
      status: 400,
      body: { msg: 'The body is not valid JSON.' },
    })
    expect((await send('email=a', 'application/x-www-form-urlencoded')).status).toBe(415)
    expect((await send('{}', 'text/plain')).status).toBe(415)
    expect((await send(JSON.stringify({ email: 'x'.repeat(1_100_000) }), 'application/json')).status).toBe(
      413,
    )
    expect(await client.get('/api/v1/no/such/call')).toMatchObject({
      status: 404,
      body: { msg: 'There is no such call.' },
    })
    for (const body of [
      '[]',
      '"x"',
      '1',
      'null',
      '{"email":{"a":1},"password":[]}',
      '{"__proto__":{"email":"a"}}',
    ]) {
      expect((await send(body, 'application/json')).status).toBe(400)
    }
  })

  test('the settings contain the brand and the public payment key, and no secret', async () => {
    const { body } = await shop.client().get(api.settings.get.path)
    expect(body).toMatchObject({
      brandName: 'Hariyali',
      payment: { scriptUrl: '/sandbox/payments/checkout.js' },
    })
    expect(Object.keys(body.payment).sort()).toEqual(['keyId', 'scriptUrl'])
  })

  test('health, readiness and the security headers of every answer', async () => {
    expect((await shop.client().get('/healthz')).body).toEqual({ status: 'ok' })
    const ready = await shop.client().get('/readyz')
    expect([ready.status, ready.body]).toEqual([200, { status: 'ready' }])
    expect(ready.headers.get('x-content-type-options')).toBe('nosniff')
    expect(ready.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(ready.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test(
    'while the database hangs /readyz fails; the shop goes on running and is ready afterwards',
    nightly('A database that hangs. failover.test.ts proves calls whose database is away each time.'),
    async () => {
      const { db } = shop.running.shop
      const { query } = db
      db.query = () => new Promise(() => {})
      try {
        const hung = await shop.client().get('/readyz')
        expect([hung.status, hung.body]).toEqual([503, { status: 'not ready' }])
        expect((await shop.client().get('/healthz')).status).toBe(200)
      } finally {
        db.query = query
      }
      expect((await shop.client().get('/readyz')).status).toBe(200)
    },
  )

  test('an unexpected error is answered with 500, a request id and no detail', async () => {
    await shop.db.execute('alter table category rename to category_away')
    try {
      const answer = await createClient(shop.url).get('/public/category/all')
      expect(answer.status).toBe(500)
      expect(Object.keys(answer.body).sort()).toEqual(['msg', 'requestId'])
      expect(JSON.stringify(answer.body)).not.toMatch(/category_away|relation|select/i)
    } finally {
      await shop.db.execute('alter table category_away rename to category')
    }
  })
})
