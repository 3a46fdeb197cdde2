/** SQL of replacements: the held pieces, their parcel, and the lease of its worker. */
import type { FallBackReason, ReturnState } from '../../../contract/return-words.ts'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { parcelColumns } from '../orders/parcel-columns.ts'
import type { ParcelToBook } from '../orders/parcel-rules.ts'
import { countsFrom } from '../orders/tracking-queries.ts'
import { handOverDays } from './rules.ts'

/** The parcel of a replacement: `id` is the replacement's, `quantity` and `amountPaise` are of its pieces. */
export interface ReplacementParcel extends Omit<ParcelToBook, 'parcelNo'> {
  requestId: string
  orderId: string
  tries: number
  bookingStarted: boolean
  shipmentId: string | null
  awbNumber: string | null
  labelUrl: string | null
  pickupRequested: boolean
  handedOver: boolean
  /** Since the courier was asked first. */
  waitingSeconds: number
}

const leaseSeconds = 300
const leaseEnd = sql`now() + ${leaseSeconds} * interval '1 second'`

export async function insertReplacement(
  tx: Tx,
  row: { id: string; requestId: string; units: number },
): Promise<void> {
  await tx.query(sql`
    insert into replacement (id, request_id, units) values (${row.id}, ${row.requestId}, ${row.units})`)
}

/** For an exchange in one of these states, which becomes a refund; an earlier reason stays. */
export async function recordFallBack(
  tx: Tx,
  requestId: string,
  why: FallBackReason,
  states: readonly ReturnState[],
): Promise<void> {
  await tx.query(sql`
    update return_request set fell_back = ${why}
    where id = ${requestId} and wanted = 'exchange' and fell_back is null and state = any(${states}::text[])`)
}

/** Makes the parcel due and returns its id; undefined where no pieces are held. The caller has moved the return. */
export async function startBooking(tx: Tx, requestId: string): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(sql`
    update replacement set check_at = now() where request_id = ${requestId} and ended_at is null returning id`)
  return row?.id
}

export async function recordRestocked(tx: Tx, requestId: string): Promise<void> {
  await tx.query(sql`update return_request set restocked = true where id = ${requestId}`)
}

