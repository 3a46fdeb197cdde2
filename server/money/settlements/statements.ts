/** Statements: settlements with their lines, for their seller and for administrators, as pages and as CSV. */
import type { AdminSettlement, SettlementRun } from '../../../contract/admin-settlements.ts'
import { rupees } from '../../../contract/money.ts'
import type { amounts, SettlementLine, SettlementReply } from '../../../contract/settlement.ts'
import { dayOf } from '../../platform/calendar.ts'
import { byteOrderMark, type Cell, csvLine } from '../../platform/csv.ts'
import {
  type CursorFormat,
  idCursor,
  keysetPage,
  type Page,
  type PageRequest,
} from '../../platform/keyset-page.ts'
import { notFound } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { toAdminSettlement, toAmounts, toLine, toRun, toSettlement } from './present.ts'
import {
  countRuns,
  countSettlements,
  type LineRow,
  listLineRows,
  listRunRows,
  listSettlementRows,
  payoutsOfRuns,
  type SettlementFilter,
  type SettlementRow,
} from './statement-queries.ts'

/** Whose statements the caller may read: one seller's, or everybody's. */
type Reader = { sellerId: string } | 'administrator'

const ownOnly = (reader: Reader): SettlementFilter => (reader === 'administrator' ? {} : reader)

async function findStatement(shop: Shop, reader: Reader, id: string): Promise<SettlementRow> {
  const [row] = await listSettlementRows(shop.db, ownOnly(reader), { id })
  if (!row) throw notFound('There is no such statement.')
  return row
}

export const showStatement = async (shop: Shop, sellerId: string, id: string): Promise<SettlementReply> =>
  toSettlement(await findStatement(shop, { sellerId }, id))

export const showSettlement = async (shop: Shop, id: string): Promise<AdminSettlement> =>
  toAdminSettlement(await findStatement(shop, 'administrator', id))

export async function listStatements(
  { db }: Shop,
  sellerId: string,
  page: PageRequest,
): Promise<Page<SettlementReply>> {
  return keysetPage(page, idCursor, {
    rows: (limit, before) => listSettlementRows(db, { sellerId }, { limit, before }),
    count: () => countSettlements(db, { sellerId }),
    toItem: toSettlement,
  })
}

export async function listSettlements(
  { db }: Shop,
  query: PageRequest & SettlementFilter,
): Promise<Page<AdminSettlement>> {
  return keysetPage(query, idCursor, {
    rows: (limit, before) => listSettlementRows(db, query, { limit, before }),
    count: () => countSettlements(db, query),
    toItem: toAdminSettlement,
  })
}

const entryCursor: CursorFormat<LineRow, number> = {
  start: Number.MAX_SAFE_INTEGER,
  write: ({ entryId }) => String(entryId),
  read: (cursor) => (/^\d{1,15}$/.test(cursor) ? Number(cursor) : null),
}

export async function listLines(
  shop: Shop,
  reader: Reader,
  id: string,
  page: PageRequest,
): Promise<Page<SettlementLine>> {
  const { lines } = await findStatement(shop, reader, id)
  return keysetPage(page, entryCursor, {
    rows: (limit, before) => listLineRows(shop.db, id, limit, before),
    count: async () => lines,
    toItem: toLine,
  })
}

export async function listRuns({ db }: Shop, page: PageRequest): Promise<Page<SettlementRun>> {
  const { items: rows, ...rest } = await keysetPage(page, idCursor, {
    rows: (limit, before) => listRunRows(db, { limit, before }),
    count: () => countRuns(db),
    toItem: (row) => row,
  })
  const payouts = await payoutsOfRuns(
    db,
    rows.map(({ id }) => id),
  )
  return { items: rows.map((row) => toRun(row, payouts)), ...rest }
}

export async function showRun({ db }: Shop, id: string): Promise<SettlementRun> {
  const [row] = await listRunRows(db, { id })
  if (!row) throw notFound('There is no such settlement run.')
  return toRun(row, await payoutsOfRuns(db, [id]))
}

const linesAtOnce = 500

/** The whole statement as CSV, made while it is sent: a line for each sale and reversal, the carried amount, and the payment. */
export async function statementCsv(
  shop: Shop,
  reader: Reader,
  id: string,
): Promise<{ name: string; pieces: AsyncIterable<string> }> {
  const row = await findStatement(shop, reader, id)
  return { name: `statement-${row.upTo}.csv`, pieces: csvOf(shop, row) }
}

type Statement = ReturnType<typeof toSettlement>
type CsvRow = { kind: string } & Partial<Omit<SettlementLine, 'kind'>> & Pick<Statement, keyof typeof amounts>

/** The columns: heading and cell, of a line or of the total. */
const csvColumns: [string, (row: CsvRow) => Cell][] = [
  ['Line', ({ kind }) => kind],
  ['Order', ({ orderNumber }) => orderNumber],
  ['Product', ({ product }) => product],
  ['Date', ({ at }) => at && dayOf(new Date(at))],
  ['Units', ({ units }) => units],
  ['Gross (INR)', ({ gross }) => gross],
  ['Reversed', ({ reversed }) => reversed],
  ['Delivery in the price', ({ delivery }) => delivery],
  ['Commission', ({ commission }) => commission],
  ['Shipping', ({ shipping }) => shipping],
  ['GST on fees', ({ gstOnFees }) => gstOnFees],
  ['TCS', ({ tcs }) => tcs],
  ['TDS', ({ tds }) => tds],
  ['Compensation', ({ compensation }) => compensation],
  // The last one: what is carried and paid stands below it.
  ['Net', ({ net }) => net],
]
const csvRow = (row: CsvRow): string => csvLine(csvColumns.map(([, cell]) => cell(row)))

async function* csvOf({ db }: Shop, row: SettlementRow): AsyncGenerator<string> {
  const statement = toSettlement(row)
  let deliveryPaise = 0
  yield byteOrderMark + csvLine(csvColumns.map(([heading]) => heading))
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const lines = await listLineRows(db, row.id, linesAtOnce, before)
    yield lines.map((line) => csvRow(toLine(line))).join('')
    for (const line of lines) deliveryPaise += line.deliveryPaise
    const last = lines.at(-1)
    if (!last || lines.length < linesAtOnce) break
    before = last.entryId
  }
  yield csvRow({ ...toAmounts(row), delivery: rupees(deliveryPaise), kind: 'total' })
  const belowNet = (name: string, amount: number) =>
    csvLine(csvColumns.map((_, at) => (at === 0 ? name : at === csvColumns.length - 1 ? amount : null)))
  yield belowNet('carried from before', statement.carriedBefore)
  if (statement.paidTwice !== 0) yield belowNet('paid twice before', -statement.paidTwice)
  yield belowNet('to be paid', statement.payout)
  yield belowNet('carried to the next statement', statement.carriedAfter)
  const { payment } = statement
  if (payment)
    yield csvLine([
      'payment',
      payment.state,
      payment.reference,
      payment.paidAt && dayOf(new Date(payment.paidAt)),
    ])
}
