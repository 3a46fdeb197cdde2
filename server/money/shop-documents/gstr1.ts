/** What GSTR-1 requires of the shop itself for a month, as CSV with the columns of the GST offline tool. */
import { record } from '../../people/audit/record.ts'
import { rupees } from '../../../contract/money.ts'
import { byteOrderMark, type Cell, csvLine } from '../../platform/csv.ts'
import type { Shop } from '../../platform/shop.ts'
import { dayAfterMonth, dayOf } from '../../platform/calendar.ts'
import { Refusal } from '../../platform/refusal.ts'
import { tables as columnsOf, toolDay } from '../invoices/export-gstr1.ts'
import { listTaxLines, type Month, readShopSeries, sumToConsumers, sumBySac } from './gstr1-queries.ts'

/**
 * All tables one below the other, each under its name. Read in pages, so that a slow download holds no connection. The caller
 * has checked for a recent login. Refuses ('invalid') a month that has not begun.
 */
export async function exportShopGstr1(
  shop: Shop,
  month: string,
  today = dayOf(new Date()),
): Promise<{ name: string; pieces: AsyncIterable<string> }> {
  if (month > today.slice(0, 7)) throw new Refusal('invalid', 'This month has not begun.')
  await record(shop.db, 'month-end-exported', {
    target: { kind: 'report', id: null, name: `gstr-1 of the shop ${month}` },
  })
  return {
    name: `gstr1-shop-${month}.csv`,
    pieces: pieces(shop, { from: `${month}-01`, to: dayAfterMonth(month) }),
  }
}

type Lines = AsyncGenerator<Cell[]>
const pageSize = 500
const place = (row: { placeOfSupply: string; placeOfSupplyCode: string }) =>
  `${row.placeOfSupplyCode}-${row.placeOfSupply}`
// The columns that the shop leaves empty, as in the sellers' file.
const [reducedRate, cess, operator] = [null, 0, null]

/** Documents to businesses: one row for each rate of a document, with the value of the whole document. */
async function* toBusinesses({ db }: Shop, month: Month, kind: 'invoice' | 'credit-note'): Lines {
  for (let after = ''; ;) {
    const rows = await listTaxLines(db, month, kind, after, pageSize)
    for (const row of rows) {
      const day = toolDay(row.issuedOn)
      const value = rupees(row.grossPaise)
      const taxed = [reducedRate, row.rateBp / 100, rupees(row.taxablePaise), cess]
      const who = [row.gstin, row.name, row.serial, day]
      yield kind === 'invoice'
        ? [...who, value, place(row), 'N', reducedRate, 'Regular B2B', operator, ...taxed.slice(1)]
        : [...who, 'C', place(row), 'N', 'Regular B2B', value, ...taxed]
    }
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = last.key
  }
}

async function* pieces(shop: Shop, month: Month): AsyncGenerator<string> {
  const { db } = shop
  const tables: [keyof typeof columnsOf, () => Lines][] = [
    ['b2b', () => toBusinesses(shop, month, 'invoice')],
    [
      'b2cs',
      async function* () {
        for (const row of await sumToConsumers(db, month))
          yield ['OE', place(row), reducedRate, row.rateBp / 100, rupees(row.taxablePaise), cess, operator]
      },
    ],
    ['cdnr', () => toBusinesses(shop, month, 'credit-note')],
    [
      'hsn',
      async function* () {
        for (const row of await sumBySac(db, month))
          yield [
            row.isToBusiness ? 'B2B' : 'B2C',
            row.sac,
            // Services have no quantity.
            'NA',
            0,
            rupees(row.grossPaise),
            row.rateBp / 100,
            rupees(row.taxablePaise),
            rupees(row.igstPaise),
            rupees(row.cgstPaise),
            rupees(row.stateTaxPaise),
            cess,
          ]
      },
    ],
    [
      'docs',
      async function* () {
        for (const row of await readShopSeries(db, month))
          yield [
            row.kind === 'invoice' ? 'Invoices for outward supply' : 'Credit Note',
            row.first,
            row.last,
            row.numbers,
            row.numbers - row.issued,
          ]
      },
    ],
  ]
  yield byteOrderMark
  for (const [part, lines] of tables) {
    const { title, columns } = columnsOf[part]
    yield csvLine([title]) + csvLine(columns)
    for await (const cells of lines()) yield csvLine(cells)
    yield csvLine([])
  }
}
