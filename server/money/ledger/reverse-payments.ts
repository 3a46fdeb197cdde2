/** Reverses the ledger entries of payments and payouts whose rows are about to be deleted: those of the demo shop. */
import type { Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import { type Account, recordEntry } from './record-entry.ts'

/** Reverses all ledger entries of these payments, with one entry for each payment. */
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

/** Reverses the ledger entries of all payouts of these sellers, with one entry for each payout. */
export async function reversePayouts(tx: Tx, sellerIds: readonly string[]): Promise<void> {
  const balances = await tx.query<{
    of: string
    account: Account
    sellerId: string | null
    amountPaise: number
  }>(sql`
    select own.seller_id as "of", p.account, p.seller_id as "sellerId", sum(p.amount_paise)::bigint as "amountPaise"
    from posting own join journal_entry e on e.id = own.entry_id join posting p on p.entry_id = e.id
    where own.seller_id = any(${sellerIds}::uuid[]) and e.kind in ('payout', 'payout-reversed')
    group by own.seller_id, p.account, p.seller_id`)
  for (const [seller, own] of Map.groupBy(balances, (balance) => balance.of))
    await recordEntry(tx, {
      key: `reversed:payouts:${seller}`,
      kind: 'reversed',
      postings: own.map(({ account, sellerId, amountPaise }) => ({
        account,
        amountPaise: -amountPaise,
        ...(sellerId !== null && { sellerId }),
      })),
    })
}

/** Reverses the ledger entries of these payouts, whose rows are about to be deleted, with one entry for each. */
export async function reverseSinglePayouts(tx: Tx, payoutIds: readonly string[]): Promise<void> {
  const balances = await tx.query<{
    payoutId: string
    account: Account
    sellerId: string | null
    amountPaise: number
  }>(sql`
    select own.id as "payoutId", p.account, p.seller_id as "sellerId", sum(p.amount_paise)::bigint as "amountPaise"
    from payout own join journal_entry e on e.key = any(payout_entry_keys(own.id, own.came_back_parts))
    join posting p on p.entry_id = e.id
    where own.id = any(${payoutIds}::uuid[]) group by own.id, p.account, p.seller_id`)
  for (const [payoutId, own] of Map.groupBy(balances, (balance) => balance.payoutId))
    await recordEntry(tx, {
      key: `reversed:payout:${payoutId}`,
      kind: 'reversed',
      postings: own.map(({ account, sellerId, amountPaise }) => ({
        account,
        amountPaise: -amountPaise,
        ...(sellerId !== null && { sellerId }),
      })),
    })
}
