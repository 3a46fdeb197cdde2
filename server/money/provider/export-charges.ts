/** What the payment provider charged in a month, as CSV: its GST may be claimed as input tax credit with the provider's invoice. */
import { rupees } from '../../../contract/money.ts'
import { record } from '../../people/audit/record.ts'
import { beginOf, dayAfterMonth, dayOf } from '../../platform/calendar.ts'
import { byteOrderMark, csvLine } from '../../platform/csv.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { type ChargedEntry, listChargeEntries } from './queries.ts'

const pageSize = 500

/**
 * A line an entry, in pages, so that a slow download holds no connection; together they are what the ledger has on the accounts
 * of the charges in this month. The caller has checked for a recent login. Refuses ('invalid') a month that has not begun.
 */
export async function exportCharges(
  shop: Shop,
  month: string,
): Promise<{ name: string; pieces: AsyncIterable<string> }> {
  if (month > dayOf(new Date()).slice(0, 7)) throw new Refusal('invalid', 'This month has not begun.')
  await record(shop.db, 'month-end-exported', {
    target: { kind: 'report', id: null, name: `provider-charges ${month}` },
  })
  return { name: `provider-charges-${month}.csv`, pieces: pieces(shop, month) }
}

async function* pieces({ db }: Shop, month: string): AsyncGenerator<string> {
  yield (
    byteOrderMark +
      csvLine(['Day', 'Charged for', 'Charge without GST', 'GST', 'Charge', 'Settlement', 'UTR'])
  )
  const [from, to] = [beginOf(`${month}-01`), beginOf(dayAfterMonth(month))]
  for (let after = 0; ;) {
    const rows: ChargedEntry[] = await listChargeEntries(db, from, to, after, pageSize)
    yield rows.map((row) => csvLine(lineOf(row))).join('')
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = last.entryId
  }
}

const lineOf = ({ happenedAt, id, paise, gstPaise, settlementId, utr }: ChargedEntry) => [
  dayOf(happenedAt),
  id,
  rupees(paise - gstPaise),
  rupees(gstPaise),
  rupees(paise),
  settlementId,
  utr,
]
