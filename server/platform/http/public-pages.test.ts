/** Public pages as built and served: the same for everybody, and cached in memory. */
// @module-tag nightly: Built pages. page-cache.test.ts, page-tags.test.ts and watch-changes.test.ts prove the cache each time.
import { randomUUID } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../tests/setup/buying.ts'
import { withoutDatabase } from '../../../tests/setup/cached-pages.ts'
import { setDeleted } from '../../../tests/setup/change-product.ts'
import { productId } from '../../../tests/setup/products.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { type Sql, sql } from '../db/sql.ts'

let shop: TestShop
let soap: string
let toothbrush: string
beforeAll(async () => {
  shop = await startTestShop({ seed: 'demo', pages: true })
  soap = await productId(shop, 'Khus Bath Soap, 125 g')
  const [other] = await shop.db.query<{ id: string }>(
    sql`select id from product where category_id <> (select category_id from product where id = ${soap}) order by id limit 1`,
  )
  toothbrush = other?.id ?? ''
})
afterAll(() => shop.stop())

const change = (statement: Sql) => shop.db.query(statement)
const pageOf = async (path: string, node = shop.url) => (await fetch(node + path)).text()
interface RawAnswer {
  status: number
  headers: NodeJS.Dict<string | string[]>
  body: Buffer
}
/** Not fetch, which would decompress the body. */
function raw(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    // The path as an option: in an address, the client itself would resolve its `..` and backslashes.
    const { hostname, port } = new URL(shop.url)
    httpRequest({ hostname, port, path, method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      )
    })
      .once('error', reject)
      .end()
  })
}

test('a cached page or reply is byte for byte the first one, for visitors and logged-in users', async () => {
  const customer = await shop.customer()
  for (const path of [
    '/',
    `/product/${soap}`,
    '/products/category/1',
    '/search/soap',
    `/product/${soap}.data`,
    '/api/v1/public/product/category/1?limit=2',
    '/api/v1/public/product/search/soap',
    `/api/v1/public/product/${soap}`,
  ]) {
    const first = await customer.request(path, {})
    const text = await first.text()
    expect([path, first.status, first.headers.get('set-cookie')]).toEqual([path, 200, null])
    await withoutDatabase(shop, async () => {
      for (const client of [customer, shop.client()]) {
        const again = await client.request(path, {})
        expect(await again.text()).toBe(text)
        expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
        const [one, other] = [first, again].map(({ headers }) => {
          const { 'x-request-id': _, date: __, ...rest } = Object.fromEntries(headers)
          return rest
        })
        expect(other).toEqual(one)
      }
    })
  }
})

test('a cached reply has the count of a list and the address of its next part', async () => {
  for (let times = 0; times < 2; times += 1) {
    const { status, headers } = await raw('/api/v1/public/product/category/1?limit=2')
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=0, must-revalidate'])
    expect(Number(headers['x-total-count'])).toBeGreaterThan(2)
    const next = /^<(.*limit=2.*)>; rel="next"$/.exec(String(headers.link))?.[1] ?? ''
    expect(JSON.parse((await raw(next)).body.toString())).toHaveLength(2)
  }
})

test('a copy of a reply is not current when its list has grown or shrunk behind what it shows', async () => {
  const [row] = await shop.db.query<{ category: number; count: number }>(
    sql`select category_id as category, count(*) as count from product where deleted_at is null group by 1 order by 2 desc limit 1`,
  )
  const { category = 0, count = 0 } = row ?? {}
  const [last] = await shop.db.query<{ id: string }>(
    sql`select id from product where deleted_at is null and category_id = ${category} order by id limit 1`,
  )
  // Of the first list only the count changes, of the second one whether another part follows.
  for (const limit of [2, count - 1]) {
    const path = `/api/v1/public/product/category/${category}?limit=${limit}`
    const { headers } = await raw(path)
    const asked = { 'if-none-match': String(headers.etag) }
    expect((await raw(path, asked)).status).toBe(304)
    await setDeleted(shop, last?.id ?? '')
    const changed = await eventually(
      () => raw(path, asked),
      ({ status }) => status === 200,
    )
    expect([changed.status, Number(changed.headers['x-total-count'])]).toEqual([200, count - 1])
    await setDeleted(shop, last?.id ?? '', false)
    const again = () => raw(path, { 'if-none-match': String(changed.headers.etag) })
    expect((await eventually(again, ({ status }) => status === 200)).headers.link).toBeDefined()
  }
})

