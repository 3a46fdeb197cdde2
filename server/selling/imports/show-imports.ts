/** A seller's imports: list, one with how far it is, and what is wrong in its file. */
import type { ImportProblem, ProductImport } from '../../../contract/product-import.ts'
import { productColumns } from '../../../contract/product-columns.ts'
import { byteOrderMark, csvLine, doubled } from '../../platform/csv.ts'
import {
  type CursorFormat,
  idCursor,
  keysetPage,
  type Page,
  type PageRequest,
} from '../../platform/keyset-page.ts'
import { notFound } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { loadChoices } from './choices.ts'
import { wrongHeading } from './columns.ts'
import { toImport, toProblems } from './present.ts'
import {
  columnsOfProblems,
  countImports,
  countProblemRows,
  findImport,
  type ImportRow,
  listImportRows,
  problemRows,
  type ProblemRow,
} from './queries.ts'

async function requireImport(shop: Shop, sellerId: string, id: string): Promise<ImportRow> {
  const row = await findImport(shop.db, sellerId, id)
  if (!row) throw notFound()
  return row
}

export const showImport = async (shop: Shop, sellerId: string, id: string): Promise<ProductImport> =>
  toImport(await requireImport(shop, sellerId, id))

export async function listImports(
  shop: Shop,
  sellerId: string,
  page: PageRequest,
): Promise<Page<ProductImport>> {
  return keysetPage(page, idCursor, {
    rows: (limit, before) => listImportRows(shop.db, sellerId, limit, before),
    count: () => countImports(shop.db, sellerId),
    toItem: toImport,
  })
}

/** By rising numbers of rows. */
const rowCursor: CursorFormat<ProblemRow, number> = {
  start: 0,
  write: ({ row }) => String(row),
  read: (cursor) => (/^\d{1,9}$/.test(cursor) ? Number(cursor) : null),
}

export async function listProblems(
  shop: Shop,
  sellerId: string,
  id: string,
  page: PageRequest,
): Promise<Page<{ row: number; problems: ImportProblem[] }>> {
  await requireImport(shop, sellerId, id)
  return keysetPage(page, rowCursor, {
    rows: (limit, after) => problemRows(shop.db, id, limit, after),
    count: () => countProblemRows(shop.db, id),
    toItem: (row) => ({ row: row.row, problems: toProblems(row) }),
  })
}

const batch = 500

/** The rows with mistakes in our own columns, to be corrected and sent again. */
export async function wrongRowsAsCsv(shop: Shop, sellerId: string, id: string) {
  const { source } = await requireImport(shop, sellerId, id)
  const { headings } = await loadChoices(shop)
  const used = new Set(await columnsOfProblems(shop.db, id))
  const isNeeded = (key: string) =>
    source !== 'hariyali' && key in productColumns && !['id', 'version'].includes(key)
  const keys = [...headings.keys()].filter((key) => used.has(key) || isNeeded(key))
  async function* pieces(): AsyncGenerator<string> {
    yield byteOrderMark + csvLine([wrongHeading, ...keys.map((key) => headings.get(key))])
    for (let after = 0; ;) {
      const rows = await problemRows(shop.db, id, batch, after)
      yield rows
        .map(({ cells, problems }) =>
          csvLine([
            problems.map(({ column, message }) => `${column}: ${message}`).join(' '),
            ...keys.map((key) => doubled(cells[key] ?? '')),
          ]),
        )
        .join('')
      if (rows.length < batch) return
      after = rows.at(-1)?.row ?? after
    }
  }
  return { pieces: pieces(), name: 'rows-to-correct.csv' }
}

export async function problemsAsCsv(shop: Shop, sellerId: string, id: string) {
  await requireImport(shop, sellerId, id)
  async function* pieces(): AsyncGenerator<string> {
    yield byteOrderMark + csvLine(['Row', 'Column', wrongHeading])
    for (let after = 0; ;) {
      const rows = await problemRows(shop.db, id, batch, after)
      yield rows
        .flatMap(toProblems)
        .map(({ row, column, message }) => csvLine([row, column, message]))
        .join('')
      if (rows.length < batch) return
      after = rows.at(-1)?.row ?? after
    }
  }
  return { pieces: pieces(), name: 'what-is-wrong.csv' }
}
