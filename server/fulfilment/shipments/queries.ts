/** SQL of shipments: what is sent, the progress of its booking, its air waybills and words, and the lease of its worker. */
import { newId } from '../../platform/db/ids.ts'
import { type Queryable, singleRow, type Tx } from '../../platform/db/client.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type {
  Airwaybill,
  BookedParcel,
  ParcelToSend,
  TrackingEvent,
} from '../../platform/providers/courier/provider.ts'
import type { ShipmentStatus } from '../../../contract/shipment.ts'
import { buyerJson, itemsOfShipment, measuredSize, sellerJson } from './parcel-columns.ts'
import type { ParcelItem, ParcelSeller, ParcelSize } from './parcel-rules.ts'

export type ShipmentKind = 'forward' | 'replacement' | 'return'

/** A shipment, what is in it, and the progress of its booking. */
export interface Shipment {
  id: string
  kind: ShipmentKind
  reference: string
  /** Of a return or an exchange. */
  requestId: string | null
  createdAt: Date
  items: [ParcelItem, ...ParcelItem[]]
  /** What its seller measured; null: it follows from the items. */
  measured: ParcelSize | null
  buyer: ParcelToSend['to']
  seller: ParcelSeller
  tries: number
  /** Its seller has packed it, or does not say when they have. */
  ready: boolean
  bookingStarted: boolean
  courierShipmentId: string | null
  awbNumber: string | null
  labelUrl: string | null
  pickupRequested: boolean
  handedOver: boolean
  withdrawn: boolean
  ended: boolean
  /** A person has set the true outcome. */
  correctedAt: Date | null
  state: ShipmentStatus | null
  code: number | null
}

/** How long a worker's lease lasts: longer than the time limits of all calls of one booking together. */
export const leaseSeconds = 300
export const leaseEnd = sql`now() + ${leaseSeconds} * interval '1 second'`
/** What must not be taken, or was withdrawn meanwhile, stays so, however late its worker writes. */
const extendedLease = sql`case when check_at is not null and withdrawn_at is null then ${leaseEnd} else check_at end`

export interface NewShipment {
  kind: ShipmentKind
  reference: string
  sellerId: string
  requestId?: string
  lines: readonly { orderId: string; units: number }[]
  /** A shipment that waits is not due. */
  waits?: boolean
  /** The one in whose place it is: since when that was stopped, and its release, hold for this one. */
  insteadOf?: string | null
}

/** A parcel to a buyer is not due where its seller says when it is ready, and stopped where they are suspended. */
export async function insertShipment(
  tx: Tx,
  row: NewShipment,
  id = newId(),
): Promise<{ id: string; isDue: boolean; isStopped: boolean }> {
  const { kind, reference, sellerId, requestId = null, lines, waits = false, insteadOf = null } = row
  const made = singleRow(
    await tx.query<{ isDue: boolean; isStopped: boolean }>(sql`
    with made as (insert into shipment (id, kind, reference, seller_id, request_id, ready_at, check_at, stopped_at, released_at)
    select ${id}::uuid, ${kind}, ${reference}, c.id, ${requestId}::uuid, case when r.is_ready then now() end,
      case when r.is_ready and not ${waits}::boolean then now() end, case when r.is_stopped then coalesce(b.stopped_at, now()) end,
      b.released_at
    from seller_party c left join shipment b on b.id = ${insteadOf}::uuid
    cross join lateral (select ${kind}::text = 'forward' and c.suspended_at is not null as is_suspended,
      coalesce(b.released_at >= c.suspended_at, false) as is_released) x
    cross join lateral (select x.is_suspended and not x.is_released as is_stopped,
      ${kind}::text <> 'forward' or case when x.is_suspended then x.is_released else not c.books_when_ready end as is_ready) r
    where c.id = ${sellerId}
    returning id, check_at is not null as "isDue", stopped_at is not null as "isStopped"
    ), lines as (insert into shipment_line (shipment_id, order_id, units)
      select made.id, l.* from made, unnest(${lines.map((line) => line.orderId)}::uuid[], ${lines.map((line) => line.units)}::int[]) l)
    select "isDue", "isStopped" from made`),
  )
  return { id, ...made }
}

/** Locks the orders of a shipment, and all that were paid together with them: always before the shipment itself. */
export async function lockOrdersOfShipment(tx: Tx, id: string): Promise<void> {
  await tx.query(sql`
    select lock_orders_of(c.checkout_id) from (
      select distinct o.checkout_id from shipment_line l join orders o on o.id = l.order_id where l.shipment_id = ${id}) c`)
}