test('a refused call has the same words as without the cache, and is not cached', async () => {
  for (let times = 0; times < 2; times += 1) {
    const { status, headers, body } = await raw('/api/v1/public/product/category/1?limit=9999')
    expect([status, headers['cache-control']]).toEqual([400, 'no-store'])
    expect(JSON.parse(body.toString())).toMatchObject({ fields: { limit: expect.any(String) } })
  }
})

test('a path that leads out of the public calls is not answered as one of them', async () => {
  const email = 'smuggled@public-pages.test'
  const counted = async () =>
    (await shop.db.query<{ key: string }>(sql`select key from rate_limit where key like '%unknown%'`)).length
  for (const path of [
    `/api/v1/public/product/search/..\\..\\..\\auth\\forgot-password\\${email}`,
    '/api/v1/public/product/search/..\\..\\category\\all',
    '/api/v1/public/product/../others',
    '/api/v1/public/category/%2e%2e/get',
  ]) {
    const { headers } = await raw(path)
    expect([path, headers.etag]).toEqual([path, undefined])
  }
  expect(await counted()).toBe(0)
})

test('browsers and proxies may store pages but have to revalidate them, and pages vary by encoding only', async () => {
  const { headers } = await raw('/', { cookie: 'signed_in=1', 'accept-encoding': 'gzip, deflate, br' })
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=0, must-revalidate',
    'content-type': 'text/html; charset=utf-8',
    'content-encoding': 'br',
    vary: 'accept-encoding',
    etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
    'content-security-policy': expect.stringContaining("script-src 'self' 'sha256-"),
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
})

