/** Data of the monthly returns of the shop as an operator: GSTR-8 (TCS) and TDS, one line a seller, as CSV. */
import { record } from '../../people/audit/record.ts'
import { panOf } from '../../../contract/gstin.ts'
import { byteOrderMark, csvLine } from '../../platform/csv.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { dayAfterMonth, dayOf } from '../../platform/calendar.ts'
import { type MonthRow, sumsOfMonth } from './month-end-queries.ts'

/** Reports with a line for each seller. */
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
  const [from, to] = [`${month}-01`, dayAfterMonth(month)]
  for (let after: MonthRow | null = null; ;) {
    const rows: MonthRow[] = await sumsOfMonth(db, from, to, after, sellersAtOnce)
    yield rows.map((row) => csvLine(line(row))).join('')
    const last = rows.at(-1)
    if (!last || rows.length < sellersAtOnce) return
    after = last
  }
}

/**
 * The numbers of these files have two decimals, which a CSV number would lose. GSTR-8 takes no negative amounts: where more came
 * back than was sold, as much is declared as was sold, and the rest is carried to the next months (docs/money.md, Settlements).
 */
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
      'Of the returned value: brought from months before',
      'Carried to the next month',
    ],
    line: (row) => {
      const returned = row.taxableBackPaise + row.broughtPaise
      const declared = Math.min(returned, row.taxablePaise)
      const [inter, intra] = [
        Math.max(0, row.tcsInterPaise - row.broughtInterPaise),
        Math.max(0, row.tcsIntraPaise - row.broughtIntraPaise),
      ]
      return [
        row.gst,
        row.company,
        inr(row.taxablePaise),
        inr(declared),
        inr(row.taxablePaise - declared),
        inr(inter),
        inr(intra - Math.trunc(intra / 2)),
        inr(Math.trunc(intra / 2)),
        inr(row.broughtPaise),
        inr(returned - declared),
      ]
    },
  },
  tds: {
    heading: ['PAN', 'GSTIN', 'Name', 'Gross amount of sales', 'Reversed', 'Net amount', 'TDS'],
    line: (row) => [
      panOf(row.gst),
      row.gst,
      row.company,
      inr(row.grossPaise),
      inr(row.grossBackPaise),
      inr(row.grossPaise - row.grossBackPaise),
      inr(row.tdsPaise),
    ],
  },
}
