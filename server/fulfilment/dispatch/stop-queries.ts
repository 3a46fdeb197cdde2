/** SQL of parcels that are stopped because their seller is suspended. */
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { limits } from '../../../contract/limits.ts'

/** Whether nobody has fetched the shipment `s`. The index shipment_to_hand_over has the same condition. */
export const isOpen: Sql = sql`s.kind = 'forward' and s.handed_over_at is null and s.withdrawn_at is null and s.ended_at is null`

/** Whether the shipment `s` of the seller `p` has to be stopped and is not yet. */
const isToStop: Sql = sql`${isOpen} and s.stopped_at is null
    and (s.released_at is null or s.released_at < p.suspended_at)`

export async function listToStop(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select s.id from seller_party p join shipment s on s.seller_id = p.id
    where p.suspended_at is not null and ${isToStop} limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** Parcels that are stopped although their seller is not suspended any more. */
export async function listToResume(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select s.id from shipment s join seller_party p on p.id = s.seller_id
    where s.stopped_at is not null and p.suspended_at is null and ${isOpen} limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** The orders of parcels that are stopped for too long, oldest first, from behind the order `after`. */
export async function listExpired(db: Queryable, limit: number, after: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select l.order_id as id from shipment s join shipment_line l on l.shipment_id = s.id
    where s.stopped_at < now() - ${limits.stoppedDays}::int * interval '1 day' and ${isOpen} and l.order_id > ${after}
    order by l.order_id limit ${limit}`)
  return rows.map(({ id }) => id)
}

interface ShipmentToStop {
  /** One at least. */
  orderIds: string[]
  bookingStarted: boolean
}

/** Undefined where it is not to be stopped any more. The caller has locked the orders. */
export async function findToStop(tx: Tx, id: string): Promise<ShipmentToStop | undefined> {
  const [row] = await tx.query<ShipmentToStop>(sql`
    select s.booking_started_at is not null as "bookingStarted",
      array(select l.order_id::text from shipment_line l where l.shipment_id = s.id order by l.order_id) as "orderIds"
    from shipment s join seller_party p on p.id = s.seller_id
    where s.id = ${id} and p.suspended_at is not null and ${isToStop} for no key update of s`)
  return row
}

/** One that the courier was not asked for. The caller has locked the orders. */
export async function recordStopped(tx: Tx, id: string): Promise<void> {
  await tx.query(sql`
    update shipment set stopped_at = now(), ready_at = null, check_at = null where id = ${id}`)
}

interface ResumedShipment {
  /** One at least. */
  orderIds: string[]
  isDue: boolean
}

/**
 * It goes on: `released` by an administrator, or because its seller is back, who may want to say when it is ready. Undefined for
 * one that is not stopped. The caller has locked the orders.
 */
export async function recordResumed(
  tx: Tx,
  id: string,
  { released }: { released: boolean },
): Promise<ResumedShipment | undefined> {
  const [row] = await tx.query<ResumedShipment>(sql`
    update shipment s set stopped_at = null, released_at = case when ${released}::boolean then now() else s.released_at end,
      -- What waits for its seller is to be packed: only what is not packed can become ready.
      ready_at = case when r.is_ready then now() end, packed_at = case when r.is_ready then s.packed_at end,
      check_at = case when r.is_ready and not r.is_blocked then now() end
    from seller_party p cross join lateral (select ${released}::boolean or not p.books_when_ready as is_ready,
      exists (select from shipment_line a join shipment_line b on b.order_id = a.order_id
        join shipment w on w.id = b.shipment_id
        where a.shipment_id = ${id} and w.kind = 'forward' and w.withdrawn_at is not null and w.ended_at is null) as is_blocked) r
    where s.id = ${id} and p.id = s.seller_id and s.stopped_at is not null and ${isOpen}
      and (${released}::boolean or p.suspended_at is null)
    returning s.check_at is not null as "isDue",
      array(select l.order_id::text from shipment_line l where l.shipment_id = s.id order by l.order_id) as "orderIds"`)
  return row
}
