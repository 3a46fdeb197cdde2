/** SQL of one-time codes. */
import { type Queryable, singleRow, type Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import { codeSeconds, type CodePurpose } from './rules.ts'

/** Replaces an earlier code of the same purpose, which is invalid from then on. Returns when the new one expires. */
export async function saveCode(
  tx: Tx,
  accountId: string,
  purpose: CodePurpose,
  codeHash: Buffer,
): Promise<Date> {
  const rows = await tx.query<{ expiresAt: Date }>(sql`
    insert into one_time_code (account_id, purpose, code_hash, expires_at)
    values (${accountId}, ${purpose}, ${codeHash}, now() + ${codeSeconds}::int * interval '1 second')
    on conflict (account_id, purpose) do update
    set code_hash = excluded.code_hash, tries_left = default, expires_at = excluded.expires_at
    returning expires_at as "expiresAt"`)
  return singleRow(rows).expiresAt
}

export interface CodeRow {
  accountId: string
  codeHash: Buffer
  expired: boolean
}

/** The live or expired code of the account with this e-mail. */
export async function findCode(tx: Tx, email: string, purpose: CodePurpose): Promise<CodeRow | undefined> {
  const [row] = await tx.query<CodeRow>(sql`
    select c.account_id as "accountId", c.code_hash as "codeHash", c.expires_at <= now() as expired
    from one_time_code c join account a on a.id = c.account_id where a.email = ${email} and c.purpose = ${purpose}`)
  return row
}

/** Deletes the code. Of concurrent callers exactly one gets true. */
export async function consumeCode(
  tx: Tx,
  { accountId, codeHash }: CodeRow,
  purpose: CodePurpose,
): Promise<boolean> {
  const rows = await tx.query(sql`
    delete from one_time_code where account_id = ${accountId} and purpose = ${purpose} and code_hash = ${codeHash}
    returning account_id`)
  return rows.length > 0
}

export async function deleteCodes(tx: Tx, accountId: string): Promise<void> {
  await tx.query(sql`delete from one_time_code where account_id = ${accountId}`)
}

/** Codes are kept for a day after they expire, so that their owner is told 'expired'. */
export async function deleteOldCodes(db: Queryable, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from one_time_code where (account_id, purpose) in (
      select account_id, purpose from one_time_code where expires_at < now() - interval '1 day'
      limit ${limit} for update skip locked)
    returning 1`)
  return rows.length
}
