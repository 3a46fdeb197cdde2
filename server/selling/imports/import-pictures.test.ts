/** Pictures that rows name by address: a stop ends their fetching, and what is no picture refuses its row and leaves nothing. */
// @module-tag nightly: It waits for servers of pictures. fetch-picture.test.ts proves which addresses are refused each time.
import { createServer, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../tests/setup/buying.ts'
import { sendFile, untilImport } from '../../../tests/setup/imports.ts'
import { addSubcategory } from '../../../tests/setup/products.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { csvLine } from '../../platform/csv.ts'
import { sql } from '../../platform/db/sql.ts'
import { fetchPicture } from '../../platform/media/fetch-picture.ts'
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
    waiting.push(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = String((server.address() as AddressInfo).port)
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await shop.stop()
})

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