/** Takes a lease on due shipments, so that no other worker takes them: one by id, or those that have waited longest. */
export async function leaseDueShipments(
  db: Queryable,
  which: { id: string } | { limit: number },
): Promise<string[]> {
  const due =
    'id' in which
      ? sql`and id = ${which.id} for update skip locked`
      : sql`order by check_at limit ${which.limit} for update skip locked`
  const rows = await db.query<{ id: string }>(sql`
    update shipment set check_at = ${leaseEnd}
    where id in (select id from shipment where check_at <= now() ${due}) returning id`)
  return rows.map((row) => row.id)
}

export async function readShipment(db: Queryable, id: string): Promise<Shipment | undefined> {
  const [row] = await db.query<Shipment>(sql`
    select s.id, s.kind, s.reference, s.request_id as "requestId", s.created_at as "createdAt", s.tries,
      s.ready_at is not null as ready, s.booking_started_at is not null as "bookingStarted",
      s.courier_shipment_id as "courierShipmentId",
      w.awb_number as "awbNumber", s.label_url as "labelUrl", s.pickup_requested_at is not null as "pickupRequested",
      s.handed_over_at is not null as "handedOver", s.withdrawn_at is not null as withdrawn, s.ended_at is not null as ended,
      s.corrected_at as "correctedAt", s.state, s.code, ${itemsOfShipment} as items, ${measuredSize} as measured,
      case when s.courier_shipment_id is null then ${buyerJson} when s.kind = 'return' then s.from_place else s.to_place end as buyer,
      case when s.courier_shipment_id is null then ${sellerJson} when s.kind = 'return' then s.to_place else s.from_place end
        || jsonb_build_object('pickupLocation', p.pickup_location) as seller
    from shipment s
    join lateral (select x.* from shipment_line l join order_parcel x on x.order_id = l.order_id
      where l.shipment_id = s.id order by l.order_id limit 1) p on true
    left join lateral (select awb_number from shipment_waybill
      where shipment_id = s.id order by assigned_at desc, awb_number limit 1) w on true
    where s.id = ${id}`)
  return row
}

/**
 * Written before each call that the courier gets: every later try first asks whether that call made something. Keeps both places
 * and the size as they are sent, which stay once the courier has them, and renews the lease. Returns false for a shipment that is
 * not booked any more, and before the first call where the buyer has changed the address since it was read.
 */
export async function recordBookingStart(
  db: Queryable,
  { id, kind, buyer, seller }: Shipment,
  size: ParcelSize,
): Promise<boolean> {
  const { pickupLocation: _, ...place } = seller
  const [from, to] = (kind === 'return' ? [buyer, place] : [place, buyer]).map((one) => JSON.stringify(one))
  const rows = await db.query(sql`
    update shipment set booking_started_at = coalesce(booking_started_at, now()), check_at = ${leaseEnd},
      from_place = ${from}::jsonb, to_place = ${to}::jsonb, weight_grams = ${size.weightGrams}, length_cm = ${size.lengthCm},
      width_cm = ${size.widthCm}, height_cm = ${size.heightCm}
    where id = ${id} and check_at is not null and withdrawn_at is null
      and (booking_started_at is not null or (select ${buyerJson} from shipment_line l join order_parcel p on p.order_id = l.order_id
        where l.shipment_id = ${id} order by l.order_id limit 1) = ${JSON.stringify(buyer)}::jsonb) returning 1`)
  return rows.length === 1
}

/**
 * The courier has it, without an air waybill yet. Returns false for a shipment that is not booked any more. The caller has locked
 * the orders.
 */
export async function recordBookedParcel(tx: Tx, id: string, parcel: BookedParcel): Promise<boolean> {
  const [row] = await tx.query<{ goesOn: boolean }>(sql`
    update shipment set courier_shipment_id = ${parcel.shipmentId}, courier_order_id = ${parcel.courierOrderId},
      check_at = ${extendedLease}
    where id = ${id} and courier_shipment_id is null
    returning check_at is not null and withdrawn_at is null as "goesOn"`)
  await showShipment(tx, id)
  return row?.goesOn ?? false
}

/**
 * A waybill that the courier gave, at the booking or later instead of another. Returns false for one that the shipment has, or
 * that belongs to another shipment. A word of the courier may have been here before; what was weighed before counts no more. The
 * caller has locked the orders.
 */
