/** Balances of the ledger: a checkpoint plus the entries after it, so that a long ledger stays quick. Paise. */
import { type Db, type Queryable, singleRow } from '../../platform/db/client.ts'
import { codeOf } from '../../platform/db/connection-errors.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Account } from './record-entry.ts'

/**
 * Moves the checkpoint to the end of the ledger. Ids are assigned before entries are visible. So the end is read under a lock
 * that waits for unfinished transactions: afterwards no entry below it can appear. Every writer of an entry waits for this
 * lock, so the attempt ends after half a second: it returns false, and the timer tries again. Safe on several nodes at once.
 */
export async function advanceCheckpoint(db: Db): Promise<boolean> {
  let end: number | null
  try {
    end = await db.transaction(async (tx) => {
      await tx.execute("set local lock_timeout = '500ms'")
      return singleRow(await tx.query<{ end: number | null }>(sql`select settled_ledger_end() as "end"`)).end
    })
  } catch (error) {
    if (codeOf(error) === '55P03') return false
    throw error
  }
  await db.transaction(async (tx) => {
    const { from } = singleRow(
      await tx.query<{ from: number }>(sql`select entry_id as "from" from ledger_horizon for update`),
    )
    if (end === null || end <= from) return
    await tx.query(sql`
      insert into ledger_checkpoint (account, seller_id, entry_id, balance_paise)
      select account, seller_id, ${end}, sum(amount_paise) from posting
      where entry_id > ${from} and entry_id <= ${end} group by account, seller_id
      on conflict (account, seller_id) do update
        set entry_id = excluded.entry_id, balance_paise = ledger_checkpoint.balance_paise + excluded.balance_paise`)
    await tx.query(sql`update ledger_horizon set entry_id = ${end}`)
  })
  return true
}

export interface AccountBalance {
  account: Account
  balancePaise: number
}

/** The balance of every account that has entries; all sellers are one account. One statement: the balances add up to 0. */
export async function readBalances(db: Queryable): Promise<AccountBalance[]> {
  return db.query(sql`
    select b.account, sum(b.paise)::bigint as "balancePaise" from (
      select account, balance_paise as paise from ledger_checkpoint
      union all select account, amount_paise from posting where entry_id > (select entry_id from ledger_horizon)) b
    group by b.account`)
}

/** What the shop owes these sellers, in paise, by id; negative where a seller owes the shop. Sellers without entries are left out. */
export async function readPayables(
  db: Queryable,
  sellerIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.query<{ sellerId: string; payablePaise: number }>(sql`
    select b.seller_id as "sellerId", -sum(b.paise)::bigint as "payablePaise" from (
      select seller_id, balance_paise as paise from ledger_checkpoint
      where account = 'seller_payable' and seller_id = any(${sellerIds}::uuid[])
      union all select seller_id, amount_paise from posting
      where seller_id = any(${sellerIds}::uuid[]) and entry_id > (select entry_id from ledger_horizon)) b
    where b.seller_id is not null group by b.seller_id`)
  return new Map(rows.map(({ sellerId, payablePaise }) => [sellerId, payablePaise]))
}
