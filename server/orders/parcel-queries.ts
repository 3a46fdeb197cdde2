/** SQL of parcels: what a booking needs, what it has reached, and what the courier tells of the way. */
import type { Queryable, Tx } from '../db/client.ts'
import { sql } from '../db/sql.ts'
import { handedOverCodes } from '../shipping/rules.ts'
import { notBooked } from './parcel-rules.ts'
import type { OrderRow } from './queries.ts'

/** What a person is told beside a booking that failed; words about the booking are always the last. */
const besideBooking = sql`nullif(rtrim(split_part(needs_attention, ${notBooked}, 1)), '')`

export interface ParcelRow {
  id: string
  createdAt: Date
  tries: number
  bookingStarted: boolean
  shipmentId: string | null
  awbNumber: string | null
  labelUrl: string | null
  pickupRequested: boolean
  quantity: number
  amountPaise: number
  productId: string
  productName: string
  weightGrams: number
  lengthCm: number
  widthCm: number
  heightCm: number
  to: {
    firstName: string
    lastName: string
    email: string
    mobile: string
    street: string
    city: string
    state: string
    pinCode: string
  }
  seller: {
    id: string
    companyName: string
    email: string
    mobile: string
    buildingNo: string
    street: string
    landmark: string
    city: string
    state: string
    pinCode: string
    pickupLocation: string | null
  }
}

/** Long enough for every call of a booking to run into its time limit. */
const leaseSeconds = 300
const lease = sql`now() + ${leaseSeconds} * interval '1 second'`
/** A turn that nobody is to take any more stays so, however late its holder writes. */
const keptLease = sql`case when parcel_check_at is not null then ${lease} end`

/** An order whose money somebody wants to give back; whoever is about to book it, or hears of its parcel, waits. */
export interface OrderToRefund {
  id: string
  checkoutId: string
  status: OrderRow['status']
  productId: string
  productName: string
  quantity: number
  amountPaise: number
  shipmentStatus: string | null
  shipmentStatusCode: number | null
  awbNumber: string | null
  needsAttention: string | null
  bookingStarted: boolean
  checkAt: Date | null
  /** Somebody works on the parcel at this moment, or may. */
  beingBooked: boolean
  handedOver: boolean
  buyerEmail: string
  buyerName: string
  sellerEmail: string
  sellerName: string
}

const toRefund = sql`
  select o.id, o.checkout_id as "checkoutId", o.status, o.product_id as "productId", o.product_name as "productName", o.quantity,
    o.amount_paise as "amountPaise", o.shipment_status as "shipmentStatus", o.shipment_status_code as "shipmentStatusCode",
    o.awb_number as "awbNumber", o.needs_attention as "needsAttention", o.booking_started_at is not null as "bookingStarted",
    o.parcel_check_at as "checkAt",
    coalesce(o.parcel_check_at between now() and ${lease}, false) as "beingBooked",
    exists (select from parcel_event e where e.order_id = o.id and e.code = any(${handedOverCodes}::int[])) as "handedOver",
    a.email as "buyerEmail", c.first_name as "buyerName", sa.email as "sellerEmail", s.company_name as "sellerName"
  from orders o join customer c on c.account_id = o.customer_id join account a on a.id = o.customer_id
  join seller s on s.account_id = o.seller_id join account sa on sa.id = o.seller_id`

export async function readOrderToRefund(db: Queryable, orderId: string): Promise<OrderToRefund | undefined> {
  return (await db.query<OrderToRefund>(sql`${toRefund} where o.id = ${orderId}`))[0]
}

/** The same, with all orders of its checkout locked: they share one payment. */
export async function lockOrderToRefund(tx: Tx, orderId: string): Promise<OrderToRefund | undefined> {
  await tx.query(sql`
    select 1 from orders where checkout_id = (select checkout_id from orders where id = ${orderId})
    order by id for no key update`)
  return readOrderToRefund(tx, orderId)
}

/** The one step that ends an order: nobody books its parcel or moves it on afterwards. */
export async function markRefunded(tx: Tx, orderId: string): Promise<void> {
  await tx.query(sql`
    update orders set status = 'refunded', needs_attention = null, parcel_check_at = null, updated_at = now()
    where id = ${orderId}`)
}

/** Takes parcels whose turn it is, so that no other worker does; one by id, or the longest waiting. Answers their ids. */
export async function takeDueParcels(
  db: Queryable,
  which: { id: string } | { limit: number },
): Promise<string[]> {
  const due =
    'id' in which
      ? sql`and id = ${which.id} for update skip locked`
      : sql`order by parcel_check_at limit ${which.limit} for update skip locked`
  const rows = await db.query<{ id: string }>(sql`
    update orders set parcel_check_at = ${lease}
    where id in (select id from orders where parcel_check_at <= now() ${due}) returning id`)
  return rows.map((row) => row.id)
}

/**
 * Said right before a call that the courier cannot take back: the turn begins anew. Answers false for a parcel that nobody
 * is to book any more, as when its order was refunded.
 */
