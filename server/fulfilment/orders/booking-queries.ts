/** SQL of booking parcels: the data of a booking, its progress, and the lease of the worker that books it. */
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import { parcelColumns } from './parcel-columns.ts'
import { bookingFailed, type ParcelToBook } from './parcel-rules.ts'

/** A parcel and the progress of its booking. */
export interface ParcelRow extends ParcelToBook {
  tries: number
  bookingStarted: boolean
  shipmentId: string | null
  awbNumber: string | null
  labelUrl: string | null
  pickupRequested: boolean
}

/** How long a worker's lease on a parcel lasts: longer than the time limits of all calls of one booking together. */
export const leaseSeconds = 300
/** `orders.parcel_check_at` while a worker has the lease. No other worker takes the parcel before that time. */
export const leaseEnd = sql`now() + ${leaseSeconds} * interval '1 second'`
/** Null stays null: a parcel that must not be taken stays so, however late its worker writes. */
const extendedLease = sql`case when parcel_check_at is not null then ${leaseEnd} end`

/** The attention of the order without the text about its booking, which always comes last. */
const otherAttention = sql`nullif(rtrim(split_part(needs_attention, ${bookingFailed}, 1)), '')`

/** Which parcel of which order. A worker's writes to a parcel that was cancelled meanwhile change nothing. */
export interface ParcelKey {
  id: string
  parcelNo: number
}
const isParcel = ({ id, parcelNo }: ParcelKey) => sql`id = ${id} and parcel_no = ${parcelNo}`

/**
 * Takes a lease on due parcels, so that no other worker takes them: one by id, or those that have waited longest. Returns their
 * ids.
 */
export async function leaseDueParcels(
  db: Queryable,
  which: { id: string } | { limit: number },
): Promise<string[]> {
  const due =
    'id' in which
      ? sql`and id = ${which.id} for update skip locked`
      : sql`order by parcel_check_at limit ${which.limit} for update skip locked`
  const rows = await db.query<{ id: string }>(sql`
    update orders set parcel_check_at = ${leaseEnd}
    where id in (select id from orders where parcel_check_at <= now() ${due}) returning id`)
  return rows.map((row) => row.id)
}

export async function readParcel(db: Queryable, orderId: string): Promise<ParcelRow | undefined> {
  const [row] = await db.query<ParcelRow>(sql`
    select o.id, o.parcel_no as "parcelNo", o.created_at as "createdAt", o.parcel_tries as tries, o.booking_started_at is not null as "bookingStarted",
      o.shipment_id as "shipmentId", o.awb_number as "awbNumber", o.shipment_label_url as "labelUrl",
      o.pickup_requested_at is not null as "pickupRequested",
      k.units as quantity, o.amount_paise / o.quantity * k.units as "amountPaise",
      ${parcelColumns}
    from orders o join order_parcel p on p.order_id = o.id
    cross join lateral (select case o.status when 'refunded' then o.quantity else o.quantity - o.cancelled_units end as units) k
    where o.id = ${orderId}`)
  return row
}

/**
 * Written before each call that sends the parcel: every later try first asks the courier whether that call made one. Renews the
 * lease; returns false for a parcel that must not be booked, because its order was refunded or pieces of it were cancelled.
 */
export async function recordBookingStart(db: Queryable, parcel: ParcelKey): Promise<boolean> {
  const [row] = await db.query<{ leased: boolean }>(sql`
    update orders set booking_started_at = coalesce(booking_started_at, now()), parcel_check_at = ${extendedLease},
      updated_at = now()
    where ${isParcel(parcel)} returning parcel_check_at is not null as leased`)
  return row?.leased ?? false
}

export async function recordShipment(
  db: Queryable,
  key: ParcelKey,
  parcel: { shipmentId: string; courierOrderId: string },
): Promise<void> {
  await db.query(sql`
    update orders set shipment_id = ${parcel.shipmentId}, courier_order_id = ${parcel.courierOrderId},
      parcel_check_at = ${extendedLease}, updated_at = now()
    where ${isParcel(key)} and shipment_id is null`)
}

