/** SQL of what bank and provider moved for payouts: each transfer by its reference, and what of it the seller owes. */
import { type Queryable, singleRow, type Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

export interface UtrUse {
  utr: string
  /** Of the payout that it paid; null for a refund. */
  number: number | null
  /** It was one more transfer of the payout, and the bank took it back. */
  cameBack: boolean
}

/** What these UTRs have paid already. */
export async function usesOfUtrs(db: Queryable, utrs: readonly string[]): Promise<UtrUse[]> {
  return db.query(sql`
    select x.reference as utr, p.number, x.extra_paise > 0 and x.extra_back_paise = x.extra_paise as "cameBack"
    from money_transfer x left join payout p on p.id = x.payout_id where x.reference = any(${utrs}::text[])
    order by x.reference`)
}

/** One more transfer that bank or provider made for a payout, beside the one that the payout names. */
export interface ExtraTransfer {
  paise: number
  backPaise: number
}

/** What is left with the seller of all such transfers, for each payout that has one. */
export async function extraPaiseOf(
  tx: Tx,
  payoutIds: readonly string[],
): Promise<{ payoutId: string; paise: number }[]> {
  return tx.query(sql`
    select p.id as "payoutId", sum(x.extra_paise - x.extra_back_paise)::bigint as paise
    from payout p join money_transfer x on x.payout_id = p.id
    where p.id = any(${payoutIds}::uuid[]) and x.extra_paise > 0 group by p.id`)
}

export async function findExtraTransfer(
  tx: Tx,
  payoutId: string,
  reference: string,
): Promise<ExtraTransfer | undefined> {
  const [row] = await tx.query<ExtraTransfer>(sql`
    select extra_paise as paise, extra_back_paise as "backPaise" from money_transfer
    where payout_id = ${payoutId} and reference = ${reference} and extra_paise > 0`)
  return row
}

export async function saveExtraTransfer(
  tx: Tx,
  payoutId: string,
  reference: string,
  { paise, backPaise }: ExtraTransfer,
): Promise<void> {
  const saved = await tx.query(sql`
    insert into money_transfer (reference, payout_id, extra_paise, extra_back_paise)
    values (${reference}, ${payoutId}, ${paise}, ${backPaise})
    on conflict (reference) do update set extra_back_paise = excluded.extra_back_paise
      where money_transfer.payout_id = ${payoutId} returning 1`)
  // Another call was faster.
  if (saved.length === 0) throw new Error(`the transfer ${reference} is another payout's or a refund's`)
}

/** Counts one more late fact of a payout and returns its number. */
export async function countLateEntry(tx: Tx, id: string): Promise<number> {
  return singleRow(
    await tx.query<{ no: number }>(sql`
      update payout set late_entries = late_entries + 1, updated_at = now() where id = ${id} returning late_entries as no`),
  ).no
}

/** What the payouts of a settlement moved, what it pays, and what its seller owes of that already. */
export async function moneyOfSettlement(
  tx: Tx,
  settlementId: string,
): Promise<{ movedPaise: number; payoutPaise: number; owedPaise: number }> {
  return singleRow(
    await tx.query<{ movedPaise: number; payoutPaise: number; owedPaise: number }>(sql`
      select t.payout_paise as "payoutPaise",
        (select coalesce(sum(m.paise), 0)::bigint from payout_money m where m.settlement_id = t.id) as "movedPaise",
        (select coalesce(sum(w.paise), 0)::bigint from paid_twice w where w.settlement_id = t.id) as "owedPaise"
      from settlement t where t.id = ${settlementId}`),
  )
}

export async function insertPaidTwice(
  tx: Tx,
  row: { id: string; settlementId: string; sellerId: string; paise: number },
): Promise<void> {
  await tx.query(sql`
    insert into paid_twice (id, settlement_id, seller_id, paise)
    values (${row.id}, ${row.settlementId}, ${row.sellerId}, ${row.paise})`)
}
