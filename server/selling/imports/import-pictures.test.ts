/** Pictures that rows name by address: a stop ends their fetching, and what is no picture refuses its row and leaves nothing. */
// @module-tag nightly: It waits for servers of pictures. fetch-picture.test.ts proves which addresses are refused each time.
import { readdirSync } from 'node:fs'
import { createServer, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importLimits } from '../../../contract/import-limits.ts'
import { onlyPictures } from '../../../contract/settings.ts'
import { eventually } from '../../../tests/setup/buying.ts'
import { agePictures } from '../../../tests/setup/clock.ts'
import { sendFile, untilImport } from '../../../tests/setup/imports.ts'
import { jpeg } from '../../../tests/setup/pictures.ts'
import { addSubcategory } from '../../../tests/setup/products.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { csvLine } from '../../platform/csv.ts'
import { sql } from '../../platform/db/sql.ts'
import { fetchPicture } from '../../platform/media/fetch-picture.ts'
import { removeUnusedPictures } from '../../platform/media/remove-unused.ts'
import { runImport } from './run-import.ts'

let shop: TestShop
let server: Server
let port: string
/** Paths that were asked for, and answers that wait for `answer`. */
let asked: string[] = []
let waiting: ServerResponse[] = []
beforeAll(async () => {
  shop = await startTestShop()
  await addSubcategory(shop, 'Imported Brushes', 'Brushes of wood')
  server = createServer(({ url = '' }, response) => {
    asked.push(url)
    answer(url, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = String((server.address() as AddressInfo).port)
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await shop.stop()
})

const drawing = (side: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="9" height="9"/></svg>`

async function answer(url: string, response: ServerResponse): Promise<void> {
  if (url.startsWith('/good')) response.end(await jpeg())
  else if (url === '/large') response.writeHead(200, { 'content-length': 13_000_000 }).end()
  else if (url === '/endless')
    while (!response.destroyed) await new Promise((sent) => response.write(Buffer.alloc(100_000), sent))
  else if (url === '/trickle') {
    const piece = setInterval(() => response.write('.'), 500)
    response.on('close', () => clearInterval(piece))
  } else if (url === '/inside') response.writeHead(302, { location: `http://127.0.0.2:${port}/good` }).end()
  else if (url === '/pixels') response.end(drawing(900_000))
  else if (url === '/damaged') response.end((await jpeg(900, 900)).subarray(0, 1_000))
  else if (url === '/text') response.end('<html>Please log in.</html>')
  // Also '/hangs'.
  else waiting.push(response)
}

const host = 'https://pictures.test'
/** The server of this test, which is the only public one. */
const fetchHere = (address: string) =>
  fetchPicture(address.replace(host, `http://127.0.0.1:${port}`), {
    isPublic: (ip: string) => ip === '127.0.0.1',
    protocol: 'http:',
    ports: [port],
    request: request as never,
  })

/** A row for each list of pictures, checked, and without the job that would write it. */
async function checkedRows(seller: Seller, rows: readonly (readonly string[])[]): Promise<string> {
  const headings = ['SKU', 'Product Name', 'Category', 'Subcategory', 'Price (₹)', 'Number of Units']
  const more = ['Description', 'Details', 'Height (cm)', 'Width (cm)', 'Length (cm)', 'Weight (gm)']
  const lines = rows.map((pictures, n) => {
    const cells = [`P-${n}`, `Brush ${n}`, 'Imported Brushes', 'Brushes of wood', 100, 5]
    return csvLine([...cells, 'A brush.', 'Material: beech', 2, 3, 20, 80, ...pictures])
  })
  const file = csvLine([...headings, ...more, 'Picture 1', 'Picture 2']) + lines.join('')
  const { body } = await sendFile(seller, file)
  await untilImport(seller, body.id, 'checked')
  await shop.db.query(sql`update product_import set state = 'running' where id = ${body.id}`)
  return body.id
}
const countProducts = async (seller: Seller) =>
  (await shop.db.query(sql`select from product where seller_id = ${seller.id}`)).length

const stops: [string, (seller: Seller, id: string) => Promise<unknown>][] = [
  ['it is stopped', (seller, id) => seller.post(`/private/product-imports/${id}/stop`)],
  [
    'its seller is suspended',
    (seller) => shop.db.query(sql`update account set suspended_at = now() where id = ${seller.id}`),
  ],
]
for (const [when, stop] of stops)
  test(`once ${when}, an import asks for no picture more and writes no row`, async () => {
    const seller = await addSeller(shop)
    const id = await checkedRows(
      seller,
      Array.from({ length: 30 }, (_, n) => [`${host}/${n}-front.jpg`, `${host}/${n}-back.jpg`]),
    )
    asked = []
    waiting = []
    const job = runImport(shop.running.shop, id, fetchHere)
    await eventually(
      async () => waiting.length,
      (count) => count === 3,
    )
    await stop(seller, id)
    const answers = setInterval(() => {
      for (const response of waiting.splice(0)) response.writeHead(404).end()
    }, 10)
    await job
    clearInterval(answers)
    expect(asked.toSorted()).toEqual(['/0-front.jpg', '/1-front.jpg', '/2-front.jpg'])
    expect(await countProducts(seller)).toBe(0)
    const [row] = await shop.db.query<{ state: string; outcomes: number }>(sql`
      select i.state, count(r.outcome)::int as outcomes from product_import i join product_import_row r on r.import_id = i.id
      where i.id = ${id} group by i.state`)
    expect(row).toEqual({ state: 'stopped', outcomes: 0 })
  })

const problemsOf = async (seller: Seller, id: string): Promise<[number, string, string][]> =>
  (await seller.get(`/private/product-imports/${id}/problems`)).body.flatMap(({ problems }: any) =>
    problems.map((one: any) => [one.row, one.column, one.message]),
  )

const bad: [string, string][] = [
  ['/large', 'The picture at this address is too large: at most 12 MB.'],
  ['/endless', 'The picture at this address is too large: at most 12 MB.'],
  ['/hangs', 'The picture at this address took too long.'],
  ['/trickle', 'The picture at this address took too long.'],
  ['/inside', 'This address cannot be fetched: it is none of the public internet.'],
  ['/pixels', 'This picture has too many pixels: at most 50 megapixels.'],
  ['/damaged', 'This file is damaged or no picture.'],
  ['/text', onlyPictures],
]

test('what is no picture refuses its row with the reason, and leaves no file', async () => {
  const seller = await addSeller(shop)
  const id = await checkedRows(seller, [
    [`${host}/good-1`, `${host}/good-2`],
    ...bad.map(([url]) => [`${host}/good-of-none`, host + url]),
  ])
  await runImport(shop.running.shop, id, fetchHere)
  expect(await problemsOf(seller, id)).toEqual(bad.map(([, why], at) => [at + 3, 'Picture 2', why]))
  const shown = await shop.db.query<{ images: string[] }>(sql`
    select images from product where seller_id = ${seller.id}`)
  expect(shown.map(({ images }) => images.length)).toEqual([2])

  const media = path.join(shop.running.shop.config.dataDir, 'media')
  expect(readdirSync(path.join(media, 'incoming'))).toEqual([])
  await agePictures(shop)
  await removeUnusedPictures(shop.running.shop)
  const left = shown.flatMap(({ images }) => images.map((image) => image.split('/').at(-2) ?? '')).toSorted()
  expect(
    await eventually(
      async () => readdirSync(path.join(media, 'pictures')).toSorted(),
      (there) => isDeepStrictEqual(there, left),
    ),
  ).toEqual(left)
})

test('beyond the pictures of a day a row is refused, and no server asked', async () => {
  const seller = await addSeller(shop)
  const id = await checkedRows(seller, [[`${host}/good-3`], [`${host}/good-4`], [`${host}/good-5`]])
  await shop.db.query(sql`
    insert into rate_limit (key, window_ends_at, hits)
    values (${`import-pictures:${seller.id}`}, now() + interval '1 hour', ${importLimits.fetchedADay - 2})`)
  asked = []
  await runImport(shop.running.shop, id, fetchHere)
  expect((await problemsOf(seller, id)).map(([, column, why]) => [column, why])).toEqual([
    ['Picture 1', expect.stringContaining('Please send these tomorrow')],
  ])
  expect([asked.length, await countProducts(seller)]).toEqual([2, 2])
})

test('beyond the pictures of a file a row is refused, however its addresses are written', async () => {
  const seller = await addSeller(shop)
  const id = await checkedRows(seller, [[`${host}/good-6`]])
  await shop.db.query(sql`
    insert into product_import_picture (import_id, name, problem)
    select ${id}, 'HTTPS://elsewhere.test/' || n, 'Missing.' from generate_series(1, ${importLimits.fetchedPictures}::int) n`)
  await runImport(shop.running.shop, id, fetchHere)
  expect(await problemsOf(seller, id)).toEqual([
    [2, 'Picture 1', 'A file may name at most 2,000 pictures by address.'],
  ])
})

test('a host with a long name that fails is named in short', async () => {
  const seller = await addSeller(shop)
  const long = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(60)).join('.')
  const rows = Array.from({ length: importLimits.failuresOfHost + 4 }, (_, n) => [`https://${long}/${n}.jpg`])
  const id = await checkedRows(seller, rows)
  await runImport(shop.running.shop, id, fetchHere)
  const reasons = (await problemsOf(seller, id)).map(([, , why]) => why)
  expect(reasons.length).toBe(rows.length)
  expect(reasons).toContainEqual(expect.stringContaining('no more are fetched from it'))
  expect(reasons).not.toContainEqual(expect.stringContaining('could not be saved'))
})