/** Whether the seller of a return is suspended. */
export async function isSellerSuspended(tx: Tx, requestId: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 from return_request r join order_parties p on p.order_id = r.order_id
    where r.id = ${requestId} and p.seller_suspended_at is not null`)
  return rows.length > 0
}

export interface EndedReplacement {
  id: string
  units: number
  handedOver: boolean
  bookingStarted: boolean
}

/**
 * Ends the replacement of a return that is refunded: no worker books or tracks it any more. Undefined where there is none that
 * has not ended. The caller returns pieces that were not handed over to the stock.
 */
export async function endReplacement(tx: Tx, requestId: string): Promise<EndedReplacement | undefined> {
  const [row] = await tx.query<EndedReplacement>(sql`
    update replacement set ended_at = now(), check_at = null,
      stock_returned_at = case when handed_over_at is null then now() end
    where request_id = ${requestId} and ended_at is null
    returning id, units, handed_over_at is not null as "handedOver", booking_started_at is not null as "bookingStarted"`)
  return row
}

/** Takes a lease on due parcels, so that no other worker takes them: one by id, or those that wait longest. */
export async function leaseDueReplacements(
  db: Queryable,
  which: { id: string } | { limit: number },
): Promise<string[]> {
  const due: Sql =
    'id' in which
      ? sql`and id = ${which.id} for update skip locked`
      : sql`order by check_at limit ${which.limit} for update skip locked`
  const rows = await db.query<{ id: string }>(sql`
    update replacement set check_at = ${leaseEnd}
    where id in (select id from replacement where check_at <= now() ${due}) returning id`)
  return rows.map(({ id }) => id)
}

/** Returns false for a replacement that must not be booked any more. `check_at` is null from its end on. */
export async function renewReplacementLease(db: Queryable, id: string): Promise<boolean> {
  const rows = await db.query(sql`
    update replacement set check_at = ${leaseEnd} where id = ${id} and check_at is not null returning 1`)
  return rows.length === 1
}

export async function readReplacement(db: Queryable, id: string): Promise<ReplacementParcel | undefined> {
  const [row] = await db.query<ReplacementParcel>(sql`
    select x.id, x.request_id as "requestId", r.order_id as "orderId", x.tries, x.booking_started_at is not null as "bookingStarted",
      x.shipment_id as "shipmentId", x.awb_number as "awbNumber", x.label_url as "labelUrl",
      x.pickup_requested_at is not null as "pickupRequested", x.handed_over_at is not null as "handedOver",
      extract(epoch from now() - r.updated_at)::float8 as "waitingSeconds", x.held_at as "createdAt", x.units as quantity,
      p.amount_paise / p.quantity * x.units as "amountPaise", ${parcelColumns}
    from replacement x join return_request r on r.id = x.request_id join order_parcel p on p.order_id = r.order_id
    where x.id = ${id}`)
  return row
}

/** Written before each call that sends it; renews the lease. Returns false for a replacement that has ended. */
export async function recordReplacementStart(db: Queryable, id: string): Promise<boolean> {
  const rows = await db.query(sql`
    update replacement set booking_started_at = coalesce(booking_started_at, now()), check_at = ${leaseEnd}
    where id = ${id} and check_at is not null returning 1`)
  return rows.length === 1
}

export async function recordReplacementShipment(
  db: Queryable,
  id: string,
  shipmentId: string,
): Promise<void> {
  await db.query(sql`
    update replacement set shipment_id = ${shipmentId} where id = ${id} and shipment_id is null`)
}

export async function recordReplacementAirwaybill(
  db: Queryable,
  id: string,
  airwaybill: { awbNumber: string; courierName: string },
): Promise<void> {
  await db.query(sql`
    update replacement set awb_number = ${airwaybill.awbNumber}, courier_name = ${airwaybill.courierName}
    where id = ${id} and awb_number is null`)
}

export async function recordReplacementLabel(db: Queryable, id: string, labelUrl: string): Promise<void> {
  await db.query(sql`update replacement set label_url = ${labelUrl} where id = ${id}`)
}

export async function recordReplacementPickup(db: Queryable, id: string): Promise<void> {
  await db.query(sql`
    update replacement set pickup_requested_at = now() where id = ${id} and pickup_requested_at is null`)
}

/** Schedules the next look in `seconds`; `failed` counts a try. */
export async function postponeReplacement(
  db: Queryable,
  id: string,
  { seconds, failed }: { seconds: number; failed: boolean },
): Promise<void> {
  await db.query(sql`
    update replacement set check_at = now() + ${seconds}::float8 * interval '1 second',
      tries = case when ${failed} then tries + 1 else 0 end
    where id = ${id} and check_at is not null`)
}

/** The next look at a replacement that waits for a bank. Its time limits begin again, because nobody could send it. */
export async function waitForBank(
  db: Queryable,
  { id, requestId }: Pick<ReplacementParcel, 'id' | 'requestId'>,
  seconds: number,
): Promise<void> {
  await postponeReplacement(db, id, { seconds, failed: false })
  await db.query(sql`
    update return_request set updated_at = now(), due_at = now() + ${handOverDays} * interval '1 day'
    where id = ${requestId} and state = 'replacing'`)
}

/** The replacement of a webhook. Where the webhook names both, the AWB number decides. */
export async function findReplacementByParcel(
  db: Queryable,
  parcel: { awbNumber: string | undefined; orderId: string | undefined },
): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(sql`
    select id from replacement
    where awb_number = ${parcel.awbNumber ?? null} or (id = ${parcel.orderId ?? null}::uuid
      and (awb_number is null or ${parcel.awbNumber ?? null}::text is null))
    order by awb_number = ${parcel.awbNumber ?? null} desc nulls last limit 1`)
  return row?.id
}

export async function findOrderOfReplacement(db: Queryable, id: string): Promise<string | undefined> {
  const [row] = await db.query<{ orderId: string }>(sql`
    select r.order_id as "orderId" from replacement x join return_request r on r.id = x.request_id where x.id = ${id}`)
  return row?.orderId
}

export interface TrackedReplacement {
  requestId: string
  handedOver: boolean
  ended: boolean
  delivered: boolean
}

/**
 * Records the event's code. Locks the replacement; the caller has locked the order. Undefined for a replacement that was never
 * requested from the courier: no event can be about it.
 */
export async function recordReplacementCode(
  tx: Tx,
  id: string,
  code: number,
): Promise<TrackedReplacement | undefined> {
  const [row] = await tx.query<TrackedReplacement>(sql`
    update replacement set courier_code = case when ended_at is null then ${code} else courier_code end
    where id = ${id} and booking_started_at is not null
    returning request_id as "requestId", handed_over_at is not null as "handedOver", ended_at is not null as ended,
      delivered_at is not null as delivered`)
  return row
}

export async function recordHandOver(tx: Tx, id: string): Promise<void> {
  await tx.query(sql`update replacement set handed_over_at = now() where id = ${id}`)
}

/** The time for its return counts from here. */
export async function recordDelivered(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.query(sql`
    update replacement set delivered_at = greatest(held_at, ${countsFrom(at)}), ended_at = now(), check_at = null where id = ${id}`)
}

/** Seconds since the end of a replacement, with its order; undefined for one that is still needed. */
export async function readReplacementToCancel(
  db: Queryable,
  id: string,
): Promise<{ orderId: string; ageSeconds: number } | undefined> {
  const [row] = await db.query<{ orderId: string; ageSeconds: number }>(sql`
    select r.order_id as "orderId", extract(epoch from now() - x.ended_at)::int as "ageSeconds"
    from replacement x join return_request r on r.id = x.request_id
    where x.id = ${id} and x.ended_at is not null and x.delivered_at is null`)
  return row
}

export interface ReplacementLabel {
  id: string
  orderId: string
  shipmentId: string
  labelUrl: string
  awbNumber: string
}

/** With a seller, only where the return is of their orders. None of a replacement that has ended. */
export async function findReplacementLabel(
  db: Queryable,
  sellerId: string | null,
  requestId: string,
): Promise<ReplacementLabel | undefined> {
  const [row] = await db.query<ReplacementLabel>(sql`
    select x.id, r.order_id as "orderId", x.shipment_id as "shipmentId", x.label_url as "labelUrl",
      x.awb_number as "awbNumber"
    from replacement x join return_request r on r.id = x.request_id
    where r.id = ${requestId} and (${sellerId}::uuid is null or r.seller_id = ${sellerId}) and x.ended_at is null
      and x.shipment_id is not null and x.label_url is not null and x.awb_number is not null`)
  return row
}
