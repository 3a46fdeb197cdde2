/** SQL of cancelled pieces. */
import type { SellersReason } from '../../../contract/cancellation.ts'
import { limits } from '../../../contract/limits.ts'
import type { Bought } from '../../catalogue/prices/least-pieces.ts'
import { singleRow, type Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import { notCancelled, pickedUp } from './cancel-rules.ts'

export type CancelledBy = 'customer' | 'administrator' | 'seller'

/** Why a seller cannot deliver. */
export interface SellersWhy {
  reason: SellersReason
  note: string | null
}

/** The progress of the refunds `r` of `buyer_refund`; the same times as in the list of late refunds (server/money/payments/refund-queries.ts). */
export const stateOfRefunds = sql`case when bool_or(r.waits) then 'waiting'
    when bool_or(r.state = 'failed' or (r.state = 'scheduled' and r.created_at < now() - interval '1 hour')
      or (r.state = 'accepted' and coalesce(r.accepted_at, r.created_at) < now() - ${limits.refundDays}::int * interval '1 day')) then 'late'
    when bool_and(r.state = 'processed') then 'done' else 'under-way' end`

/**
 * What decides about cancelling an order `o`, and what was cancelled: CancellationFacts of OrderRow. The price of pieces
 * without a refund was refunded at the payment provider before.
 */
export const cancellationColumns = sql`(select m.cancel_until from order_money m where m.order_id = o.id) as "cancelUntil",
    coalesce((select m.cancel_until > now() from order_money m where m.order_id = o.id), false) as "inTime",
    (select m.return_days from order_money m where m.order_id = o.id) as "returnDays",
    coalesce((select m.is_sold from order_money m where m.order_id = o.id), false) as sold,
    o.shipment_status_code as "shipmentStatusCode", o.cancelled_units as "cancelledUnits",
    o.returned_units as "returnedUnits", o.refunded_paise as "refundedPaise",
    (select coalesce(sum(c.units), 0) from cancellation c where c.order_id = o.id) as "recordedUnits",
    (select coalesce(sum(coalesce(c.given_paise, c.paise)), 0) from cancellation c where c.order_id = o.id) as "recordedPaise",
    (select coalesce(sum(c.units), 0) from cancellation c where c.order_id = o.id and c.by = 'customer') as "customersUnits",
    case when exists (select from cancellation c where c.order_id = o.id) then coalesce(
      (select ${stateOfRefunds} from cancellation c join buyer_refund r on r.id = c.refund_id
        where c.order_id = o.id having count(*) > 0), 'done') end as "cancelledRefundState"`

/** What was bought by an order: its price before discounts and delivery. */
export async function readBought(tx: Tx, orderId: string): Promise<Bought> {
  return singleRow(
    await tx.query<Bought>(sql`
      select product_id as "productId", quantity,
        amount_paise - delivery_paise + seller_discount_paise + shop_discount_paise as "goodsPaise", created_at as at
      from orders where id = ${orderId}`),
  )
}

interface NewCancellation {
  id: string
  orderId: string
  by: CancelledBy
  /** Of a seller. */
  why: SellersWhy | null
  units: number
  /** The price of the pieces, and what of it goes back by this refund: less where money was refunded at the provider before. */
  paise: number
  givenPaise: number
  refundId: string | null
  /** The one that the pieces were in. */
  shipmentId: string | null
}

/** The caller has locked the order. */
export async function insertCancellation(tx: Tx, row: NewCancellation): Promise<void> {
  await tx.query(sql`
    insert into cancellation (id, order_id, by, reason, note, units, paise, given_paise, refund_id, shipment_id)
    values (${row.id}, ${row.orderId}, ${row.by}, ${row.why?.reason ?? null}, ${row.why?.note ?? null}, ${row.units}, ${row.paise},
      ${row.givenPaise}, ${row.refundId}, ${row.shipmentId})`)
}

export async function readRefundedPaise(tx: Tx, orderId: string): Promise<number> {
  return singleRow(
    await tx.query<{ paise: number }>(sql`select refunded_paise as paise from orders where id = ${orderId}`),
  ).paise
}

const wordsIfTold = (words: string) =>
  sql`case when position(${words}::text in coalesce(needs_attention, '')) > 0 then ${words}::text end`

/** The part of an order's attention that stays after its refund: the courier still has a parcel that nobody should get. */
export const attentionOutliving = sql`nullif(concat_ws(' ', ${wordsIfTold(pickedUp)}, ${wordsIfTold(notCancelled)}), '')`
