/** Receives a file of products and stores its rows; the job of the import checks them (specification §5, §7). */
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { importLimits } from '../../../contract/import-limits.ts'
import { importUpload, type importUploaded } from '../../../contract/product-import.ts'
import { listAskedAttributes } from '../../catalogue/attributes/change-attributes.ts'
import { withoutEscape } from '../../platform/csv.ts'
import type { Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { authorize, type RequestPolicy } from '../../platform/http/authorize.ts'
import type { HttpApp } from '../../platform/http/http-app.ts'
import { receiveBody } from '../../platform/media/receive-body.ts'
import { openUploadPlaces } from '../../platform/media/upload-places.ts'
import { makeWorkFolder } from '../../platform/media/work-folder.ts'
import { consumeLimit } from '../../platform/rate-limit.ts'
import { type CsvRecord, readCsv } from '../../platform/read-csv.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { underWay } from './change-import.ts'
import { readHeadings, twiceKey } from './columns.ts'
import { type Converter, converterFor } from './other-shops.ts'
import { describeImport, insertImport, insertRows, type StoredRow } from './queries.ts'

const maxUploads = 8
const batch = 200
const tooOften = `You have sent ${importLimits.aDay} files within a day. Please send the next one tomorrow.`
const noRows = 'This file has no rows below its headings.'
const noHeadings =
  'This file has no columns that are known here. Its first row has to have headings, such as Product Name and Price.'

export function importUploadRoute(shop: Shop, app: HttpApp, policy: RequestPolicy): void {
  const places = openUploadPlaces(maxUploads)
  app.post(importUpload, async (c) => {
    // The shop's, whoever of its team sends the file.
    const { partyId: sellerId } = await authorize(c, policy, { roles: ['SELLER'], areas: ['products'] })
    const fileName = (c.req.query('name') ?? '')
      .replaceAll(/[\u0000-\u001f]/g, '')
      .slice(-importLimits.fileNameLength)
    const done = await places.run(sellerId, async ({ taken, arrived }) => {
      await consumeLimit(
        shop.db,
        [{ key: `import:${sellerId}`, max: importLimits.aDay, seconds: 86_400 }],
        tooOften,
      )
      const folder = await makeWorkFolder(shop.config)
      const file = `${folder}.csv`
      try {
        await receiveBody(c.req.raw, file, importLimits.bytes, taken)
        arrived()
        return { id: await storeFile(shop, sellerId, fileName || 'products.csv', file) }
      } finally {
        await rm(folder, { recursive: true, force: true })
        await rm(file, { force: true })
      }
    })
    return c.json(done satisfies ReturnType<typeof importUploaded.parse>, 200, {
      'cache-control': 'no-store',
    })
  })
}

/** All rows of the file or none. Refuses: invalid for what is no such file; conflict while an import is under way. */
async function storeFile(shop: Shop, sellerId: string, fileName: string, file: string): Promise<string> {
  const id = newId()
  await shop.db.transaction(async (tx) => {
    if (!(await insertImport(tx, { id, sellerId, fileName: fileName.toWellFormed() })))
      throw new Refusal('conflict', underWay)
    const records = readCsv(createReadStream(file), importLimits)
    const tell: Told = ({ source, notes }) => describeImport(tx, id, source ?? 'hariyali', notes)
    const stored = await storeRows(tx, id, readRows(shop, records, tell))
    if (stored === 0) throw new Refusal('invalid', noRows)
    await shop.jobs.send(tx, 'import-products', { importId: id })
  })
  return id
}

async function storeRows(tx: Tx, id: string, rows: AsyncIterable<StoredRow>): Promise<number> {
  let stored = 0
  let waiting: StoredRow[] = []
  const store = async () => {
    if (waiting.length > 0) await insertRows(tx, id, waiting)
    stored += waiting.length
    waiting = []
  }
  for await (const row of rows) {
    waiting.push(row)
    if (waiting.length >= batch) await store()
  }
  await store()
  return stored
}

/** What the first row of a file says about it. */
type Told = (about: { source?: Converter['source']; notes: readonly string[] }) => Promise<void>

/** The rows below the headings, without examples. A second row about one product says so. */
async function* readRows(
  shop: Shop,
  records: AsyncGenerator<CsvRecord>,
  tell: Told,
): AsyncGenerator<StoredRow> {
  const seen = new Map<string, number>()
  for await (const { row, cells } of readSheet(shop, records, tell)) {
    if (Object.keys(cells).length === 0 || /^example\b/i.test(cells.sku ?? '')) continue
    for (const field of ['id', 'sku']) {
      const mark = `${field}:${field === 'id' ? cells.id?.toLowerCase() : cells[field]}`
      const before = seen.get(mark)
      if (cells[field] !== undefined && before !== undefined) cells[twiceKey] = String(before)
      seen.set(mark, before ?? row)
    }
    yield { row, cells }
  }
}

/** In our own columns, whatever shop the file comes from. */
async function* readSheet(
  shop: Shop,
  records: AsyncGenerator<CsvRecord>,
  tell: Told,
): AsyncGenerator<StoredRow> {
  const first = await records.next()
  if (first.done) return
  const headings = first.value.cells.map((cell) => withoutEscape(cell).trim())
  const converter = converterFor(headings)
  if (converter) {
    await tell(converter)
    for await (const { row, cells } of records) yield* converter.take(row, cellsOf(headings, cells))
    yield* converter.end()
    return
  }
  const { keys, notes } = readHeadings(headings, await listAskedAttributes(shop))
  if (!keys.some(Boolean)) throw new Refusal('invalid', noHeadings)
  await tell({ notes })
  for await (const { row, cells } of records) yield { row, cells: cellsOf(keys, cells) }
}

/** The texts that are not empty, by the names of their columns. */
function cellsOf(names: readonly (string | undefined)[], cells: readonly string[]): Record<string, string> {
  const named: Record<string, string> = {}
  for (const [at, cell] of cells.entries()) {
    const name = names[at]
    const text = withoutEscape(cell).toWellFormed().trim()
    if (name && text !== '') named[name] = text
  }
  return named
}
