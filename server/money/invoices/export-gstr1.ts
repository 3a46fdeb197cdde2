/** What GSTR-1 requires of a seller for a month, as CSV with the columns of the GST offline tool (docs/money.md, Invoices). */
import type { gstr1Parts } from '../../../contract/document.ts'
import { rupees } from '../../../contract/money.ts'
import { byteOrderMark, type Cell, csvLine } from '../../platform/csv.ts'
import type { Shop } from '../../platform/shop.ts'
import { Refusal } from '../../platform/refusal.ts'
import {
  findRegistrations,
  listDocuments,
  type ListedDocument,
  readSeries,
  type Registration,
  registrationsOfMonth,
  type SellersMonth,
  sumByHsn,
  sumSmallSupplies,
  sumSuppliesWithoutTax,
} from './gstr1-queries.ts'
import { serialOf } from './rules.ts'

type Part = (typeof gstr1Parts)[number]
type Lines = AsyncGenerator<Cell[]>

/**
 * One part, or all of them one below the other, each under its name. Read in pages, so that a slow download holds no
 * connection. A return is of one registration, so where the month has documents under several GST numbers, `gstin` has to say
 * which; without it: invalid.
 */
export async function exportGstr1(
  shop: Shop,
  sellerId: string,
  { month, part, gstin }: { month: string; part?: Part | undefined; gstin?: string | undefined },
) {
  const registrations =
    gstin === undefined ? await registrationsOfMonth(shop.db, { sellerId, month }) : [gstin]
  if (registrations.length > 1) {
    const words = `This month has invoices under ${registrations.join(' and ')}. Please choose one GST number.`
    throw new Refusal('invalid', words, { fields: { gstin: words } })
  }
  const [registration = ''] = registrations
  const of = { sellerId, month, gstin: registration }
  return {
    name: `gstr1-${[month, ...(gstin ? [gstin] : []), ...(part ? [part] : [])].join('-')}.csv`,
    pieces: part ? onePart(shop, of, part) : allParts(shop, of),
  }
}

/** The registrations under which a seller has documents. */
export const listRegistrations = (shop: Shop, sellerId: string): Promise<Registration[]> =>
  findRegistrations(shop.db, sellerId)

async function* onePart(shop: Shop, month: SellersMonth, part: Part): AsyncGenerator<string> {
  const { columns, lines } = tables[part]
  yield byteOrderMark + csvLine(columns)
  for await (const cells of lines(shop, month)) yield csvLine(cells)
}

async function* allParts(shop: Shop, month: SellersMonth): AsyncGenerator<string> {
  yield byteOrderMark
  for (const { title, columns, lines } of Object.values(tables)) {
    yield csvLine([title]) + csvLine(columns)
    for await (const cells of lines(shop, month)) yield csvLine(cells)
    yield csvLine([])
  }
}

interface Table {
  title: string
  columns: string[]
  lines: (shop: Shop, month: SellersMonth) => Lines
}

/** The columns of a table: the names of a text, separated by bars. */
const named = (...lists: string[]) => lists.flatMap((list) => list.split(' | '))

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
/** '05-Apr-2026', as the offline tool reads dates. */
export function toolDay(day: string): string {
  const [year, month, date] = day.split('-')
  return `${date}-${months[Number(month) - 1]}-${year}`
}
const place = (row: { placeOfSupply: string; placeOfSupplyCode: string }) =>
  `${row.placeOfSupplyCode}-${row.placeOfSupply}`
const rate = ({ rateBp }: { rateBp: number }) => rateBp / 100

// Columns that the shop leaves empty: the reduced rate of notified cases, cess, and the GST number of an e-commerce operator.
const [reducedRate, cess, operator] = [null, 0, null]

