import { type Queryable, singleRow, type Tx } from '../db/client.ts'
import { sql } from '../db/sql.ts'

/** Inserts a picture, or restarts the day of one that exists. False for a key whose files are being removed. */
export async function putPicture(db: Queryable, key: string, accountId: string): Promise<boolean> {
  const rows = await db.query(sql`
    insert into picture (key, uploaded_by) values (${key}, ${accountId})
    on conflict (key) do update set uploaded_at = now() where picture.removed_at is null
    returning key`)
  return rows.length > 0
}

/** Which of these keys have files that are being removed. */
export async function removedAmong(db: Queryable, keys: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ key: string }>(
    sql`select key from picture where key = any(${keys}::text[]) and removed_at is not null`,
  )
  return rows.map((row) => row.key)
}

/** How many pictures of this account nothing uses yet: with those that are being removed, so that no more than these take space. */
export async function countUnused(db: Queryable, accountId: string): Promise<number> {
  return singleRow(
    await db.query<{ count: number }>(sql`
      select count(*) as count from picture
      where uploaded_by = ${accountId} and used_at is null and files_gone_at is null`),
  ).count
}

/**
 * Marks pictures as used, so that they are not removed. Returns the keys that exist and are not being removed; nobody lets go of
 * them before the end of this transaction.
 */
export async function markUsed(tx: Tx, keys: readonly string[]): Promise<string[]> {
  await tx.query(sql`
    with unused as (select key from picture where key = any(${keys}::text[]) and used_at is null and removed_at is null
      order by key for update)
    update picture p set used_at = now() from unused where p.key = unused.key`)
  const rows = await tx.query<{ key: string }>(
    sql`select key from picture where key = any(${keys}::text[]) and used_at is not null order by key for share`,
  )
  return rows.map((row) => row.key)
}

/** Marks pictures that nobody used within a day for removal. Rows that are locked at the moment are left for the next run. */
export async function markRemoved(tx: Tx, limit: number): Promise<string[]> {
  const rows = await tx.query<{ key: string }>(sql`
    update picture set removed_at = now() where key in (
      select key from picture
      where used_at is null and removed_at is null and uploaded_at < now() - interval '1 day'
      order by uploaded_at limit ${limit} for update skip locked)
    returning key`)
  return rows.map((row) => row.key)
}

/** Marks those again whose files still exist two days later, because the queue gave their job up. */
export async function markRemovedAgain(tx: Tx, limit: number): Promise<string[]> {
  const rows = await tx.query<{ key: string }>(sql`
    update picture set removed_at = now() where key in (
      select key from picture where removed_at < now() - interval '2 days' and files_gone_at is null
      order by removed_at limit ${limit} for update skip locked)
    returning key`)
  return rows.map((row) => row.key)
}

export async function isBeingRemoved(db: Queryable, key: string): Promise<boolean> {
  const rows = await db.query(
    sql`select from picture where key = ${key} and removed_at is not null and files_gone_at is null`,
  )
  return rows.length > 0
}

export async function recordFilesRemoved(db: Queryable, key: string): Promise<void> {
  await db.query(sql`
    update picture set files_gone_at = now() where key = ${key} and removed_at is not null and files_gone_at is null`)
}

/** Up to `limit` keys whose rows go: an hour after their files, since a bucket may carry out a removal late. */
export async function removalMarks(db: Queryable, after: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ key: string }>(sql`
    select key from picture
    where removed_at is not null and files_gone_at < now() - interval '1 hour' and key > ${after} order by key limit ${limit}`)
  return rows.map((row) => row.key)
}

/** False for a picture that another row still names. */
export async function deleteRemovalMark(db: Queryable, key: string): Promise<boolean> {
  try {
    await db.query(sql`delete from picture where key = ${key} and removed_at is not null`)
    return true
  } catch (error) {
    if ((error as { code?: string }).code === '23503') return false
    throw error
  }
}

/** Marks pictures that this account uploaded and nothing uses as used; returns how many. */
export async function claimOwn(tx: Tx, accountId: string, keys: readonly string[]): Promise<number> {
  const rows = await tx.query(sql`
    with unused as (select key from picture where key = any(${keys}::text[]) and uploaded_by = ${accountId}
      and used_at is null and removed_at is null order by key for update)
    update picture p set used_at = now() from unused where p.key = unused.key returning 1`)
  return rows.length
}

/** Marks these pictures as unused, except those that something shows: the timer removes them with their files. */
export async function release(tx: Tx, keys: readonly string[]): Promise<void> {
  await tx.query(sql`update picture set used_at = null where key = any(${keys}::text[])`)
}

export async function isUploadOf(db: Queryable, accountId: string, key: string): Promise<boolean> {
  const rows = await db.query(sql`
    select from picture where key = ${key} and uploaded_by = ${accountId} and removed_at is null`)
  return rows.length > 0
}

/** Marks pictures for removal that were used until now; returns those that nothing else shows and that were not marked before. */
export async function markDropped(tx: Tx, keys: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ key: string }>(sql`
    with dropped as (update picture set used_at = null, removed_at = now() where key = any(${keys}::text[]) and removed_at is null
      returning key, removed_at)
    select key from dropped where removed_at is not null`)
  return rows.map((row) => row.key)
}
