/** Large and hostile files of products: ten thousand rows, a gigabyte, two jobs at once. */
// @module-tag nightly: ten thousand products. imports.test.ts writes a few each time.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importLimits } from '../../../contract/import-limits.ts'
import { importUpload } from '../../../contract/product-import.ts'
import { eventually } from '../../../tests/setup/buying.ts'
import { importOf, sendFile, untilImport, writeImport } from '../../../tests/setup/imports.ts'
import { uploaded } from '../../../tests/setup/pictures.ts'
import { addSubcategory } from '../../../tests/setup/products.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { csvLine } from '../../platform/csv.ts'
import { sql } from '../../platform/db/sql.ts'
import { runImport } from './run-import.ts'

let shop: TestShop
let seller: Seller
let picture: string
beforeAll(async () => {
  shop = await startTestShop()
  seller = await addSeller(shop)
  await addSubcategory(shop, 'Imported Brushes', 'Brushes of wood')
  picture = await uploaded(seller)
})
afterAll(() => shop.stop())

const headings = [
  'SKU',
  'Product Name',
  'Category',
  'Subcategory',
  'Price (₹)',
  'Number of Units',
  'Description',
]
const more = ['Details', 'Height (cm)', 'Width (cm)', 'Length (cm)', 'Weight (gm)', 'Picture 1']
function rowsFrom(first: number, count: number): string {
  const texts = ['A brush with bristles of agave and a handle of beech. '.repeat(10), 'Material: beech']
  return Array.from({ length: count }, (_, at) => {
    const n = first + at
    return csvLine([
      `S-${n}`,
      `Brush ${n}`,
      'Imported Brushes',
      'Brushes of wood',
      100 + n,
      5,
      ...texts,
      2,
      3,
      20,
      80,
      picture,
    ])
  }).join('')
}
const countLive = async () =>
  (
    await shop.db.query<{ count: number }>(sql`
    select count(*)::int as count from product where seller_id = ${seller.id} and deleted_at is null`)
  )[0]?.count

test('two jobs of one import write each row once', async () => {
  const { body } = await sendFile(seller, csvLine([...headings, ...more]) + rowsFrom(0, 60))
  await untilImport(seller, body.id, 'checked')
  // Without its own job.
  await shop.db.query(sql`update product_import set state = 'running' where id = ${body.id}`)
  const jobs = [1, 2, 3].map(() => runImport(shop.running.shop, body.id))
  await Promise.all(jobs)
  expect(await importOf(seller, body.id)).toMatchObject({ state: 'done', added: 60, refused: 0 })
  expect(await countLive()).toBe(60)
})

test('a stopped import keeps what was written and writes no more', async () => {
  const { body } = await sendFile(seller, csvLine([...headings, ...more]) + rowsFrom(1_000, 300))
  await untilImport(seller, body.id, 'checked')
  await seller.post(`/private/product-imports/${body.id}/run`)
  await eventually(
    () => importOf(seller, body.id),
    ({ added }) => added > 0,
  )
  await seller.post(`/private/product-imports/${body.id}/stop`)
  // The rows that were being written when it was stopped are counted, too.
  const [live] = await eventually(
    async () => [await countLive(), (await importOf(seller, body.id)).added] as const,
    ([products, added]) => products === 60 + added,
  )
  expect(live).toBeLessThan(360)
})

test('of a seller who is suspended no row more is written', async () => {
  const other = await addSeller(shop)
  picture = await uploaded(other)
  const { body } = await sendFile(other, csvLine([...headings, ...more]) + rowsFrom(0, 150))
  await untilImport(other, body.id, 'checked')
  await other.post(`/private/product-imports/${body.id}/run`)
  const added = async () =>
    (
      await shop.db.query<{ count: number }>(
        sql`select count(*)::int as count from product where seller_id = ${other.id}`,
      )
    )[0]?.count ?? 0
  await eventually(added, (count) => count > 0)
  await shop.db.query(sql`update account set suspended_at = now() where id = ${other.id}`)
  const stopped = () =>
    shop.db.query(sql`select from product_import where id = ${body.id} and state = 'stopped'`)
  const before = await added()
  await eventually(stopped, (rows) => rows.length === 1)
  // Those that were being written at that moment.
  expect(await added()).toBeLessThanOrEqual(before + 3)
  picture = await uploaded(seller)
})

test('a gigabyte is refused while it arrives, with the size in words', async () => {
  const before = process.memoryUsage.rss()
  let sent = 0
  const line = Buffer.from(rowsFrom(0, 100))
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += line.length
      if (sent > 1_000_000_000) controller.close()
      else controller.enqueue(new Uint8Array(line))
    },
  })
  const answer = await seller
    .request(`${importUpload}?name=large.csv`, { method: 'POST', body, duplex: 'half' } as never)
    .then(async (response) => (await response.json()).msg as string)
    // The server closes the connection while the rest is on its way.
    .catch(() => 'at most 25 MB')
  expect(answer).toContain('at most 25 MB')
  expect(sent).toBeLessThan(3 * importLimits.bytes)
  expect(process.memoryUsage.rss() - before).toBeLessThan(150_000_000)
})

test('ten thousand rows are checked and written, row by row', async () => {
  const other = await addSeller(shop)
  picture = await uploaded(other)
  const file = csvLine([...headings, ...more]) + rowsFrom(0, importLimits.rows)
  const began = performance.now()
  let most = 0
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 100)
  const { body } = await sendFile(other, file)
  const stored = performance.now()
  const until = async (state: 'checked' | 'done') => {
    for (;;) {
      const one = await importOf(other, body.id)
      if (one.state === state) return one
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
  expect(await until('checked')).toMatchObject({ toAdd: importLimits.rows, wrong: 0 })
  const checked = performance.now()
  await other.post(`/private/product-imports/${body.id}/run`)
  expect(await until('done')).toMatchObject({ added: importLimits.rows, refused: 0 })
  clearInterval(watch)
  const seconds = (from: number, to: number) => ((to - from) / 1_000).toFixed(1)
  process.stdout.write(
    `import of ${importLimits.rows} rows, ${(file.length / 1e6).toFixed(1)} MB: stored in ${seconds(began, stored)} s, checked in ${seconds(stored, checked)} s, written in ${seconds(checked, performance.now())} s; at most ${Math.round(most / 1e6)} MB resident\n`,
  )
  await expect(writeImport(other, body.id)).rejects.toThrow('409')
}, 900_000)