export async function renewLease(db: Queryable, orderId: string): Promise<boolean> {
  const rows = await db.query(sql`
    update orders set parcel_check_at = ${lease} where id = ${orderId} and parcel_check_at is not null returning 1`)
  return rows.length === 1
}

export async function readParcel(db: Queryable, orderId: string): Promise<ParcelRow | undefined> {
  const [row] = await db.query<ParcelRow>(sql`
    select o.id, o.created_at as "createdAt", o.parcel_tries as tries, o.booking_started_at is not null as "bookingStarted",
      o.shipment_id as "shipmentId", o.awb_number as "awbNumber", o.shipment_label_url as "labelUrl",
      o.pickup_requested_at is not null as "pickupRequested", o.quantity, o.amount_paise as "amountPaise",
      o.product_id as "productId", o.product_name as "productName", p.weight_grams as "weightGrams",
      p.length_cm as "lengthCm", p.width_cm as "widthCm", p.height_cm as "heightCm",
      json_build_object('firstName', c.first_name, 'lastName', c.last_name, 'email', buyer.email, 'mobile', c.mobile,
        'street', o.street, 'city', o.city, 'state', o.state_name, 'pinCode', o.pin_code) as "to",
      json_build_object('id', s.account_id, 'companyName', s.company_name, 'email', a.email, 'mobile', s.mobile,
        'buildingNo', s.building_no, 'street', s.street, 'landmark', s.landmark, 'city', s.city, 'state', s.state,
        'pinCode', s.pin_code, 'pickupLocation', s.pickup_location) as seller
    from orders o
    join product p on p.id = o.product_id
    join customer c on c.account_id = o.customer_id
    join account buyer on buyer.id = o.customer_id
    join seller s on s.account_id = o.seller_id
    join account a on a.id = o.seller_id
    where o.id = ${orderId}`)
  return row
}

/** Before the first call that could make a shipment: every later try looks first for what this one left. */
export async function recordBookingStart(db: Queryable, orderId: string): Promise<void> {
  await db.query(sql`
    update orders set booking_started_at = now(), parcel_check_at = ${keptLease}, updated_at = now()
    where id = ${orderId} and booking_started_at is null`)
}

export async function recordShipment(
  db: Queryable,
  orderId: string,
  parcel: { shipmentId: string; courierOrderId: string },
): Promise<void> {
  await db.query(sql`
    update orders set shipment_id = ${parcel.shipmentId}, courier_order_id = ${parcel.courierOrderId},
      parcel_check_at = ${keptLease}, updated_at = now()
    where id = ${orderId} and shipment_id is null`)
}

/** The parcel is booked: pending → processing. A webhook may have been quicker than this answer. */
export async function recordAirwaybill(
  db: Queryable,
  orderId: string,
  airwaybill: { awbNumber: string; courierName: string },
): Promise<void> {
  await db.query(sql`
    update orders set awb_number = ${airwaybill.awbNumber}, courier_name = ${airwaybill.courierName},
      status = case when status = 'pending' then 'processing' else status end,
      shipment_status = coalesce(shipment_status, 'Pending'), shipment_status_code = coalesce(shipment_status_code, 1),
      parcel_check_at = ${keptLease}, updated_at = now()
    where id = ${orderId} and awb_number is null`)
}

export async function recordLabel(db: Queryable, orderId: string, labelUrl: string): Promise<void> {
  await db.query(
    sql`update orders set shipment_label_url = ${labelUrl}, updated_at = now() where id = ${orderId}`,
  )
}

export async function recordPickup(db: Queryable, orderId: string): Promise<void> {
  await db.query(sql`
    update orders set pickup_requested_at = now(), updated_at = now() where id = ${orderId} and pickup_requested_at is null`)
}

/** Booked whole: what a person was asked to see about is done, and from now on the way is watched. */
export async function recordBooked(db: Queryable, orderId: string, nextSeconds: number): Promise<void> {
  await db.query(sql`
    update orders set parcel_tries = 0, needs_attention = ${besideBooking},
      parcel_check_at = now() + ${nextSeconds} * interval '1 second'
    where id = ${orderId} and parcel_check_at is not null`)
}

/**
 * Next time later. `flag` asks a person to look, in place of what was said of the booking before; other words stay, as those
 * about money that went back: the goods must not leave without anybody knowing. Null keeps what is there. `seconds` null:
 * never again.
 */
export async function postponeParcel(
  db: Queryable,
  orderId: string,
  seconds: number | null,
  flag: string | null,
): Promise<void> {
  await db.query(sql`
    update orders set parcel_tries = parcel_tries + 1,
      needs_attention = case when ${flag}::text is null then needs_attention else concat_ws(' ', ${besideBooking}, ${flag}::text) end,
      parcel_check_at = now() + ${seconds}::float8 * interval '1 second'
    where id = ${orderId} and parcel_check_at is not null`)
}

