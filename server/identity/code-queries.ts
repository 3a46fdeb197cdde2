/** The SQL of one-time codes and of the counters of tries. */
import type { Queryable, Tx } from '../db/client.ts'
import { sql } from '../db/sql.ts'
import { codeSeconds, type Purpose } from './rules.ts'

/** Overwrites, and so voids, an earlier code of the same purpose. */
export async function putCode(
  tx: Tx,
  accountId: string,
  purpose: Purpose,
  codeHash: Buffer,
  tries: number,
): Promise<void> {
  await tx.query(sql`
    insert into one_time_code (account_id, purpose, code_hash, tries_left, expires_at)
    values (${accountId}, ${purpose}, ${codeHash}, ${tries}, now() + ${codeSeconds}::int * interval '1 second')
    on conflict (account_id, purpose) do update
    set code_hash = excluded.code_hash, tries_left = excluded.tries_left, expires_at = excluded.expires_at`)
}

export interface CodeRow {
  accountId: string
  codeHash: Buffer
  expired: boolean
}

/** Takes one of the code's tries and answers the code; nothing where there is none or its tries are used up. */
export async function consumeCodeAttempt(
  tx: Tx,
  email: string,
  purpose: Purpose,
): Promise<CodeRow | undefined> {
  const [row] = await tx.query<CodeRow>(sql`
    update one_time_code c set tries_left = c.tries_left - 1 from account a
    where a.email = ${email} and c.account_id = a.id and c.purpose = ${purpose} and c.tries_left > 0
    returning c.account_id as "accountId", c.code_hash as "codeHash", c.expires_at <= now() as expired`)
  return row
}

/** Uses the code up: of any number of callers at once one hears true. */
export async function consumeCode(
  tx: Tx,
  { accountId, codeHash }: CodeRow,
  purpose: Purpose,
): Promise<boolean> {
  const rows = await tx.query(sql`
    delete from one_time_code where account_id = ${accountId} and purpose = ${purpose} and code_hash = ${codeHash}
    returning account_id`)
  return rows.length > 0
}

export async function deleteCodes(tx: Tx, accountId: string): Promise<void> {
  await tx.query(sql`delete from one_time_code where account_id = ${accountId}`)
}

/** Codes stay a day longer than they are good for, so that their owner hears 'expired'. */
export async function deleteOldCodes(db: Queryable, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from one_time_code where (account_id, purpose) in (
      select account_id, purpose from one_time_code where expires_at < now() - interval '1 day'
      limit ${limit} for update skip locked)
    returning 1`)
  return rows.length
}
