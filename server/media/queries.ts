/** SQL of uploaded pictures. */
import type { Queryable, Tx } from '../db/client.ts'
import { sql } from '../db/sql.ts'

/** Also for a picture that is there: its day begins anew. Waits for a removal of the same picture to end. */
export async function putPicture(db: Queryable, key: string, accountId: string): Promise<void> {
  await db.query(sql`
    insert into picture (key, uploaded_by) values (${key}, ${accountId})
    on conflict (key) do update set uploaded_at = now()`)
}

/** From now on these are kept; answers those of them that are there. */
export async function markUsed(tx: Tx, keys: readonly string[]): Promise<string[]> {
  await tx.query(sql`
    with unused as (select key from picture where key = any(${keys}::text[]) and used_at is null order by key for update)
    update picture p set used_at = now() from unused where p.key = unused.key`)
  const rows = await tx.query<{ key: string }>(
    sql`select key from picture where key = any(${keys}::text[]) and used_at is not null`,
  )
  return rows.map((row) => row.key)
}

/** Forgets pictures that nobody used within a day; those in somebody's hands this moment are left for the next time. */
export async function deleteUnused(tx: Tx, limit: number): Promise<string[]> {
  const rows = await tx.query<{ key: string }>(sql`
    delete from picture where key in (
      select key from picture where used_at is null and uploaded_at < now() - interval '1 day'
      order by uploaded_at limit ${limit} for update skip locked)
    returning key`)
  return rows.map((row) => row.key)
}
