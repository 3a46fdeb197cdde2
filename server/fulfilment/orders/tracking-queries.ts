/** SQL of tracking parcels: which order an event is about, which events are stored, and what they change. */
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { goneCodes } from './courier-rules.ts'
import type { CourierWebhook } from '../../platform/providers/courier/provider.ts'
import type { ParcelKey } from './booking-queries.ts'
import type { OrderRow } from './queries.ts'

type NamedParcel = Pick<CourierWebhook, 'parcelNo'> & {
  awbNumber?: string | null | undefined
  orderId?: string | null | undefined
}

/**
 * The parcel of a webhook: the present one of an order, or one that was cancelled. Where the webhook names both the AWB number
 * and the order, the AWB number decides.
 */
export async function findParcelOfWebhook(
  db: Queryable,
  { awbNumber = null, orderId = null, parcelNo }: NamedParcel,
): Promise<ParcelKey | undefined> {
  const named = (id: Sql) => sql`
    (awb_number = ${awbNumber} or ${id} = ${orderId}::uuid and parcel_no = ${parcelNo}
      and (awb_number is null or ${awbNumber}::text is null))`
  const rows = await db.query<ParcelKey>(sql`
    select id, parcel_no as "parcelNo" from orders where ${named(sql`id`)}
    union all
    select order_id, parcel_no from cancellation where ${named(sql`order_id`)}
    limit 1`)
  return rows[0]
}

/** An order as its tracking events change it, with the data of the mails about them. */
export interface TrackedOrder {
  id: string
  number: string
  parcelNo: number
  status: OrderRow['status']
  shipmentStatus: string | null
  needsAttention: string | null
  productName: string
  quantity: number
  courierName: string | null
  awbNumber: string | null
  buyerEmail: string
  buyerName: string
}

export async function lockTrackedOrder(tx: Tx, orderId: string): Promise<TrackedOrder | undefined> {
  const [row] = await tx.query<TrackedOrder>(sql`
    select o.id, o.number, o.parcel_no as "parcelNo", o.status, o.shipment_status as "shipmentStatus", o.needs_attention as "needsAttention",
      o.product_name as "productName", o.quantity - o.cancelled_units as quantity, o.courier_name as "courierName", o.awb_number as "awbNumber",
      b.email as "buyerEmail", b.first_name as "buyerName"
    from orders o join buyer b on b.id = o.customer_id
    where o.id = ${orderId} for no key update of o`)
  return row
}

/**
 * Returns false for an event that is stored already. The sweep reads the present state repeatedly, sometimes without its time:
 * for the sweep a stored code is a known event, whatever its time.
 */
export async function insertTrackingEvent(
  tx: Tx,
  { id, parcelNo }: ParcelKey,
  event: { code: number; words: string; at: Date },
  source: 'webhook' | 'sweep',
): Promise<boolean> {
  const known =
    source === 'sweep'
      ? sql`order_id = ${id} and parcel_no = ${parcelNo} and code = ${event.code}`
      : sql`false`
  const rows = await tx.query(sql`
    insert into parcel_event (order_id, parcel_no, code, happened_at, words, heard_by)
    select ${id}::uuid, ${parcelNo}::int, ${event.code}::int, ${event.at}::timestamptz, ${event.words}, ${source}
    where not exists (select from parcel_event where ${known})
    on conflict do nothing returning code`)
  return rows.length === 1
}

/** Whether the courier reported, with a time later than `at`, that the goods of this parcel are lost or spoilt. */
export async function isLostSince(tx: Tx, { id, parcelNo }: ParcelKey, at: Date): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 from parcel_event
    where order_id = ${id} and parcel_no = ${parcelNo} and code = any(${goneCodes}::int[]) and happened_at > ${at} limit 1`)
  return rows.length === 1
}

/** From when a delivery counts: where the shop hears of it a day late (it was held, or the webhook was lost), from now. */
export const countsFrom = (deliveredAt: Date | null): Sql => sql`
  case when ${deliveredAt}::timestamptz < now() - interval '1 day' then now() else ${deliveredAt}::timestamptz end`

export async function updateTrackedOrder(
  tx: Tx,
  orderId: string,
  change: {
    status: OrderRow['status']
    shipmentStatus: string | null
    code: number
    deliveredAt: Date | null
    needsAttention: string | null
    ended: boolean
  },
): Promise<void> {
  await tx.query(sql`
    update orders set status = ${change.status}, shipment_status = ${change.shipmentStatus}, shipment_status_code = ${change.code},
      -- The time for returns and the seller's payout count from here. The buyer could not use it before the shop knew.
      delivery_date = coalesce(delivery_date, ${countsFrom(change.deliveredAt)}),
      needs_attention = ${change.needsAttention},
      has_no_terms = has_no_terms or not exists (select from order_money m where m.order_id = orders.id),
      parcel_check_at = case when ${change.ended} then null else parcel_check_at end, updated_at = now()
    where id = ${orderId}`)
}

/** Puts the text before the existing one, unless it is there already. */
export async function flagOrder(tx: Tx, orderId: string, words: string): Promise<void> {
  await tx.query(sql`
    update orders set needs_attention = concat_ws(' ', ${words}::text, needs_attention), updated_at = now()
    where id = ${orderId} and position(${words}::text in coalesce(needs_attention, '')) = 0`)
}

/** Deletes events older than three years, of parcels that are not tracked any more, in batches. Returns how many were deleted. */
export async function deleteOldTrackingEvents(db: Queryable, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from parcel_event where (order_id, parcel_no, code, happened_at) in (
      select e.order_id, e.parcel_no, e.code, e.happened_at from parcel_event e join orders o on o.id = e.order_id
      where e.received_at < now() - interval '3 years' and o.parcel_check_at is null
      order by e.received_at limit ${limit} for update of e skip locked)
    returning 1`)
  return rows.length
}
