/** Data of the monthly returns of the shop as an operator: GSTR-8 (TCS) and TDS, one line a seller, as CSV. */
import { record } from '../../people/audit/record.ts'
import { byteOrderMark, csvLine } from '../../platform/csv.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { beginOf, dayAfterMonth, dayOf } from '../../platform/calendar.ts'
import { type MonthRow, sumsOfMonth } from './month-end-queries.ts'

type Report = 'gstr-8' | 'tds'
const sellersAtOnce = 500
const inr = (paise: number) => (paise / 100).toFixed(2)

/**
 * The caller has checked for a recent login. Refuses ('invalid') a month that has not begun. The present month is included up
 * to now.
 */
export async function exportMonth(
  shop: Shop,
  report: Report,
  month: string,
): Promise<{ name: string; pieces: AsyncIterable<string> }> {
  if (month > dayOf(new Date()).slice(0, 7)) throw new Refusal('invalid', 'This month has not begun.')
  await record(shop.db, 'month-end-exported', {
    target: { kind: 'report', id: null, name: `${report} ${month}` },
  })
  return { name: `${report}-${month}.csv`, pieces: pieces(shop, report, month) }
}

async function* pieces({ db }: Shop, report: Report, month: string): AsyncGenerator<string> {
  const { heading, line } = tables[report]
  yield byteOrderMark + csvLine(heading)
  const [from, to] = [beginOf(`${month}-01`), beginOf(dayAfterMonth(month))]
  for (let after: MonthRow | null = null; ;) {
    const rows: MonthRow[] = await sumsOfMonth(db, from, to, after, sellersAtOnce)
    yield rows.map((row) => csvLine(line(row))).join('')
    const last = rows.at(-1)
    if (!last || rows.length < sellersAtOnce) return
    after = last
  }
}

/** The numbers of these files have two decimals, which a CSV number would lose. */
const tables: Record<Report, { heading: string[]; line: (row: MonthRow) => string[] }> = {
  'gstr-8': {
    heading: [
      'GSTIN of supplier',
      'Name',
      'Gross value of supplies made',
      'Value of supplies returned',
      'Net amount liable for TCS',
      'TCS IGST',
      'TCS CGST',
      'TCS SGST/UTGST',
    ],
    line: (row) => [
      row.gst,
      row.company,
      inr(row.taxablePaise),
      inr(row.taxableBackPaise),
      inr(row.taxablePaise - row.taxableBackPaise),
      inr(row.tcsInterPaise),
      inr(row.tcsIntraPaise - Math.trunc(row.tcsIntraPaise / 2)),
      inr(Math.trunc(row.tcsIntraPaise / 2)),
    ],
  },
  tds: {
    heading: ['PAN', 'GSTIN', 'Name', 'Gross amount of sales', 'Reversed', 'Net amount', 'TDS'],
    line: (row) => [
      row.gst.slice(2, 12),
      row.gst,
      row.company,
      inr(row.grossPaise),
      inr(row.grossBackPaise),
      inr(row.grossPaise - row.grossBackPaise),
      inr(row.tdsPaise),
    ],
  },
}
