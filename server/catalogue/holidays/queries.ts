/** SQL of the holidays of sellers. The last day is copied to each of their products. */
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { singleRow } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

/** YYYY-MM-DD; undefined for a seller who is here. */
export async function findHoliday(db: Queryable, sellerId: string): Promise<string | undefined> {
  const [row] = await db.query<{ lastDay: string }>(sql`
    select to_char(last_day, 'YYYY-MM-DD') as "lastDay" from holiday
    where seller_id = ${sellerId} and last_day >= india_today()`)
  return row?.lastDay
}

/** When the holiday is over: the midnight in India after its last day. Null where the day has passed or is too far away. */
export async function findEnd(db: Queryable, lastDay: string, daysMax: number): Promise<Date | null> {
  return singleRow(
    await db.query<{ end: Date | null }>(sql`
      select case when d.day between india_today() and india_today() + ${daysMax}::int
        then ((d.day + 1)::timestamp at time zone 'Asia/Kolkata') end as end from (select ${lastDay}::date as day) as d`),
  ).end
}

export async function putHoliday(tx: Tx, sellerId: string, lastDay: string): Promise<void> {
  await tx.query(sql`
    insert into holiday (seller_id, last_day) values (${sellerId}, ${lastDay}::date)
    on conflict (seller_id) do update set last_day = excluded.last_day, began_at = now(), spread = false`)
}

/** Its products are still to be put back. */
export async function endHoliday(tx: Tx, sellerId: string): Promise<void> {
  await tx.query(sql`
    update holiday set last_day = least(last_day, india_today() - 1), spread = false where seller_id = ${sellerId}`)
}

/** At most `limit` sellers whose products do not follow their holiday yet. */
export async function holidaysToFollow(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db.query<{ sellerId: string }>(sql`
    select seller_id as "sellerId" from holiday where not spread or last_day < india_today() order by last_day limit ${limit}`)
  return rows.map(({ sellerId }) => sellerId)
}

/** Corrects at most `limit` products that do not follow the holiday; returns how many. */
export async function writeAway(tx: Tx, sellerId: string, limit: number): Promise<number> {
  const rows = await tx.query(sql`
    with wanted as (
      select case when last_day >= india_today() then last_day end as day from holiday where seller_id = ${sellerId}),
    due as (
      select p.id from product p, wanted w
      where p.seller_id = ${sellerId} and p.deleted_at is null and p.away_until is distinct from w.day
      order by p.id limit ${limit} for no key update of p)
    update product p set away_until = w.day from due, wanted w where p.id = due.id returning 1`)
  return rows.length
}

/** All products follow it. One that was being added when it began may have missed it: the timer looks once more. */
export async function noteFollowed(tx: Tx, sellerId: string): Promise<void> {
  await tx.query(sql`delete from holiday where seller_id = ${sellerId} and last_day < india_today()`)
  await tx.query(sql`
    update holiday set spread = true where seller_id = ${sellerId} and began_at < now() - interval '1 minute'`)
}
