/**
 * Algorithmic complexity: long text in a URL, header, body or file takes about as much processor time as plain text, so one
 * request cannot block the process. The test measures the processor time of this process, in which the shop runs, against
 * plain requests of the same run; quadratic code takes more than a hundred times as long.
 */
// @module-tag nightly: It measures processor time. tests/regular-expressions.test.ts rejects the expressions that would take long each time.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { upload } from './setup/pictures.ts'
import { rawRequest } from './setup/raw-request.ts'
import { addSeller, type Seller } from './setup/sellers.ts'
import { startTestShop, type TestShop } from './setup/shop.ts'

let shop: TestShop
let seller: Seller
beforeAll(async () => {
  shop = await startTestShop({ pages: true })
  seller = await addSeller(shop)
})
afterAll(() => shop.stop())

/** Maximum ratio to a plain request of the same kind; below `cheapMs` the ratio does not matter. */
const atMostTimes = 15
const cheapMs = 40
/** Node accepts 16 kB of URL and headers. */
const most = 15_500

/** Milliseconds of processor time; if it is more than `enough`, the minimum of eight runs, because of garbage collection. */
async function cost(work: () => Promise<unknown>, enough = cheapMs): Promise<number> {
  let least = Infinity
  for (let i = 0; i < 8 && least > enough; i += 1) {
    const began = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(began)
    least = Math.min(least, (user + system) / 1_000)
  }
  return least
}

/** The processor time that a request may take whose plain one takes `plain`. A first run below it needs no second one. */
const allowed = (plain: number) => Math.max(cheapMs, atMostTimes * plain)

const filled = (piece: string, length = most) => piece.repeat(Math.floor(length / piece.length))
const get = (path: string) => rawRequest(shop.url + path, 'GET', {})

/** Characters and short sequences at which parsers of URLs and headers split. */
const pieces =
  'a 0 / . ; , = & @ % - _ : < " ? + ( ~ | %20 %40 %2f %C3%A9 %E0 a/ a. a; a, a& a=b& a=b; ../ %2e%2e/ ;q=0,'.split(
    ' ',
  )

test('forty concurrent requests with long paths cost little more than forty with short ones', async () => {
  const forty = (path: string) => () => Promise.all(Array.from({ length: 40 }, () => get(path)))
  await forty('/api/v1/public/product/a')()
  const short = await cost(forty('/api/v1/public/product/a'))
  for (const piece of ['a', 'a%40', 'a@', '@']) {
    const long = await cost(forty(`/api/v1/public/product/${filled(piece, most)}`), atMostTimes * short)
    expect(long, `40 × ${piece}: ${long} ms, short: ${short} ms`).toBeLessThanOrEqual(atMostTimes * short)
  }
})

test('no long URL is expensive, whatever it contains', async () => {
  const dear: string[] = []
  const pages = '/ /product/ /search/ /media/p/ /assets/ /sitemaps/ /favicon /? /search?query='
  const calls = 'public/product/ auth/forgot-password/ public/product/category/1?cursor='
  for (const base of [...pages.split(' '), ...calls.split(' ').map((path) => `/api/v1/${path}`)]) {
    for (let i = 0; i < 5; i += 1) await get(`${base}a`)
    const short = await cost(() => get(`${base}a`))
    for (const piece of pieces) {
      const long = await cost(() => get(`${base}${filled(piece, most - base.length)}z`), allowed(short))
      if (long > allowed(short)) dear.push(`${base} ${piece}: ${long} ms, short: ${short} ms`)
    }
  }
  expect(dear).toEqual([])
})

