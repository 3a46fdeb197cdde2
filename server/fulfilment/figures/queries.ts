/** SQL of sellers' figures. Days are those of India. Orders have ids by time: an index has those of a seller in this order. */
import type { ReturnReason } from '../../../contract/return-words.ts'
import { beginOf } from '../../platform/calendar.ts'
import type { Queryable } from '../../platform/db/client.ts'
import { pastId } from '../../platform/db/ids.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'

export interface DayCount {
  id: string
  views: number
  added: number
}

/** In the order of the ids, so that two nodes never wait for each other. Products that were removed meanwhile are left out. */
export async function addCounts(db: Queryable, day: string, rows: readonly DayCount[]): Promise<void> {
  await db.query(sql`
    insert into product_day (product_id, day, views, added)
    select p.id, ${day}::date, r.views, r.added
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ views }) => views)}::int[],
      ${rows.map(({ added }) => added)}::int[]) as r (id, views, added)
    join goods p on p.id = r.id order by p.id
    on conflict (product_id, day) do update set views = product_day.views + excluded.views, added = product_day.added + excluded.added`)
}

export async function deleteDaysBefore(db: Queryable, day: string, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from product_day where (product_id, day) in (
      select product_id, day from product_day where day < ${day} order by day limit ${limit})
    returning 1`)
  return rows.length
}

export async function firstCountedDay(db: Queryable): Promise<string | null> {
  const [row] = await db.query<{ day: string | null }>(sql`select min(day)::text as day from product_day`)
  return row?.day ?? null
}

/** The days from `from` to `to`; `before` is the first day of as many days before. */
export interface FigureSpan {
  before: string
  from: string
  to: string
}

interface Seen {
  views: number
  added: number
}

interface Sold {
  bought: number
  cancelled: number
  returned: number
  paise: number
}

export type RowCounts = Seen & Sold
export const noCounts: RowCounts = { views: 0, added: 0, bought: 0, cancelled: 0, returned: 0, paise: 0 }

interface ProductRow {
  id: string
  name: string
  image: string
  deleted: boolean
  units: number
  incomplete: boolean
  ratingTenths: number | null
  ratingCount: number
}

type Reasons = Partial<Record<ReturnReason, number>>

/** Counts of a product in the period and in that before; none where there were none. */
export interface FigureRow extends ProductRow {
  now: RowCounts
  past: RowCounts
  reasons: Reasons
}

/** The clock of the database may differ from the one by which ids are made. */
const clockMs = 3_600_000
const firstIdOf = (day: string): string => pastId(beginOf(day).getTime() - clockMs)

const seenSums = (of: Sql): Sql => sql`
  json_build_object('views', coalesce(sum(d.views) filter (where ${of}), 0), 'added', coalesce(sum(d.added) filter (where ${of}), 0))`
/** What buyers paid, and the shop for its coupons. */
const soldSums = (of: Sql): Sql => sql`
  json_build_object('bought', coalesce(sum(o.quantity) filter (where ${of}), 0),
    'cancelled', coalesce(sum(o.cancelled_units) filter (where ${of}), 0), 'returned', coalesce(sum(r.units) filter (where ${of}), 0),
    'paise', coalesce(sum(o.amount_paise + o.shop_discount_paise) filter (where ${of}), 0))`

/** The orders of these days, with the pieces that came or come back. */
const ordersSince = (sellerId: string, day: string): Sql => sql`
  orders o left join (
    select order_id, sum(units) as units from return_request
    where seller_id = ${sellerId} and id >= ${firstIdOf(day)} and state not in ('rejected', 'withdrawn') group by order_id
  ) r on r.order_id = o.id
  where o.seller_id = ${sellerId} and o.id >= ${firstIdOf(day)} and o.created_at >= ${beginOf(day)}`

interface SumsRow<Sums> {
  id: string
  now: Sums
  past: Sums
}

/**
 * Every product on offer, and those that have left but were looked at or bought since `before`. In statements of their own: of
 * one that joins such sums PostgreSQL expects few rows, and would make the sums again for each product. Views are summed product by
 * product, which reads the same days of the index in half the time of sums over all.
 */
export async function figureRows(
  db: Queryable,
  sellerId: string,
  { before, from, to }: FigureSpan,
): Promise<FigureRow[]> {
  const begin = beginOf(from)
  const [seen, sold, returned] = await Promise.all([
    db.query<SumsRow<Seen>>(sql`
      select g.id, s.now, s.past from goods g cross join lateral (
        select ${seenSums(sql`d.day >= ${from}::date`)} as now, ${seenSums(sql`d.day < ${from}::date`)} as past
        from product_day d where d.product_id = g.id and d.day between ${before}::date and ${to}::date having count(*) > 0) s
      where g.seller_id = ${sellerId}`),
    db.query<SumsRow<Sold>>(sql`
      select o.product_id as id, ${soldSums(sql`o.created_at >= ${begin}`)} as now, ${soldSums(sql`o.created_at < ${begin}`)} as past
      from ${ordersSince(sellerId, before)} group by o.product_id`),
    db.query<{ id: string; reason: ReturnReason; units: number }>(sql`
      select o.product_id as id, r.reason, sum(r.units) as units from return_request r join orders o on o.id = r.order_id
      where r.seller_id = ${sellerId} and r.id >= ${firstIdOf(from)} and r.state not in ('rejected', 'withdrawn')
        and o.created_at >= ${begin}
      group by o.product_id, r.reason`),
  ])
  const found = [...new Set([...seen, ...sold].map(({ id }) => id))]
  const products = await db.query<ProductRow>(sql`
    select p.id, p.name, p.images[1] as image, p.deleted_at is not null as deleted, p.units, p.incomplete,
      p.rating_tenths as "ratingTenths", p.rating_count as "ratingCount"
    from goods p where p.seller_id = ${sellerId} and (p.deleted_at is null or p.id = any(${found}::uuid[]))`)
  const [seenOf, soldOf] = [
    new Map(seen.map((row) => [row.id, row])),
    new Map(sold.map((row) => [row.id, row])),
  ]
  const reasonsOf = new Map<string, Reasons>()
  for (const { id, reason, units } of returned) reasonsOf.set(id, { ...reasonsOf.get(id), [reason]: units })
  return products.map((product) => ({
    ...product,
    now: { ...noCounts, ...seenOf.get(product.id)?.now, ...soldOf.get(product.id)?.now },
    past: { ...noCounts, ...seenOf.get(product.id)?.past, ...soldOf.get(product.id)?.past },
    reasons: reasonsOf.get(product.id) ?? {},
  }))
}

export interface StepRow {
  /** Steps before the last one. */
  back: number
  counts: Partial<RowCounts>
}

/** Steps of `days` days up to `to`; those without any counts are left out, and some come in two rows. */
export async function stepRows(
  db: Queryable,
  sellerId: string,
  { from, to }: Pick<FigureSpan, 'from' | 'to'>,
  days: number,
): Promise<StepRow[]> {
  const [seen, sold] = await Promise.all([
    db.query<StepRow>(sql`
      select (${to}::date - d.day) / ${days}::int as back, ${seenSums(sql`true`)} as counts
      from product_day d join goods g on g.id = d.product_id
      where g.seller_id = ${sellerId} and d.day between ${from}::date and ${to}::date group by 1`),
    db.query<StepRow>(sql`
      select (${to}::date - (o.created_at at time zone 'Asia/Kolkata')::date) / ${days}::int as back, ${soldSums(sql`true`)} as counts
      from ${ordersSince(sellerId, from)} group by 1`),
  ])
  return [...seen, ...sold]
}

export interface DeliveryRow {
  promised: number
  inTime: number
  ordered: number
  cancelled: number
  received: number
}

export async function deliveryOf(db: Queryable, sellerId: string): Promise<DeliveryRow | undefined> {
  const [row] = await db.query<DeliveryRow>(sql`
    select promised, in_time as "inTime", ordered, cancelled, received from delivery_record where seller_id = ${sellerId}`)
  return row
}
