/** SQL of what is known about disputed orders. */
import type { Queryable } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

export interface DisputedParcel {
  orderId: string
  number: string
  product: string
  quantity: number
  courier: string | null
  awb: string | null
  /** Of a buyer who has left, as it was kept for disputes. */
  address: string
  proofUrl: string | null
}

export async function listParcels(db: Queryable, orderIds: readonly string[]): Promise<DisputedParcel[]> {
  return db.query(sql`
    select o.id as "orderId", o.number, o.product_name as product, o.quantity, o.courier_name as courier, o.awb_number as awb,
      concat_ws(', ', coalesce(k.recipient, o.recipient_name), coalesce(k.street, o.street), o.city, o.state_name) || ' '
        || o.pin_code as address,
      coalesce(k.proof_url, (select s.proof_url from shipment_line l join shipment s on s.id = l.shipment_id
        where l.order_id = o.id and s.kind = 'forward' and s.proof_url is not null limit 1)) as "proofUrl"
    from orders o left join dispute_proof k on k.order_id = o.id where o.id = any(${orderIds}::uuid[]) order by o.id`)
}

export async function listTracking(
  db: Queryable,
  orderIds: readonly string[],
): Promise<{ orderId: string; at: Date; words: string }[]> {
  return db.query(sql`
    select l.order_id as "orderId", e.happened_at as at, e.words
    from shipment_line l join shipment s on s.id = l.shipment_id join shipment_event e on e.shipment_id = s.id
    where l.order_id = any(${orderIds}::uuid[]) and s.kind = 'forward' order by l.order_id, e.happened_at limit 500`)
}

export interface HistoryRow {
  orderId: string
  at: Date
  what: string
  by: string | null
  note: string | null
}

/** Purchase, cancellations, returns with the buyer's words, and each answer to them, in the order of time. */
export async function listHistory(db: Queryable, orderIds: readonly string[]): Promise<HistoryRow[]> {
  return db.query(sql`
    select h.order_id as "orderId", h.at, h.what, h.by, h.note from (
      select o.id as order_id, o.created_at as at, 'Ordered and paid' as what, 'buyer' as by, null::text as note from orders o
      union all
      select c.order_id, c.cancelled_at, c.units || ' cancelled', c.by, null from cancellation c
      union all
      select r.order_id, r.created_at, 'Return asked for: ' || r.reason, 'buyer', r.words from return_request r
      union all
      select r.order_id, e.at, 'Return ' || e.state, e.by, e.note
        from return_event e join return_request r on r.id = e.request_id where e.no > 1) h
    where h.order_id = any(${orderIds}::uuid[]) order by h.order_id, h.at limit 500`)
}