test.each([
  ['a page', () => `/product/${toothbrush}`],
  ['a reply', () => '/api/v1/public/category/rows'],
])(
  'brotli, gzip and identity of %s have the same text and ETag; HEAD has the length; a 304 has no body',
  async (_, pathOf) => {
    const path = pathOf()
    const plain = await raw(path)
    for (const [form, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      for (let i = 0; i < 2; i += 1) {
        const packed = await raw(path, { 'accept-encoding': form })
        expect(packed.headers).toMatchObject({
          'content-encoding': form,
          etag: plain.headers.etag,
          'content-length': String(packed.body.length),
        })
        expect(unpack(packed.body).equals(plain.body)).toBe(true)
      }
      const head = await raw(path, { 'accept-encoding': form }, 'HEAD')
      expect([head.status, head.headers['content-encoding'], head.body.length]).toEqual([200, form, 0])
      expect(Number(head.headers['content-length'])).toBeGreaterThan(1_000)
    }
    for (const tags of [String(plain.headers.etag), `"a", ${String(plain.headers.etag)}`, '*']) {
      const same = await raw(path, { 'if-none-match': tags })
      expect([same.status, same.body.length, same.headers.etag]).toEqual([304, 0, plain.headers.etag])
      expect(same.headers['cache-control']).toBe('public, max-age=0, must-revalidate')
    }
    expect((await raw(path, { 'if-none-match': '"another"' })).status).toBe(200)
  },
)

test('tracking parameters are ignored; a page with an unknown parameter is answered and not cached', async () => {
  const path = `/product/${toothbrush}`
  const text = await pageOf(path)
  expect((await fetch(`${shop.url}${path}?view=large`)).status).toBe(200)
  await withoutDatabase(shop, async () => {
    expect(await pageOf(`${path}?utm_source=mail&gclid=123&fbclid=a`)).toBe(text)
    expect((await fetch(`${shop.url}${path}?view=large`)).status).toBe(500)
  })
})

test('a 404 is not cached: a new product is shown at once', async () => {
  const id = randomUUID()
  const missing = await fetch(`${shop.url}/product/${id}`)
  expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store'])
  await change(sql`
    insert into product (id, seller_id, category_id, subcategory_id, name, price_paise, description, details, units, height_cm,
      length_cm, width_cm, weight_grams, images, search, search_text)
    select ${id}, seller_id, category_id, subcategory_id, 'Come back', price_paise, description, details, units, height_cm,
      length_cm, width_cm, weight_grams, images, search, search_text from product where id = ${soap}`)
  expect((await fetch(`${shop.url}/product/${id}`)).status).toBe(200)
  await change(sql`delete from product where id = ${id}`)
})

test('a failure is not cached', async () => {
  const path = '/search/copper'
  await withoutDatabase(shop, async () => {
    const failed = await fetch(shop.url + path)
    expect([failed.status, failed.headers.get('cache-control')]).toEqual([500, 'no-store'])
  })
  expect((await fetch(shop.url + path)).status).toBe(200)
})

test('a private page is not cached and not indexable', async () => {
  for (const path of ['/cart', '/wishlist', '/profile', '/my-orders', '/login', '/reset-password']) {
    const page = await fetch(shop.url + path)
    expect([path, page.status, page.headers.get('cache-control')]).toEqual([path, 200, 'private, no-cache'])
    expect(await page.text()).toContain('<meta name="robots" content="noindex"/>')
  }
})

test('a page whose query times out is answered with 503 and Retry-After, keeps its header and footer, and is not cached', async () => {
  const [other] = await shop.db.query<{ id: string; category: number; subcategory: number }>(
    sql`select id, category_id as category, subcategory_id as subcategory from product
      where id not in (${soap}, ${toothbrush}) order by id desc limit 1`,
  )
  // No test before has asked for these, so that none of them lies in memory.
  const pages = [
    '/?stock=in',
    `/products/category/${other?.category}?max=9000`,
    `/products/sub-category/${other?.subcategory}?max=9000`,
    `/product/${other?.id}`,
    '/search/copper?max=9000',
  ]
  await shop.db.transaction(async (tx) => {
    await tx.query(sql`lock table product in access exclusive mode`)
    for (const page of await Promise.all(pages.map((path) => raw(path)))) {
      expect([page.status, page.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
      expect(page.headers['cache-control']).toBe('no-store')
      expect(Number(page.headers['retry-after'])).toBeGreaterThanOrEqual(1)
      const html = page.body.toString()
      expect(html).toMatch(/No Product Found|The product could not be loaded/)
      expect(html).toContain('Try again')
      expect(html).toContain('All rights reserved.')
      expect(html).not.toContain('Something went wrong')
    }
  })
  for (const path of pages) expect((await raw(path)).status).toBe(200)
})

test('files of the build are compressed, have a length and are cacheable for a year; an unknown one is a 404', async () => {
  const script = /src="(\/assets\/[^"]+\.js)"|"(\/assets\/framework-[^"]+\.js)"/.exec(await pageOf('/'))
  const path = script?.[1] ?? script?.[2] ?? ''
  const plain = await raw(path)
  for (const [form, unpack] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const packed = await raw(path, { 'accept-encoding': form })
    expect(packed.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': form,
      'content-length': String(packed.body.length),
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'accept-encoding',
    })
    expect(unpack(packed.body).equals(plain.body)).toBe(true)
  }
  // Of every file that a page names.
  for (const [name] of (await pageOf('/')).matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)) {
    const { headers } = await raw(name, { 'accept-encoding': 'br' })
    const short = Number(headers['content-length']) < 1_000
    expect([name, short || headers['content-encoding']]).toEqual([name, short || 'br'])
  }
  expect((await raw(path, { 'if-none-match': String(plain.headers.etag) })).status).toBe(304)
  const head = await raw(path, {}, 'HEAD')
  expect([head.status, head.body.length, head.headers['content-length']]).toEqual([
    200,
    0,
    String(plain.body.length),
  ])
  for (const missing of [
    '/assets/none.js',
    `${path}.br`,
    '/assets/../server/index.js',
    '/assets/%2e%2e/shop-made-from',
  ])
    expect([missing, (await raw(missing)).status]).toEqual([missing, 404])
})

test('a cached picture has the same bytes, headers, length and ETag as the first answer', async () => {
  const [row] = await shop.db.query<{ path: string }>(
    sql`select images[1] as path from product where id = ${soap}`,
  )
  const path = row?.path ?? ''
  const facts = ({ status, body, headers: { date: _, 'x-request-id': id, ...headers } }: RawAnswer) => {
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    return { status, body, headers }
  }
  // A parameter bypasses the cache.
  const read = facts(await raw(`${path}?1`))
  const kept = facts(await raw(path))
  expect(read.status).toBe(200)
  expect(kept).toEqual(read)
  const head = facts(await raw(path, {}, 'HEAD'))
  expect([head.body.length, head.headers['content-length']]).toEqual([0, String(read.body.length)])
  const same = await raw(path, { 'if-none-match': `W/${String(read.headers.etag)}` })
  expect([same.status, same.body.length]).toEqual([304, 0])
})