export async function recordAirwaybill(
  tx: Tx,
  id: string,
  { awbNumber, courierName }: Airwaybill,
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into shipment_waybill (awb_number, shipment_id, courier_name, assigned_at)
    values (${awbNumber}, ${id}, ${courierName}, clock_timestamp()) on conflict do nothing returning 1`)
  if (rows.length === 0) return false
  await tx.query(sql`
    update shipment set state = coalesce(state, 'Pending'), code = coalesce(code, 1), check_at = ${extendedLease},
      applied_grams = null, applied_by = null where id = ${id}`)
  await showShipment(tx, id)
  return true
}

export async function recordLabel(tx: Tx, id: string, labelUrl: string): Promise<void> {
  await tx.query(sql`update shipment set label_url = ${labelUrl} where id = ${id}`)
  await showShipment(tx, id)
}

/** `on`: the day on which the courier comes, where it said so. */
export async function recordPickup(db: Queryable, id: string, on: string | null): Promise<void> {
  await db.query(sql`
    update shipment set pickup_requested_at = now(), pickup_on = ${on}::date
    where id = ${id} and pickup_requested_at is null`)
}

/** Schedules the next look in `seconds`, null: there is none. Not once it is not asked about, or was withdrawn since it was read. */
export async function postponeShipment(
  db: Queryable,
  { id, withdrawn }: Pick<Shipment, 'id' | 'withdrawn'>,
  { seconds, tries = 0 }: { seconds: number | null; tries?: number },
): Promise<void> {
  await db.query(sql`
    update shipment set tries = ${tries},
      check_at = now() + ${seconds}::float8 * interval '1 second'
    where id = ${id} and check_at is not null and (withdrawn_at is not null) = ${withdrawn}::boolean`)
}

/**
 * The one place that writes what orders show of their shipment to the buyer. A refunded order shows what it was refunded for.
 * `pending` orders with an air waybill are being
 * processed. The caller has locked the orders.
 */
export async function showShipment(tx: Tx, id: string): Promise<void> {
  await tx.query(sql`
    update orders o set awb_number = s.awb_number, courier_name = s.courier_name, shipment_id = s.courier_shipment_id,
      shipment_label_url = s.label_url, shipment_status = s.state, shipment_status_code = s.code,
      status = case when o.status = 'pending' and s.awb_number is not null then 'processing' else o.status end,
      updated_at = now()
    from order_shipment s where s.id = ${id} and o.id = s.order_id and o.status <> 'refunded'`)
}

/**
 * The shipment of a word: by our reference, then by the courier's own numbers, then by any of its air waybills. An order that
 * travels in the parcel of another one names it, too.
 */
export async function findShipment(
  db: Queryable,
  named: {
    reference?: string | undefined
    courierOrderId?: string | undefined
    awbNumber?: string | undefined
  },
): Promise<string | undefined> {
  const { reference = null, courierOrderId = null, awbNumber = null } = named
  const orderId = reference && /^[0-9a-f-]{36}$/.test(reference) ? reference : null
  const [row] = await db.query<{ id: string }>(sql`
    select id from (
      select id, 1 as rank from shipment where reference = ${reference}
      union all
      select id, 2 from shipment where courier_order_id = ${courierOrderId}
      union all
      select shipment_id, 3 from shipment_waybill where awb_number = ${awbNumber}
      union all
      select id, 4 from order_shipment where order_id = ${orderId}) found
    order by rank limit 1`)
  return row?.id
}

/** The shipment that has, or had, this air waybill. */
export async function findWaybill(db: Queryable, awbNumber: string): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(
    sql`select shipment_id as id from shipment_waybill where awb_number = ${awbNumber}`,
  )
  return row?.id
}

/** The shipment of an order to its buyer, for events and workers. */
export async function findShipmentOfOrder(db: Queryable, orderId: string): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(sql`select id from order_shipment where order_id = ${orderId}`)
  return row?.id
}

/**
 * Stores a word; returns false for one that is stored already. The sweep reads the present state repeatedly, sometimes without
 * its time: for the sweep a stored code is a known word, whatever its time.
 */
export async function insertEvent(
  tx: Tx,
  id: string,
  event: TrackingEvent,
  source: 'webhook' | 'sweep',
): Promise<boolean> {
  const known = source === 'sweep' ? sql`shipment_id = ${id} and code = ${event.code}` : sql`false`
  const rows = await tx.query(sql`
    insert into shipment_event (shipment_id, code, happened_at, words, heard_by, place)
    select ${id}::uuid, ${event.code}::int, ${event.at}::timestamptz, ${event.words}, ${source}, ${event.place ?? null}
    where not exists (select from shipment_event where ${known})
    on conflict do nothing returning code`)
  return rows.length === 1
}

/** The courier's proof of delivery. The first one stays, and none of a parcel whose buyer has left is stored. */
export async function recordProof(db: Queryable, id: string, proofUrl: string): Promise<void> {
  await db.query(sql`
    update shipment set proof_url = ${proofUrl} where id = ${id} and proof_url is null
      and (to_place is null or to_place <> nameless(to_place))`)
}

/** Whether the courier has told one of these codes with a time later than `at`. */
export async function wasToldSince(tx: Tx, id: string, codes: readonly number[], at: Date): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 from shipment_event
    where shipment_id = ${id} and code = any(${codes}::int[]) and happened_at > ${at} limit 1`)
  return rows.length === 1
}