test('no long header is expensive, whatever it contains', async () => {
  const dear: string[] = []
  for (const [method, path, names] of [
    ['GET', '/', ['accept-encoding', 'if-none-match', 'traceparent', 'sec-purpose']],
    ['GET', '/product/none', ['cookie', 'accept', 'accept-language', 'user-agent', 'host']],
    ['GET', '/api/v1/private/profile', ['cookie', 'authorization', 'x-forwarded-for', 'accept-encoding']],
    ['POST', '/api/v1/auth/login', ['origin', 'referer', 'content-type', 'user-agent', 'sec-fetch-site']],
    ['POST', '/media/v1_1/local/image/upload', ['content-type']],
    ['GET', '/sitemap.xml', ['accept-encoding', 'if-none-match']],
    ['GET', '/media/p/none/480.webp', ['if-none-match', 'range']],
  ] as const)
    for (const name of names) {
      const send = (value: string) => () => rawRequest(shop.url + path, method, { [name]: value })
      for (let i = 0; i < 3; i += 1) await send('a')()
      const short = await cost(send('a'))
      for (const piece of pieces) {
        const before = name === 'content-type' ? 'multipart/form-data;' : ''
        const long = await cost(send(`${before}${filled(piece, 15_000)}z`), allowed(short))
        if (long > allowed(short))
          dear.push(`${method} ${path} ${name} ${piece}: ${long} ms, short: ${short} ms`)
      }
    }
  expect(dear).toEqual([])
})

test.each([
  ['of a visitor', 49_000, () => shop.client(), '/auth/login'],
  ['of a product', 99_000, () => seller, '/private/product/add'],
] as const)(
  'no body %s is more expensive than a plain one, whatever its nesting',
  async (_, size, from, path) => {
    const send = (body: string) => () =>
      from().request(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const inEmail = (text: string) => JSON.stringify({ email: text, password: text })
    await send(inEmail(filled('a', size / 2 - 50)))()
    const plain = await cost(send(inEmail(filled('a', size / 2 - 50))))
    const dear: string[] = []
    for (const [what, body] of [
      ['deep lists', filled('[', size)],
      ['deep lists, closed', filled('[', size / 2) + filled(']', size / 2)],
      ['deep objects', filled('{"a":', size)],
      ['many names', `{${Array.from({ length: size / 16 }, (_name, i) => `"n${i}":1`).join()}}`],
      ['a long number', filled('1', size)],
      ['escapes', `"${filled(String.raw`\u0061`, size)}"`],
      ['an e-mail of @', inEmail(filled('@', size / 2 - 50))],
      ['an e-mail of a.', inEmail(filled('a.', size / 2 - 50))],
      ['an e-mail of a@a.', inEmail(filled('a@a.', size / 2 - 100))],
      ['an e-mail of spaces', inEmail(filled(' ', size / 2 - 50))],
    ] as const) {
      const ms = await cost(send(body), allowed(plain))
      if (ms > allowed(plain)) dear.push(`${what}: ${ms} ms, plain: ${plain} ms`)
    }
    expect(dear).toEqual([])
  },
)

test('no file is expensive to reject as not a picture', async () => {
  const send = (bytes: Uint8Array) => () => upload(seller, bytes)
  const file = (begin: string, piece: string, size = 65_500) => Buffer.from(begin + filled(piece, size))
  const plain = await cost(send(file('', 'a')))
  const dear: string[] = []
  for (const [begin, piece] of [
    ['<!DOCTYPE', 'a'],
    ['<!DOCTYPE', '[]'],
    ['<!DOCTYPE [', ']'],
    ['<', 'a'],
    ['', '<!---->'],
    ['', '<??>'],
    ['', '<!DOCTYPE>'],
    ['', '<!DOCTYPE'],
    ['', '<!--'],
    ['', '<?'],
    ['', ' '],
    ['<svg ', '<image'],
    ['<svg ', '<a:image'],
  ] as const) {
    const ms = await cost(send(file(begin, piece)), allowed(plain))
    if (ms > allowed(plain)) dear.push(`${begin} ${piece}: ${ms} ms, plain: ${plain} ms`)
  }
  expect(dear).toEqual([])
})

test('no multipart form of the maximum size is expensive to parse', async () => {
  const boundary = 'a'.repeat(70)
  const send = (body: string) => () =>
    seller.request('/media/v1_1/local/image/upload', {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body,
    })
  const size = 11_000_000
  const begin = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`
  const plain = await cost(send(begin + filled('b', size)))
  const dear: string[] = []
  for (const piece of ['a', `\r\n--${'a'.repeat(69)}`, '\r\n\r\n'])
    for (const head of ['', begin]) {
      const ms = await cost(send(head + filled(piece, size)), allowed(plain))
      if (ms > allowed(plain)) dear.push(`${JSON.stringify(piece)}: ${ms} ms, plain: ${plain} ms`)
    }
  expect(dear).toEqual([])
})
