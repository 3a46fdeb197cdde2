import { existsSync, readFileSync, statSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { demoProducts } from '../../../demo/catalogue/catalogue.ts'
import { keyOfDemoPicture } from '../../../tests/setup/pictures.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../db/sql.ts'

const folder = new URL('../../../demo/pictures/', import.meta.url)
const pathOf = (file: string) => fileURLToPath(new URL(file, folder))

const [main = '', other = ''] = demoProducts[0]?.pictures ?? []
const key = keyOfDemoPicture(main)

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ seed: 'demo' })
})
afterAll(() => shop.stop())

test.each([
  ['240.avif', 'image/avif'],
  ['480.avif', 'image/avif'],
  ['960.avif', 'image/avif'],
])('%s is served unchanged and cacheable for a year', async (file, type) => {
  const response = await fetch(`${shop.url}/media/p/${key}/${file}`)
  expect(response.status).toBe(200)
  expect(Buffer.from(await response.arrayBuffer()).equals(readFileSync(pathOf(`${main}/${file}`)))).toBe(true)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': type,
    'content-length': String(statSync(pathOf(`${main}/${file}`)).size),
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    etag: expect.stringMatching(/^"[\w-]{22}"$/),
  })
})

test('960.jpg, which social networks request, is a JPEG of the picture, rendered once', async () => {
  const address = `${shop.url}/media/p/${key}/960.jpg`
  const [first, second] = await Promise.all([fetch(address), fetch(address)])
  const bytes = Buffer.from(await first.arrayBuffer())
  expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 960, height: 960 })
  expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
  expect((await fetch(`${shop.url}/media/p/nothing-here/960.jpg`)).status).toBe(404)
})

test.each([
  ['480.webp', 'image/webp', 'webp'],
  ['480.avif', 'image/avif', 'heif'],
])('%s that is not stored is rendered once and looks like the largest', async (file, type, format) => {
  expect(existsSync(pathOf(`${other}/${file}`))).toBe(false)
  const address = `${shop.url}/media/p/${keyOfDemoPicture(other)}/${file}`
  const [first, second] = await Promise.all([fetch(address), fetch(address)])
  const bytes = Buffer.from(await first.arrayBuffer())
  expect([first.status, first.headers.get('content-type')]).toEqual([200, type])
  expect(first.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(await sharp(bytes).metadata()).toMatchObject({ format, width: 480, height: 480 })
  expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
  const shown = await pixelsOf(bytes)
  const wanted = await pixelsOf(readFileSync(pathOf(`${other}/960.avif`)))
  const off = shown.reduce((sum, value, i) => sum + Math.abs(value - (wanted[i] ?? 0)), 0) / shown.length
  expect(off).toBeLessThan(4)
  expect((await fetch(`${shop.url}/media/p/nothing-here/${file}`)).status).toBe(404)
})

test(
  'a browser without AVIF gets all pictures of a page at once',
  nightly('Dozens of pictures are encoded. One that is not stored is rendered each time.'),
  async () => {
    const mains = demoProducts.map(({ pictures }) => keyOfDemoPicture(pictures[0] ?? ''))
    const replies = await Promise.all(
      mains.slice(0, 20).map((one) => fetch(`${shop.url}/media/p/${one}/480.webp`)),
    )
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  },
)

test('a browser that has the picture gets 304 without a body; with another version it gets the picture', async () => {
  const address = `${shop.url}/media/p/${key}/480.webp`
  const etag = (await fetch(address)).headers.get('etag') ?? ''
  const same = await fetch(address, { headers: { 'if-none-match': etag } })
  expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', etag])
  expect((await fetch(address, { headers: { 'if-none-match': `"other", W/${etag}` } })).status).toBe(304)
  expect((await fetch(address, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
})

test('HEAD has size and type and no body', async () => {
  const response = await fetch(`${shop.url}/media/p/${key}/480.webp`, { method: 'HEAD' })
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
    200,
    'image/webp',
    '',
  ])
})

test('an address without a picture is a plain 404, and nothing outside the folder can be read', async () => {
  const paths = [
    '/media/p/nothing-here/480.webp',
    `/media/p/${key}/481.webp`,
    `/media/p/${key}/480.png`,
    `/media/p/${key}/480.jpg`,
    `/media/p/${key}/480.webp/`,
    `/media/p/${key}/`,
    '/media/p/',
    '/media/',
    `/media/p/u-${'0'.repeat(32)}/480.webp`,
    `/media/p/${main}/480.webp`,
    `/media/p/${key.toUpperCase()}/480.webp`,
    `/media/p/${key}/480.webp.map`,
    `/media/p/${'a'.repeat(300)}/480.webp`,
    '/media/p/keys.json',
    '/media/p/../keys.json',
    '/media/p/..%2f..%2fpackage.json',
    '/media/p/%2e%2e/%2e%2e/package.json',
    `/media/p/${key}/..%2fkeys.json`,
    `/media/p/${key}/480.webp%00`,
    '/media/p/./480.webp',
    '//media/p/x/480.webp',
    '/media/p/%/480.webp',
  ]
  for (const path of paths) expect([path, await rawStatus(path)]).toEqual([path, 404])
})

test('every picture address that the demo shop stores has the form that is served', async () => {
  const rows = await shop.db.query<{ address: string }>(
    sql`select unnest(images) as address from product union select image_url from subcategory`,
  )
  expect(rows.length).toBeGreaterThan(300)
  for (const { address } of rows) expect(address).toMatch(/^\/media\/p\/u-[0-9a-f]{32}\/480\.webp$/)
})

function pixelsOf(picture: Buffer): Promise<Buffer> {
  return sharp(picture).resize(480, 480).removeAlpha().raw().toBuffer()
}

/** Sends the path as it is; fetch would normalise it. */
function rawStatus(path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(shop.url)
  return new Promise((resolve, reject) => {
    httpRequest({ hostname, port, path }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })
}