/** The parcel is booked: pending → processing. A webhook may have arrived before this response. */
export async function recordAirwaybill(
  db: Queryable,
  parcel: ParcelKey,
  airwaybill: { awbNumber: string; courierName: string },
): Promise<void> {
  await db.query(sql`
    update orders set awb_number = ${airwaybill.awbNumber}, courier_name = ${airwaybill.courierName},
      status = case when status = 'pending' then 'processing' else status end,
      shipment_status = coalesce(shipment_status, 'Pending'), shipment_status_code = coalesce(shipment_status_code, 1),
      parcel_check_at = ${extendedLease}, updated_at = now()
    where ${isParcel(parcel)} and awb_number is null`)
}

export async function recordLabel(db: Queryable, parcel: ParcelKey, labelUrl: string): Promise<void> {
  await db.query(
    sql`update orders set shipment_label_url = ${labelUrl}, updated_at = now() where ${isParcel(parcel)}`,
  )
}

export async function recordPickup(db: Queryable, parcel: ParcelKey): Promise<void> {
  await db.query(sql`
    update orders set pickup_requested_at = now(), updated_at = now() where ${isParcel(parcel)} and pickup_requested_at is null`)
}

/** The booking is complete: the order needs no attention for it, and the parcel is tracked from `nextSeconds` on. */
export async function recordBooked(db: Queryable, parcel: ParcelKey, nextSeconds: number): Promise<void> {
  await db.query(sql`
    update orders set parcel_tries = 0, needs_attention = ${otherAttention},
      parcel_check_at = now() + ${nextSeconds} * interval '1 second'
    where ${isParcel(parcel)} and parcel_check_at is not null`)
}

/**
 * Schedules the next try in `seconds`; null: there is none. `flag` replaces the earlier text about the booking; null keeps it.
 * Other texts stay, such as those about money that was refunded at the provider: the goods must not leave unnoticed.
 */
export async function postponeParcel(
  db: Queryable,
  parcel: ParcelKey,
  seconds: number | null,
  flag: string | null,
): Promise<void> {
  await db.query(sql`
    update orders set parcel_tries = parcel_tries + 1,
      needs_attention = case when ${flag}::text is null then needs_attention else concat_ws(' ', ${otherAttention}, ${flag}::text) end,
      parcel_check_at = now() + ${seconds}::float8 * interval '1 second'
    where ${isParcel(parcel)} and parcel_check_at is not null`)
}

/** Schedules the next tracking request in `seconds`. */
export async function scheduleTracking(db: Queryable, parcel: ParcelKey, seconds: number): Promise<void> {
  await db.query(sql`
    update orders set parcel_tries = 0, parcel_check_at = now() + ${seconds} * interval '1 second'
    where ${isParcel(parcel)} and parcel_check_at is not null`)
}

/**
 * Ends the parcel of an order of which pieces are left after a cancellation: its next parcel is due at once. The text about the
 * booking is removed. The caller has locked the order.
 */
export async function startNextParcel(tx: Tx, orderId: string): Promise<void> {
  await tx.query(sql`
    update orders set parcel_no = parcel_no + 1, status = 'pending', booking_started_at = null, shipment_id = null,
      courier_order_id = null, awb_number = null, courier_name = null, shipment_label_url = null, pickup_requested_at = null,
      shipment_status = null, shipment_status_code = null, parcel_tries = 0, needs_attention = ${otherAttention},
      parcel_check_at = now(), updated_at = now()
    where id = ${orderId}`)
}

interface StoredLabel extends ParcelKey {
  shipmentId: string
  labelUrl: string
  awbNumber: string
}

/** Where the courier keeps the label of an order. With a seller, only if the order is theirs. */
export async function findLabel(
  db: Queryable,
  sellerId: string | null,
  orderId: string,
): Promise<StoredLabel | undefined> {
  const [row] = await db.query<StoredLabel>(sql`
    select id, parcel_no as "parcelNo", shipment_id as "shipmentId", shipment_label_url as "labelUrl", awb_number as "awbNumber" from orders
    where id = ${orderId} and (${sellerId}::uuid is null or seller_id = ${sellerId}) and shipment_label_url is not null and shipment_id is not null
      and status <> 'refunded'`)
  return row
}
