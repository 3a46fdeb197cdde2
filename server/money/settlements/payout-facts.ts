/** What a second administrator has to know about payouts before they confirm a call. */
import type { Fact } from '../../../contract/approvals.ts'
import { formatAmount, rupees } from '../../../contract/money.ts'
import { sql } from '../../platform/db/sql.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { readBankReply } from './bank-reply-rules.ts'
import { bankReference } from './present.ts'

/** Refuses: not-found. */
export async function payoutFacts({ db }: Pick<Shop, 'db'>, id: string): Promise<Fact[]> {
  const [row] = await db.query<{
    company: string
    email: string
    suspended: boolean
    paise: number
    number: number
  }>(sql`
    select s.company_name as company, s.email, p.paise, p.number, s.suspended_at is not null as suspended
    from payout p join seller_party s on s.id = p.seller_id where p.id = ${id}`)
  if (!row) throw notFound('There is no such payout.')
  return [
    { label: 'Seller', value: `${row.company}, ${row.email}${row.suspended ? ', suspended' : ''}` },
    { label: 'Payout', value: `${formatAmount(rupees(row.paise))}, ${bankReference(row.number)}` },
  ]
}

/** The first rows stand there one by one. */
const rowsShown = 20

/** Refuses: invalid for a file that is no reply. */
export function bankReplyFacts(csv: string): Fact[] {
  const read = readBankReply(csv)
  if ('refused' in read) throw new Refusal('invalid', read.refused, { fields: { csv: read.refused } })
  const side = (paid: boolean) => {
    const rows = read.rows.filter((row) => row.paid === paid)
    const sum = rows.reduce((total, { paise }) => total + paise, 0)
    return `${rows.length} of ${formatAmount(rupees(sum))} together`
  }
  return [
    { label: 'Paid', value: side(true) },
    { label: 'Failed', value: side(false) },
    ...read.rows.slice(0, rowsShown).map(({ number, utr, paise, paid }) => ({
      label: bankReference(number),
      value: `${formatAmount(rupees(paise))} ${paid ? `paid, UTR ${utr}` : 'failed'}`,
    })),
  ]
}
