/** SQL of the change log that triggers write. */
import { type Queryable, type Readable, singleRow, type Tx } from '../db/client.ts'
import { sql } from '../db/sql.ts'

/** If more tags changed, all pages are invalidated. */
export const maxTags = 10_000

/** How far the log was read. */
export interface LogPosition {
  /** Every transaction with a lower number had ended. */
  horizon: string
  /** The transactions from the horizon on whose changes were read: they had ended before others that began earlier. */
  known: string[]
  /** The day in India, by the database's clock. */
  day: string
  /** When the server started that answered: another time means another server, or one that crashed in between. */
  server: string
}

interface Changes extends LogPosition {
  tags: string[]
}

/**
 * The tags of all transactions that were committed after `since` was read, including those that began long before it. A sequence
 * number or a time would miss a transaction that commits late; so would `pg_visible_in_snapshot` on a standby, whose snapshots
 * name no transaction that is under way.
 */
export async function changesSince(
  db: Readable,
  since: Pick<LogPosition, 'horizon' | 'known'>,
): Promise<Changes> {
  return singleRow(
    await db.query<Changes>(sql`
    select ${logPosition}, array(
      select distinct tag from catalogue_change
      where written_by >= ${since.horizon}::xid8 and written_by not in (select unnest(${since.known}::xid8[]))
      limit ${maxTags}) as tags`),
  )
}

/** What `changesSince` continues from. */
export async function currentPosition(db: Readable): Promise<LogPosition> {
  return singleRow(await db.query<LogPosition>(sql`select ${logPosition}`))
}

const logPosition = sql`pg_snapshot_xmin(pg_current_snapshot())::text as horizon, array(
      select distinct written_by::text from catalogue_change
      where written_by >= pg_snapshot_xmin(pg_current_snapshot())) as known,
      india_today()::text as day, pg_postmaster_start_time()::text as server`

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
