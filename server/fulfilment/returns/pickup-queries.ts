/** SQL of the way back: the data of its booking, the progress, and the lease of its worker. */
import type { Queryable } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import { goneCodes, handedOverCodes } from '../orders/courier-rules.ts'
import { parcelColumns } from '../orders/parcel-columns.ts'
import type { ReturnState } from '../../../contract/return-words.ts'
import type { ParcelToBook } from '../orders/parcel-rules.ts'

/** The way back of a return: `id` is the return's, `quantity` and `amountPaise` are of the returned pieces. */
export interface PickupRow extends Omit<ParcelToBook, 'parcelNo'> {
  state: ReturnState
  tries: number
  bookingStarted: boolean
  shipmentId: string | null
  awbNumber: string | null
  /** Since the return was accepted. */
  waitingSeconds: number
}

const leaseSeconds = 300

/** Takes a lease on due returns, so that no other worker takes them: one by id, or those that wait longest. */
export async function leaseDuePickups(
  db: Queryable,
  which: { id: string } | { limit: number },
): Promise<string[]> {
  const due =
    'id' in which
      ? sql`and id = ${which.id} for update skip locked`
      : sql`order by check_at limit ${which.limit} for update skip locked`
  const rows = await db.query<{ id: string }>(sql`
    update return_request set check_at = now() + ${leaseSeconds} * interval '1 second'
    where id in (select id from return_request where check_at <= now() ${due}) returning id`)
  return rows.map((row) => row.id)
}

export async function readPickup(db: Queryable, id: string): Promise<PickupRow | undefined> {
  const [row] = await db.query<PickupRow>(sql`
    select r.id, r.state, r.tries, r.booking_started_at is not null as "bookingStarted", r.shipment_id as "shipmentId",
      r.awb_number as "awbNumber", extract(epoch from now() - r.updated_at)::float8 as "waitingSeconds",
      r.created_at as "createdAt", r.units as quantity, p.amount_paise / p.quantity * r.units as "amountPaise",
      ${parcelColumns}
    from return_request r join order_parcel p on p.order_id = r.order_id
    where r.id = ${id}`)
  return row
}

/**
 * Written before the first call that could make a shipment: every later try first asks the courier whether that call made one.
 */
export async function recordPickupStart(db: Queryable, id: string): Promise<void> {
  await db.query(sql`
    update return_request set booking_started_at = now() where id = ${id} and booking_started_at is null`)
}

export async function recordReturnShipment(db: Queryable, id: string, shipmentId: string): Promise<void> {
  await db.query(sql`
    update return_request set shipment_id = ${shipmentId} where id = ${id} and shipment_id is null`)
}

/** Returns false for a return whose goods need not be fetched any more. */
export async function recordReturnAirwaybill(
  db: Queryable,
  id: string,
  airwaybill: { awbNumber: string; courierName: string },
): Promise<boolean> {
  const rows = await db.query(sql`
    update return_request set awb_number = coalesce(awb_number, ${airwaybill.awbNumber}),
      courier_name = coalesce(courier_name, ${airwaybill.courierName})
    where id = ${id} and state = 'accepted' returning 1`)
  return rows.length === 1
}

/** Schedules the next look in `seconds`, where the courier is still asked; `failed` counts a try. */
export async function postponePickup(
  db: Queryable,
  id: string,
  { seconds, failed }: { seconds: number; failed: boolean },
): Promise<void> {
  await db.query(sql`
    update return_request set check_at = now() + ${seconds}::float8 * interval '1 second',
      tries = case when ${failed} then tries + 1 else 0 end
    where id = ${id} and check_at is not null`)
}

/** The return of a webhook. Where the webhook names both, the AWB number decides. */
export async function findReturnByParcel(
  db: Queryable,
  parcel: { awbNumber: string | undefined; orderId: string | undefined },
): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(sql`
    select id from return_request
    where awb_number = ${parcel.awbNumber ?? null} or (id = ${parcel.orderId ?? null}::uuid
      and (awb_number is null or ${parcel.awbNumber ?? null}::text is null))
    order by awb_number = ${parcel.awbNumber ?? null} desc nulls last limit 1`)
  return row?.id
}

/**
 * Stores the courier's last event of goods that it has, or is to fetch. A loss stays, because a late event of the way there
 * does not undo it, until the goods are found (`found`). The first event that says that the courier has or had the goods makes
 * the way back a carriage, also where the seller was faster to say that they are there.
 */
export async function recordCourierCode(
  db: Queryable,
  id: string,
  { code, found }: { code: number; found: boolean },
): Promise<void> {
  await db.query(sql`
    update return_request set courier_code = ${code}
    where id = ${id} and (state in ('accepted', 'pickup-booked', 'picked-up')
        or state = 'disputed' and awb_number is not null and received_at is null)
      and (${found} or not coalesce(courier_code = any(${goneCodes}::int[]), false))`)
  if (handedOverCodes.includes(code))
    await db.query(sql`
      update return_request set carried_at = now() where id = ${id} and carried_at is null and awb_number is not null`)
}

/** The courier does not carry the goods: the parcel is neither charged nor tracked. */
export async function forgetAirwaybill(db: Queryable, id: string): Promise<void> {
  await db.query(sql`
    update return_request set awb_number = null, courier_name = null where id = ${id}`)
}