export const tables: Record<Part, Table> = {
  b2b: {
    title: 'b2b: supplies to businesses',
    columns: named(
      'GSTIN/UIN of Recipient | Receiver Name | Invoice Number | Invoice date | Invoice Value',
      'Place Of Supply | Reverse Charge | Applicable % of Tax Rate | Invoice Type | E-Commerce GSTIN | Rate',
      'Taxable Value | Cess Amount',
    ),
    lines: documents('invoice', 'b2b', (d) => [
      d.buyerGstin,
      d.buyerName,
      d.serial,
      toolDay(d.issuedOn),
      rupees(d.grossPaise),
      place(d),
      'N',
      reducedRate,
      'Regular B2B',
      operator,
      rate(d),
      rupees(d.taxablePaise),
      cess,
    ]),
  },
  b2cl: {
    title: 'b2cl: large invoices to consumers in other states',
    columns: named(
      'Invoice Number | Invoice date | Invoice Value | Place Of Supply | Applicable % of Tax Rate | Rate',
      'Taxable Value | Cess Amount | E-Commerce GSTIN',
    ),
    lines: documents('invoice', 'b2cl', (d) => [
      d.serial,
      toolDay(d.issuedOn),
      rupees(d.grossPaise),
      place(d),
      reducedRate,
      rate(d),
      rupees(d.taxablePaise),
      cess,
      operator,
    ]),
  },
  b2cs: {
    title: 'b2cs: other supplies to consumers, less their credit notes',
    columns: named(
      'Type | Place Of Supply | Applicable % of Tax Rate | Rate | Taxable Value | Cess Amount',
      'E-Commerce GSTIN',
    ),
    lines: async function* ({ db }, month) {
      for (const row of await sumSmallSupplies(db, month))
        yield ['OE', place(row), reducedRate, rate(row), rupees(row.taxablePaise), cess, operator]
    },
  },
  cdnr: {
    title: 'cdnr: credit notes to businesses',
    columns: named(
      'GSTIN/UIN of Recipient | Receiver Name | Note Number | Note Date | Note Type | Place Of Supply',
      'Reverse Charge | Note Supply Type | Note Value | Applicable % of Tax Rate | Rate | Taxable Value',
      'Cess Amount',
    ),
    lines: documents('credit-note', 'b2b', (d) => [
      d.buyerGstin,
      d.buyerName,
      d.serial,
      toolDay(d.issuedOn),
      'C',
      place(d),
      'N',
      'Regular B2B',
      rupees(d.grossPaise),
      reducedRate,
      rate(d),
      rupees(d.taxablePaise),
      cess,
    ]),
  },
  cdnur: {
    title: 'cdnur: credit notes on large invoices to consumers',
    columns: named(
      'UR Type | Note Number | Note Date | Note Type | Place Of Supply | Note Value',
      'Applicable % of Tax Rate | Rate | Taxable Value | Cess Amount',
    ),
    lines: documents('credit-note', 'b2cl', (d) => [
      'B2CL',
      d.serial,
      toolDay(d.issuedOn),
      'C',
      place(d),
      rupees(d.grossPaise),
      reducedRate,
      rate(d),
      rupees(d.taxablePaise),
      cess,
    ]),
  },
  nil: {
    title: 'exemp: supplies without tax, less their credit notes',
    columns: named(
      'Description | Nil Rated Supplies | Exempted (other than nil rated/non GST supply) | Non-GST Supplies',
    ),
    lines: async function* ({ db }, month) {
      for (const row of await sumSuppliesWithoutTax(db, month)) {
        const supplies = row.isBetweenStates ? 'Inter-State' : 'Intra-State'
        const people = row.isToBusiness ? 'registered' : 'unregistered'
        yield [`${supplies} supplies to ${people} persons`, rupees(row.grossPaise), 0, 0]
      }
    },
  },
  hsn: {
    title: 'hsn: all supplies by HSN code, less their credit notes',
    columns: named(
      'Supplies | HSN | UQC | Total Quantity | Total Value | Rate | Taxable Value | Integrated Tax Amount',
      'Central Tax Amount | State/UT Tax Amount | Cess Amount',
    ),
    lines: async function* ({ db }, month) {
      for (const row of await sumByHsn(db, month))
        yield [
          row.isToBusiness ? 'B2B' : 'B2C',
          row.hsnCode,
          row.unit,
          row.quantity,
          rupees(row.grossPaise),
          rate(row),
          rupees(row.taxablePaise),
          rupees(row.igstPaise),
          rupees(row.cgstPaise),
          rupees(row.stateTaxPaise),
          cess,
        ]
    },
  },
  docs: {
    title: 'docs: series of documents',
    columns: named('Nature of Document | Sr. No. From | Sr. No. To | Total Number | Cancelled'),
    lines: async function* ({ db }, month) {
      for (const { kind, financialYear, first, last, issued } of await readSeries(db, month)) {
        const numbers = last - first + 1
        yield [
          kind === 'invoice' ? 'Invoices for outward supply' : 'Credit Note',
          serialOf(kind, financialYear, first),
          serialOf(kind, financialYear, last),
          numbers,
          numbers - issued,
        ]
      }
    },
  },
}

const rowsPerPage = 500

function documents(
  kind: 'invoice' | 'credit-note',
  supply: 'b2b' | 'b2cl',
  toCells: (row: ListedDocument) => Cell[],
): Table['lines'] {
  return async function* ({ db }, month) {
    for (let after = 0; ;) {
      const rows = await listDocuments(db, month, { kind, supply }, after, rowsPerPage)
      for (const row of rows) yield toCells(row)
      if (rows.length < rowsPerPage) return
      after = rows.at(-1)?.no ?? after
    }
  }
}
