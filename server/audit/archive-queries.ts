/** SQL of the audit's end. Which entries may go is decided by the database itself (migration 0017). */
import type { Tx } from '../db/client.ts'
import { sql } from '../db/sql.ts'

/** Until the transaction ends, for one archive at a time. */
export async function holdArchive(tx: Tx): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(1700171)`)
}

/** The oldest of each kind, as lines of JSON with everything that the row has. */
export async function dueEntries(tx: Tx, limit: number): Promise<{ id: string; line: string }[]> {
  return tx.query(sql`
    select id, row_to_json(due)::text as line from (
      (select * from audit_entry where audit_is_brief(act) and at < now() - interval '180 days' order by at limit ${limit})
      union
      (select * from audit_entry where at < now() - interval '9 years' order by at limit ${limit})
    ) as due order by at, id limit ${limit}`)
}

/** Answers how many went. The database refuses the whole where one of them is younger than it has to be. */
export async function deleteEntries(tx: Tx, ids: readonly string[]): Promise<number> {
  return (await tx.query(sql`delete from audit_entry where id = any(${ids}::uuid[]) returning 1`)).length
}