/** Watched again after `seconds`. */
export async function watchAgain(db: Queryable, orderId: string, seconds: number): Promise<void> {
  await db.query(sql`
    update orders set parcel_tries = 0, parcel_check_at = now() + ${seconds} * interval '1 second'
    where id = ${orderId} and parcel_check_at is not null`)
}

/** The order that a webhook speaks of; the AWB number decides where both are named. */
export async function findOrderOfParcel(
  db: Queryable,
  parcel: { awbNumber: string | undefined; orderId: string | undefined },
): Promise<string | undefined> {
  const rows = await db.query<{ id: string }>(sql`
    select id from orders
    where status <> 'refunded' and (awb_number = ${parcel.awbNumber ?? null} or id = ${parcel.orderId ?? null}::uuid
      and (awb_number is null or ${parcel.awbNumber ?? null}::text is null))
    limit 1`)
  return rows[0]?.id
}

export interface MovingParcel {
  id: string
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

export async function lockParcel(tx: Tx, orderId: string): Promise<MovingParcel | undefined> {
  const [row] = await tx.query<MovingParcel>(sql`
    select o.id, o.status, o.shipment_status as "shipmentStatus", o.needs_attention as "needsAttention",
      o.product_name as "productName", o.quantity, o.courier_name as "courierName", o.awb_number as "awbNumber",
      a.email as "buyerEmail", c.first_name as "buyerName"
    from orders o join customer c on c.account_id = o.customer_id join account a on a.id = o.customer_id
    where o.id = ${orderId} for no key update of o`)
  return row
}

/**
 * Answers false for what is known already. The sweep is told the present state again and again, at times without its
 * moment: for it the code alone counts.
 */
export async function recordEvent(
  tx: Tx,
  orderId: string,
  event: { code: number; words: string; at: Date },
  heardBy: 'webhook' | 'sweep',
): Promise<boolean> {
  const known = heardBy === 'sweep' ? sql`order_id = ${orderId} and code = ${event.code}` : sql`false`
  const rows = await tx.query(sql`
    insert into parcel_event (order_id, code, happened_at, words, heard_by)
    select ${orderId}::uuid, ${event.code}::int, ${event.at}::timestamptz, ${event.words}, ${heardBy}
    where not exists (select from parcel_event where ${known})
    on conflict do nothing returning code`)
  return rows.length === 1
}

export async function recordMove(
  tx: Tx,
  orderId: string,
  move: {
    status: OrderRow['status']
    shipmentStatus: string | null
    code: number
    deliveredAt: Date | null
    needsAttention: string | null
    ended: boolean
  },
): Promise<void> {
  await tx.query(sql`
    update orders set status = ${move.status}, shipment_status = ${move.shipmentStatus}, shipment_status_code = ${move.code},
      delivery_date = coalesce(delivery_date, ${move.deliveredAt}), needs_attention = ${move.needsAttention},
      parcel_check_at = case when ${move.ended} then null else parcel_check_at end, updated_at = now()
    where id = ${orderId}`)
}

/** Where the label of an order is; of a seller's own, where one is named. */
export async function findLabel(
  db: Queryable,
  sellerId: string | null,
  orderId: string,
): Promise<{ shipmentId: string; labelUrl: string; awbNumber: string } | undefined> {
  const [row] = await db.query<{ shipmentId: string; labelUrl: string; awbNumber: string }>(sql`
    select shipment_id as "shipmentId", shipment_label_url as "labelUrl", awb_number as "awbNumber" from orders
    where id = ${orderId} and (${sellerId}::uuid is null or seller_id = ${sellerId}) and shipment_label_url is not null and shipment_id is not null
      and status <> 'refunded'`)
  return row
}

/** News of three years ago, of parcels that nobody asks the courier about any more. */
export async function deleteOldParcelEvents(db: Queryable, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from parcel_event where (order_id, code, happened_at) in (
      select e.order_id, e.code, e.happened_at from parcel_event e join orders o on o.id = e.order_id
      where e.received_at < now() - interval '3 years' and o.parcel_check_at is null
      order by e.received_at limit ${limit} for update of e skip locked)
    returning 1`)
  return rows.length
}

/**
 * Asks for attention to the orders of a checkout that were kept, where `surplusPaise` went back beside the refunded ones and
 * one of them may have been meant. What was said of them before stays behind the new words; the same words are said once.
 */
export async function flagKeptOrders(
  db: Queryable,
  { checkoutId, surplusPaise, words }: { checkoutId: string; surplusPaise: number; words: string },
): Promise<void> {
  await db.query(sql`
    update orders set needs_attention = concat_ws(' ', ${words}::text, needs_attention), updated_at = now()
    where checkout_id = ${checkoutId} and status <> 'refunded'
      and position(${words}::text in coalesce(needs_attention, '')) = 0
      and ${surplusPaise}::bigint >= (
        select min(amount_paise) from orders where checkout_id = ${checkoutId} and status <> 'refunded')`)
}
