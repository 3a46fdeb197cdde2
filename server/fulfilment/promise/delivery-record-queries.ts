/** SQL of how sellers deliver. */
import type { Queryable } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

/** Sellers in the order of their ids. */
export async function nextRatedSellers(db: Queryable, after: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    sql`select id from company where id > ${after} order by id limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

/**
 * Replaces the records of these sellers by what happened `since`; `firstId` is the lowest id of an order since then, because an
 * index has a seller's orders by their ids. Of promises only those whose day is over count, and not those of orders that ended before.
 */
export async function countDeliveriesOf(
  db: Queryable,
  sellerIds: readonly string[],
  since: Date,
  firstId: string,
): Promise<void> {
  await db.query(sql`
    insert into delivery_record (seller_id, parcels, promised, in_time, ordered, cancelled, received, not_as_described)
    select s.id, p.parcels, o.promised, o.in_time, o.ordered, o.cancelled, o.received, o.not_as_described
    from unnest(${sellerIds}::uuid[]) as s (id)
    cross join lateral (
      select count(*) as parcels from shipment t
      where t.seller_id = s.id and t.kind = 'forward' and t.state = 'Delivered' and t.created_at >= ${since}) p
    cross join lateral (
      select count(*) as ordered, count(*) filter (where f.cancelled) as cancelled, count(*) filter (where f.received) as received,
        count(*) filter (where f.received and f.not_as_described) as not_as_described,
        count(*) filter (where f.promised) as promised, count(*) filter (where f.promised and f.in_time) as in_time
      from (
        select exists (select from cancellation c where c.order_id = t.id and c.by = 'seller') as cancelled,
          t.delivery_date is not null as received,
          exists (select from return_request r where r.order_id = t.id and r.reason = 'not-as-described'
            and r.state not in ('rejected', 'withdrawn')) as not_as_described,
          m.promised_by < (now() at time zone 'Asia/Kolkata')::date
            and not (t.status in ('cancelled', 'refunded') and t.delivery_date is null) as promised,
          (t.delivery_date at time zone 'Asia/Kolkata')::date <= m.promised_by as in_time
        from orders t left join order_promise m on m.order_id = t.id
        where t.seller_id = s.id and t.id >= ${firstId}) f) o
    on conflict (seller_id) do update set parcels = excluded.parcels, promised = excluded.promised, in_time = excluded.in_time,
      ordered = excluded.ordered, cancelled = excluded.cancelled, received = excluded.received,
      not_as_described = excluded.not_as_described, counted_at = now()`)
}
