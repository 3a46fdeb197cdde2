import { expect, test } from 'vitest'
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

test('a crawler that requests a hundred thousand addresses once evicts no page that was requested twice', () => {
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
})

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
