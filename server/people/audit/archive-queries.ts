/** SQL of archiving the audit. A trigger of the database decides which entries may be deleted (server/platform/db/schema/0001-people.sql). */
import type { Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

/** Lets one archive run at a time, until the transaction ends. */
export async function lockArchive(tx: Tx): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(1700171)`)
}

/** The oldest due entries, as lines of JSON with every column. */
export async function findDueEntries(tx: Tx, limit: number): Promise<{ id: string; line: string }[]> {
  return tx.query(sql`
    select id, row_to_json(due)::text as line from (
      (select * from audit_entry where audit_is_brief(act) and at < now() - interval '180 days' order by at limit ${limit})
      union
      (select * from audit_entry where at < now() - interval '9 years' order by at limit ${limit})
    ) as due order by at, id limit ${limit}`)
}

/** Returns how many were deleted. The database refuses all of them where one is too young. */
export async function deleteEntries(tx: Tx, ids: readonly string[]): Promise<number> {
  return (await tx.query(sql`delete from audit_entry where id = any(${ids}::uuid[]) returning 1`)).length
}
