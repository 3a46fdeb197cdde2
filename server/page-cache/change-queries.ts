/** SQL of the change log that triggers write (migration 0005). */
import { singleRow, type Queryable, type Tx } from '../db/client.ts'
import { sql } from '../db/sql.ts'

/** If more tags changed, all pages are invalidated. */
export const maxTags = 10_000

export interface Changes {
  /** The transactions that were committed when this was read; the next read continues from here. */
  snapshot: string
  /** When the server started that answered: another time means another server, or one that crashed in between. */
  server: string
  tags: string[]
}
type Reader = Pick<Queryable, 'query'>

/**
 * The tags of all transactions that were committed after `since`, including those that began long before it. A sequence number or
 * a time would miss a transaction that commits late.
 */
export async function changesSince(db: Reader, since: string): Promise<Changes> {
  return singleRow(
    await db.query<Changes>(sql`
    select pg_current_snapshot()::text as snapshot, pg_postmaster_start_time()::text as server, array(
      select distinct tag from catalogue_change
      where written_by >= pg_snapshot_xmin(${since}::pg_snapshot)
        and not pg_visible_in_snapshot(written_by, ${since}::pg_snapshot)
      limit ${maxTags}) as tags`),
  )
}

/** What `changesSince` continues from. */
export async function currentSnapshot(db: Reader): Promise<Omit<Changes, 'tags'>> {
  return singleRow(
    await db.query<Omit<Changes, 'tags'>>(
      sql`select pg_current_snapshot()::text as snapshot, pg_postmaster_start_time()::text as server`,
    ),
  )
}

export async function insertChange(tx: Tx, tag: string): Promise<void> {
  await tx.query(sql`insert into catalogue_change (tag) values (${tag})`)
}

export async function deleteOldChanges(db: Queryable, minutes: number, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from catalogue_change where ctid = any(array(
      select ctid from catalogue_change where written_at < now() - ${minutes}::int * interval '1 minute'
      limit ${limit} for update skip locked))
    returning 1`)
  return rows.length
}
