/** Takes payments out of the ledger whose rows are about to be deleted: those of the demo shop. */
import type { Tx } from '../db/client.ts'
import { sql } from '../db/sql.ts'
import { type Account, recordEntry } from './record-entry.ts'

/** Records the contrary of everything that the ledger says of these payments, one entry for each of them. */
export async function reversePayments(tx: Tx, paymentIds: readonly string[]): Promise<void> {
  const balances = await tx.query<{
    paymentId: string
    account: Account
    sellerId: string | null
    amountPaise: number
  }>(sql`
    select paid.id as "paymentId", p.account, p.seller_id as "sellerId", sum(p.amount_paise)::bigint as "amountPaise"
    from payment paid join journal_entry e on e.payment_id = paid.id join posting p on p.entry_id = e.id
    where paid.id = any(${paymentIds}::text[]) group by 1, 2, 3`)
  for (const [paymentId, own] of Map.groupBy(balances, (balance) => balance.paymentId))
    await recordEntry(tx, {
      key: `reversed:${paymentId}`,
      kind: 'reversed',
      paymentId,
      postings: own.map(({ account, sellerId, amountPaise }) => ({
        account,
        amountPaise: -amountPaise,
        ...(sellerId !== null && { sellerId }),
      })),
    })
}
