/** SQL of cancelled pieces, and of the parcels that the courier has to cancel for them. */
import { limits } from '../../../contract/limits.ts'
import { singleRow, type Queryable, type Tx } from '../../platform/db/client.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { ParcelKey } from './booking-queries.ts'
import { notCancelled, pickedUp } from './cancel-rules.ts'

export type CancelledBy = 'customer' | 'administrator'

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

interface NewCancellation {
  id: string
  orderId: string
  by: CancelledBy
  units: number
  /** The price of the pieces, and what of it goes back by this refund: less where money was refunded at the provider before. */
  paise: number
  givenPaise: number
  refundId: string | null
}

/** Records the cancellation with the parcel that the order has now. The caller has locked the order. */
export async function insertCancellation(tx: Tx, row: NewCancellation): Promise<void> {
  await tx.query(sql`
    insert into cancellation (id, order_id, by, units, paise, given_paise, refund_id, parcel_no, awb_number, booking_started)
    select ${row.id}::uuid, id, ${row.by}, ${row.units}::int, ${row.paise}::bigint, ${row.givenPaise}::bigint, ${row.refundId}::uuid,
      parcel_no, awb_number, booking_started_at is not null
    from orders where id = ${row.orderId}`)
}

export async function readRefundedPaise(tx: Tx, orderId: string): Promise<number> {
  return singleRow(
    await tx.query<{ paise: number }>(sql`select refunded_paise as paise from orders where id = ${orderId}`),
  ).paise
}

/** A parcel that the courier has to cancel. */
export interface ParcelToCancel extends ParcelKey {
  ageSeconds: number
}

/** Undefined for a parcel that the courier has cancelled already. */
export async function readParcelToCancel(
  db: Queryable,
  cancellationId: string,
): Promise<ParcelToCancel | undefined> {
  const [row] = await db.query<ParcelToCancel>(sql`
    select order_id as id, parcel_no as "parcelNo", extract(epoch from now() - cancelled_at)::int as "ageSeconds"
    from cancellation where id = ${cancellationId} and courier_cancelled_at is null`)
  return row
}

export async function recordCourierCancelled(db: Queryable, cancellationId: string): Promise<void> {
  await db.query(sql`
    update cancellation set courier_cancelled_at = now() where id = ${cancellationId} and courier_cancelled_at is null`)
}

const isCancelledParcel = ({ id, parcelNo }: ParcelKey) => sql`
  id = ${id} and exists (select from cancellation c where c.order_id = orders.id and c.parcel_no = ${parcelNo})`

/** Puts the text before the existing one, unless it is there already. For a cancelled parcel only. */
export async function flagCancelledParcel(db: Queryable, parcel: ParcelKey, words: string): Promise<void> {
  await db.query(sql`
    update orders set needs_attention = concat_ws(' ', ${words}::text, needs_attention), updated_at = now()
    where ${isCancelledParcel(parcel)} and position(${words}::text in coalesce(needs_attention, '')) = 0`)
}

const wordsIfTold = (words: string) =>
  sql`case when position(${words}::text in coalesce(needs_attention, '')) > 0 then ${words}::text end`

/** The part of an order's attention that stays after its refund: the courier still has a parcel that nobody should get. */
export const attentionOutliving = sql`nullif(concat_ws(' ', ${wordsIfTold(pickedUp)}, ${wordsIfTold(notCancelled)}), '')`

/** Stores the courier's last event of a cancelled parcel: it ended (`over`), or it is in transit although it was cancelled. */
export async function recordCancelledParcelOver(
  db: Queryable,
  { id, parcelNo }: ParcelKey,
  over: boolean,
): Promise<void> {
  await db.query(sql`
    update cancellation set courier_cancelled_at = case when ${over} then coalesce(courier_cancelled_at, now()) end
    where order_id = ${id} and parcel_no = ${parcelNo}`)
}

/** Removes this text from the order's attention, unless the courier has another of its cancelled parcels. */
export async function unflagCancelledParcel(
  db: Queryable,
  parcel: ParcelKey,
  words: readonly string[],
): Promise<void> {
  const without = words.reduce<Sql>((all, some) => sql`replace(${all}, ${some}, '')`, sql`needs_attention`)
  await db.query(sql`
    update orders set needs_attention = nullif(btrim(${without}), ''), updated_at = now()
    where ${isCancelledParcel(parcel)} and needs_attention is not null
      and not exists (select from cancellation c where c.order_id = orders.id and c.parcel_no <> ${parcel.parcelNo}
        and c.booking_started and c.courier_cancelled_at is null)`)
}
