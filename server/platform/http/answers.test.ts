/** What every response of the server has (docs/security.md; ASVS V3.2, V3.4, V4.1, V13.4). */
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { addProduct } from '../../../tests/setup/products.ts'
import { loggedPath } from '../observe/log.ts'

let shop: TestShop
let paths: string[]
beforeAll(async () => {
  shop = await startTestShop({ pages: true })
  const { id } = await addProduct(shop)
  paths = [
    '/',
    `/product/${id}`,
    `/product/${id}.data`,
    '/login',
    '/cart',
    '/nowhere',
    '/search/%00',
    '/%E0%A4%A',
    '/favicon.ico',
    '/assets/nothing.js',
    '/robots.txt',
    '/sitemap.xml',
    '/media/p/none/480.webp',
    '/media/..%2f..%2fetc/passwd',
    '/api/docs',
    '/api/v1/openapi.json',
    '/api/v1/public/category/all',
    '/api/v1/private/me',
    '/api/v1/nothing',
    '/healthz',
    '/.git/config',
    '/.env',
    '/package.json',
    '/server/main.ts',
  ]
})
afterAll(() => shop.stop())

test('each response has the security headers, and a content type with a charset if it is text', async () => {
  const wrong: string[] = []
  for (const path of paths) {
    const { status, headers, body } = await shop.client().get(path)
    const type = headers.get('content-type') ?? ''
    const policy = headers.get('content-security-policy') ?? ''
    if (
      body !== '' &&
      !/^(text\/|application\/xml).*; ?charset=utf-8$|^application\/json$|^text\/x-script; charset=utf-8$|^image\//i.test(
        type,
      )
    )
      wrong.push(`${path}: ${status} content-type ${type}`)
    for (const part of ["default-src 'none'", "frame-ancestors 'none'"])
      if (!policy.includes(part)) wrong.push(`${path}: ${status} policy without ${part}`)
    for (const name of [
      'x-content-type-options',
      'referrer-policy',
      'cross-origin-opener-policy',
      'permissions-policy',
      'x-request-id',
    ])
      if (!headers.has(name)) wrong.push(`${path}: ${status} without ${name}`)
    if (headers.has('server') || headers.has('x-powered-by')) wrong.push(`${path} says what it runs on`)
    if (headers.has('access-control-allow-origin')) wrong.push(`${path} lets other sites read`)
    if (status >= 500) wrong.push(`${path}: ${status}`)
  }
  expect(wrong).toEqual([])
})

test('an idle connection is kept for longer than the minute of a proxy, so that no request meets a closed one', async () => {
  const { headers } = await shop.client().get('/healthz')
  expect(Number(/timeout=(\d+)/.exec(headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(60)
})

test('no file of the repository is served', async () => {
  for (const path of [
    '/.git/config',
    '/.env',
    '/package.json',
    '/server/main.ts',
    '/media/..%2f..%2fpackage.json',
  ])
    expect([path, (await shop.client().get(path)).status]).toEqual([path, 404])
})

test("a page's content security policy allows its inline scripts by hash, and no others", async () => {
  const { headers, body } = await shop.client().get('/')
  const policy = headers.get('content-security-policy') ?? ''
  const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? ''
  expect(scripts).toMatch(/^'self'( 'sha256-[\w+/=]{44}')+$/)
  for (const part of ["object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-src 'self'"])
    expect(policy).toContain(part)
  // Nor does the page contain what a browser without support for hashes would run: event handlers and javascript: URLs.
  expect(String(body)).not.toMatch(/\son\w+=["']|href=["']javascript:/i)
})

test.each([
  ['TRACE / HTTP/1.1\r\nHost: shop\r\nCookie: session=secret\r\n\r\n', /^HTTP\/1\.1 (?!2)/],
  [
    'POST /api/v1/auth/login HTTP/1.1\r\nHost: shop\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    /^HTTP\/1\.1 400/,
  ],
  ['GET / HTTP/1.1\r\nHost: shop\r\nX: a\r\n X: folded\r\n\r\n', /^HTTP\/1\.1 400/],
  ['GET / HTTP/1.1\r\nHost: shop\r\nA: b\rC: d\r\n\r\n', /^HTTP\/1\.1 400/],
  [`GET / HTTP/1.1\r\nHost: shop\r\nCookie: ${'a'.repeat(20_000)}\r\n\r\n`, /^HTTP\/1\.1 431/],
])('%j is refused', async (text, expected) => {
  const answer = await sendRaw(text)
  expect(answer).toMatch(expected)
  expect(answer).not.toContain('session=secret')
})

test('a log line stays one line, whatever the path contains, and has no e-mail', () => {
  // Pino writes JSON: no part of a path may end its string.
  expect(JSON.stringify(loggedPath('/search/a\n{"level":60}\u001b[2J'))).not.toMatch(/[\n\u001b]/)
  expect(loggedPath('/auth/forgot-password/someone%40shop.test')).toBe('/auth/forgot-password/:email')
  expect(loggedPath(`/${'x'.repeat(5_000)}`)).toHaveLength(200)
})

function sendRaw(text: string): Promise<string> {
  const { port, hostname } = new URL(shop.url)
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(text))
    socket.setTimeout(3_000, () => socket.destroy())
    socket.on('data', (chunk) => {
      answer += chunk.toString()
      socket.end()
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
  })
}
