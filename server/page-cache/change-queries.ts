/** SQL of the list of changes that triggers keep (migration 0005). */
import { singleRow, type Queryable } from '../db/client.ts'
import { sql } from '../db/sql.ts'

/** More tags than this are not told apart. */
export const tagsAtMost = 10_000

export interface Changes {
  /** What the database had committed when this was read; where the next reading goes on. */
  snapshot: string
  tags: string[]
}

/**
 * The tags of all transactions that were committed after `since`, also of those that began long before it: a number
 * or a time would miss one that commits late.
 */
export async function changesSince(db: Queryable, since: string): Promise<Changes> {
  return singleRow(
    await db.query<Changes>(sql`
    select pg_current_snapshot()::text as snapshot, array(
      select distinct tag from catalogue_change
      where written_by >= pg_snapshot_xmin(${since}::pg_snapshot)
        and not pg_visible_in_snapshot(written_by, ${since}::pg_snapshot)
      limit ${tagsAtMost}) as tags`),
  )
}

export async function currentSnapshot(db: Queryable): Promise<string> {
  return singleRow(await db.query<{ snapshot: string }>(sql`select pg_current_snapshot()::text as snapshot`))
    .snapshot
}

export async function deleteOldChanges(db: Queryable, minutes: number, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from catalogue_change where ctid = any(array(
      select ctid from catalogue_change where written_at < now() - ${minutes}::int * interval '1 minute'
      limit ${limit} for update skip locked))
    returning 1`)
  return rows.length
}
