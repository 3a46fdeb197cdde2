import { expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { bestEncoding, fromBrotli, toBrotli, toGzip } from '../http/encodings.ts'
import { pageKey } from './page-key.ts'
import { type CachedPage, openPageStore } from './page-store.ts'

const page = (...tags: string[]): CachedPage => ({
  headers: [],
  etag: '"x"',
  bodies: { br: Buffer.alloc(10_000) },
  tags,
  pattern: '/:page',
})

test(
  'a crawler that requests a hundred thousand addresses once evicts no page that was requested twice',
  nightly('It measures. The eviction of single pages is proven each time by the tests beside it.'),
  () => {
    const store = openPageStore(1_000_000)
    for (const key of ['/', '/products/category/1', '/about']) {
      store.set(key, page())
      store.get(key)
    }
    for (let i = 0; i < 100_000; i += 1) store.set(`/search/${i}`, page('search'))
    expect(['/', '/products/category/1', '/about'].map((key) => store.get(key) !== undefined)).toEqual([
      true,
      true,
      true,
    ])
    expect(store.stats().bytes).toBeLessThanOrEqual(1_000_000)
  },
)

test(
  'made-up addresses, each requested twice, evict no page of the shop',
  nightly('Thousands of addresses. What a store keeps and drops is proved beside it each time.'),
  () => {
    const store = openPageStore(1_000_000)
    const product = '/product/0199b2c4-9d6e-7c3a-8f10-2b7f6a1f4c55'
    for (const key of ['/', '/products/category/1', product, '/api/v1/public/category/all']) {
      store.set(key, page('shop'))
      store.get(key)
    }
    for (let i = 0; i < 2_000; i += 1)
      for (const key of [
        `/search/x${i}`,
        `/api/v1/public/product/suggest/x${i}`,
        `/products/category/1?min=${i}`,
        // The router takes these for the pages without the capital, the code and the second slash.
        product.replace('c', i % 2 ? 'C' : `%63${i}`),
        `/products//category/${i}`,
      ]) {
        store.set(key, page('made-up'))
        store.get(key)
      }
    for (const key of ['/', '/products/category/1', product, '/api/v1/public/category/all'])
      expect(store.get(key), key).toBeDefined()
    expect(store.stats().bytes).toBeLessThanOrEqual(1_000_000)
    store.invalidate(['made-up'])
    expect(store.stats().pages).toBe(4)
  },
)

test('a change removes exactly the pages with its tag, from both segments', () => {
  const store = openPageStore(1_000_000)
  store.set('/a', page('product:1', 'category:1'))
  store.set('/b', page('product:2', 'category:1'))
  store.set('/c', page('product:1'))
  store.get('/c')
  store.invalidate(['product:1', 'nothing'])
  expect(['/a', '/b', '/c'].map((key) => store.get(key) !== undefined)).toEqual([false, true, false])
})

test('a page that was rendered again is indexed by its new tags', () => {
  const store = openPageStore(1_000_000)
  store.set('/a', page('product:1'))
  store.set('/a', page('product:2'))
  store.invalidate(['product:1'])
  expect(store.get('/a')).toBeDefined()
  store.invalidate(['product:2'])
  expect(store.get('/a')).toBeUndefined()
})

test('adding an encoding does not restore a page that was removed meanwhile', () => {
  const store = openPageStore(1_000_000)
  const old = page('product:1')
  store.set('/a', old)
  store.get('/a')
  store.addEncoding('/a', old, 'gzip', Buffer.from('x'))
  expect(store.get('/a')?.bodies.gzip).toBeDefined()
  store.invalidate(['product:1'])
  store.addEncoding('/a', old, 'gzip', Buffer.from('x'))
  expect(store.get('/a')).toBeUndefined()
})

test.each([
  ['/', '/'],
  ['/?', '/'],
  ['/product/1?utm_source=mail&gclid=x', '/product/1'],
  ['/products/category/3?cursor=b&utm_medium=x', '/products/category/3?cursor=b'],
  ['/products/category/3?limit=4&cursor=b', '/products/category/3?cursor=b&limit=4'],
  ['/products/category/3?cursor=a&cursor=b', null],
  ['/?anything=1', null],
  ['/?__proto__=1', null],
  [`/search/${'a'.repeat(700)}`, null],
])('the page of %s is kept as %s', (target, key) => {
  expect(pageKey(target)).toBe(key)
})

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['GZIP;q=0.5, identity', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.001', 'br'],
  ['br;q=0.0, gzip;q=0', 'identity'],
  ['deflate', 'identity'],
])('a browser that takes %j gets %s', (header, form) => {
  expect(bestEncoding(header)).toBe(form)
})

test('an encoded page holds no more memory than is counted for it', async () => {
  const text = Buffer.from('A short page. '.repeat(30))
  const packed = await toBrotli(text)
  for (const body of [packed, await toGzip(text), await fromBrotli(packed)])
    expect(body.buffer.byteLength).toBe(body.length)
})