/** What a word changes. What has not ended is asked about (again). The caller has locked the orders. */
export async function recordState(
  tx: Tx,
  id: string,
  change: { state: ShipmentStatus | null; code: number; handedOver: boolean; ended: boolean },
): Promise<void> {
  await tx.query(sql`
    update shipment set state = ${change.state}, code = ${change.code},
      handed_over_at = case when ${change.handedOver} then coalesce(handed_over_at, now()) else handed_over_at end,
      ended_at = case when ${change.ended} then coalesce(ended_at, now()) end,
      check_at = case when not ${change.ended} then coalesce(check_at, case when ended_at is not null then now() end) end
    where id = ${id}`)
  await showShipment(tx, id)
}

/** What a person knows better. The caller has locked the orders. */
export async function correctState(
  tx: Tx,
  id: string,
  { state, code, left }: { state: ShipmentStatus; code: number; left: boolean },
): Promise<void> {
  await tx.query(sql`
    update shipment set state = ${state}, code = ${code}, corrected_at = clock_timestamp(), ended_at = coalesce(ended_at, now()),
      check_at = null, handed_over_at = case when ${left} then coalesce(handed_over_at, now()) end
    where id = ${id}`)
  await showShipment(tx, id)
}

/**
 * Nobody needs it any more: no worker goes on with its booking, and the courier is to cancel what it has of it. Returns whether
 * the courier was asked for it. The caller has locked the orders.
 */
export async function withdraw(tx: Tx, id: string): Promise<boolean> {
  return singleRow(
    await tx.query<{ begun: boolean }>(sql`
      update shipment set withdrawn_at = now(), tries = 0,
        -- The courier may have cancelled its shipment only, of whose order another one could be made.
        check_at = case when booking_started_at is not null and (ended_at is null or state = 'Cancelled') then now() end,
        ended_at = case when booking_started_at is null then now() when state is distinct from 'Cancelled' then ended_at end
      where id = ${id} returning booking_started_at is not null as begun`),
  ).begun
}

/** The courier has cancelled a withdrawn shipment, or it is over otherwise (`over`); or it travels all the same. */
export async function recordWithdrawnOver(db: Queryable, id: string, over: boolean): Promise<void> {
  await db.query(sql`
    update shipment set ended_at = case when ${over} then coalesce(ended_at, now()) end, check_at = null, tries = 0
    where id = ${id} and withdrawn_at is not null`)
}

export interface StoredLabel {
  id: string
  orderId: string
  courierShipmentId: string
  labelUrl: string
  awbNumber: string
}

/** Where the courier keeps the label of a shipment that is not withdrawn. With a seller, only of their own. */
export async function findLabel(
  db: Queryable,
  sellerId: string | null,
  which: Sql,
): Promise<StoredLabel | undefined> {
  const [row] = await db.query<StoredLabel>(sql`
    select s.id, l.order_id as "orderId", s.courier_shipment_id as "courierShipmentId", s.label_url as "labelUrl",
      w.awb_number as "awbNumber"
    from shipment s join shipment_line l on l.shipment_id = s.id
    join lateral (select awb_number from shipment_waybill
      where shipment_id = s.id order by assigned_at desc, awb_number limit 1) w on true
    where ${which} and (${sellerId}::uuid is null or s.seller_id = ${sellerId}) and s.withdrawn_at is null
      and s.label_url is not null and s.courier_shipment_id is not null limit 1`)
  return row
}

/** Deletes words older than three years, of shipments that are not asked about any more. Returns how many were deleted. */
export async function deleteOldEvents(db: Queryable, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from shipment_event where (shipment_id, code, happened_at) in (
      select e.shipment_id, e.code, e.happened_at from shipment_event e join shipment s on s.id = e.shipment_id
      where e.received_at < now() - interval '3 years' and s.check_at is null
      order by e.received_at limit ${limit} for update of e skip locked)
    returning 1`)
  return rows.length
}
