/** The one writer of the ledger: a business event becomes one balanced entry in the caller's transaction (docs/money.md). */
import type { Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

/** docs/money.md defines the accounts. `seller_payable` is kept for each seller. */
export type Account =
  | 'provider'
  | 'provider_charges'
  | 'input_gst'
  | 'bank'
  | 'buyer'
  | 'refunds'
  | 'disputed'
  | 'seller_payable'
  | 'commission'
  | 'shipping'
  | 'gst_on_fees'
  | 'tcs'
  | 'tds'
  | 'claims'
  | 'rounding'
  | 'freight'
  | 'courier'
  | 'offers'

/** One line of an entry, in paise: a debit is positive, a credit negative. */
export interface Posting {
  account: Account
  amountPaise: number
  /** For 'seller_payable' only. */
  sellerId?: string
}

export interface JournalEntry {
  /** The event and its subject. Unique: the database refuses a second entry of the same event. */
  key: string
  kind: string
  paymentId?: string
  refundId?: string
  orderId?: string
  /** The time of the event, if not now: the demo shop has a past. */
  happenedAt?: Date
  /** They add up to 0. Lines of 0 paise are left out; an entry without any other line is not written. */
  postings: readonly Posting[]
}

/**
 * Writes one entry with its postings. Throws where they do not add up to 0; so does the database, at the latest at the commit.
 */
export async function recordEntry(tx: Tx, entry: JournalEntry): Promise<void> {
  const postings = entry.postings.filter(({ amountPaise }) => amountPaise !== 0)
  if (postings.length === 0) return
  const total = postings.reduce((sum, { amountPaise }) => sum + amountPaise, 0)
  if (total !== 0) throw new Error(`the postings of ${entry.key} add to ${total} paise instead of 0`)
  await tx.query(sql`
    with entry as (
      insert into journal_entry (key, kind, payment_id, refund_id, order_id, posting_count, happened_at)
      values (${entry.key}, ${entry.kind}, ${entry.paymentId ?? null}, ${entry.refundId ?? null}, ${entry.orderId ?? null},
        ${postings.length}, coalesce(${entry.happenedAt ?? null}::timestamptz, now()))
      returning id
    )
    insert into posting (entry_id, line_no, account, seller_id, amount_paise)
    select entry.id, p.line_no, p.account, p.seller_id, p.amount_paise
    from entry, unnest(${postings.map(({ account }) => account)}::text[],
      ${postings.map(({ sellerId }) => sellerId ?? null)}::uuid[], ${postings.map(({ amountPaise }) => amountPaise)}::bigint[])
      with ordinality as p (account, seller_id, amount_paise, line_no)`)
}

/** Whether the ledger has the entry of this event. */
export async function isRecorded(tx: Tx, key: string): Promise<boolean> {
  const entries = await tx.query(sql`select from journal_entry where key = ${key}`)
  return entries.length > 0
}
