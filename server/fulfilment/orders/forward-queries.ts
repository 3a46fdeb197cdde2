/** SQL of orders whose shipment is booked or moves. */
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { bookingFailed } from '../shipments/parcel-rules.ts'
import { showShipment } from '../shipments/queries.ts'
import { unflagOrder } from './flag-order.ts'
import type { OrderRow } from './queries.ts'

/** The attention of the order without the text about its booking, which always comes last. */
const otherAttention = sql`nullif(rtrim(split_part(needs_attention, ${bookingFailed}, 1)), '')`

/**
 * `flag` replaces the earlier text about the booking; null removes it. Other texts stay, such as those about money that was
 * refunded at the provider: the goods must not leave unnoticed.
 */
export async function flagBooking(tx: Tx, orderId: string, flag: string | null): Promise<void> {
  await tx.query(sql`
    update orders set needs_attention = nullif(concat_ws(' ', ${otherAttention}, ${flag}::text), ''), updated_at = now()
    where id = ${orderId} and (${flag}::text is not null or needs_attention is not null)`)
}

/** An order as the courier's words change it, with the data of the mails about them. */
export interface TrackedOrder {
  id: string
  number: string
  status: OrderRow['status']
  productName: string
  quantity: number
  /** Cancelled pieces that the courier carries all the same. */
  strayUnits: number
  courierName: string | null
  awbNumber: string | null
  buyerEmail: string
  buyerName: string
  sellerEmail: string
  sellerName: string
}

/** The orders of a shipment. The caller has locked them. */
export async function listTrackedOrders(tx: Tx, shipmentId: string): Promise<TrackedOrder[]> {
  return tx.query(sql`
    select o.id, o.number, o.status, o.product_name as "productName", o.quantity - o.cancelled_units as quantity,
      l.stray_units as "strayUnits", o.courier_name as "courierName", o.awb_number as "awbNumber", p.buyer_email as "buyerEmail", p.buyer_first_name as "buyerName",
      p.seller_email as "sellerEmail", p.seller_company as "sellerName"
    from shipment_line l join orders o on o.id = l.order_id join order_parties p on p.order_id = o.id
    where l.shipment_id = ${shipmentId} order by o.id`)
}

/** Cancelled pieces of an order without a sale, which the courier carries all the same, count as handed over. Returns how many. */
export async function countAsCarried(tx: Tx, orderId: string): Promise<number> {
  const [carried] = await tx.query<{ shipmentId: string; units: number }>(sql`
    select s.id as "shipmentId", s.stray_units as units from order_shipment s join order_money m on m.order_id = s.order_id
    where s.order_id = ${orderId} and s.stray_units > 0 and s.handed_over_at is not null and not m.is_sold`)
  if (!carried) return 0
  await tx.query(sql`
    update shipment_line set stray_units = 0 where shipment_id = ${carried.shipmentId} and order_id = ${orderId}`)
  await tx.query(sql`
    update orders set cancelled_units = cancelled_units - ${carried.units}, returned_units = returned_units + ${carried.units},
      updated_at = now()
    where id = ${orderId}`)
  return carried.units
}

export async function countAsReversed(tx: Tx, orderId: string, paise: number): Promise<void> {
  await tx.query(sql`update orders set reversed_paise = reversed_paise + ${paise} where id = ${orderId}`)
}

/** From when a delivery counts: where the shop hears of it a day late (it was held, or the webhook was lost), from now. */
export const countsFrom = (deliveredAt: Date | null): Sql => sql`
  case when ${deliveredAt}::timestamptz < now() - interval '1 day' then now() else ${deliveredAt}::timestamptz end`

/** What of the shipment the order shows writes `showShipment`. */
export async function updateTrackedOrder(
  tx: Tx,
  orderId: string,
  change: { status: OrderRow['status']; deliveredAt: Date | null },
): Promise<void> {
  await tx.query(sql`
    update orders set status = ${change.status},
      -- The time for returns and the seller's payout count from here. The buyer could not use it before the shop knew.
      delivery_date = case when ${change.status} = 'completed' then coalesce(delivery_date, ${countsFrom(change.deliveredAt)}) end,
      has_no_terms = has_no_terms or not exists (select from order_money m where m.order_id = orders.id), updated_at = now()
    where id = ${orderId}`)
}

/** Removes these texts from the orders of a withdrawn shipment, except where the courier has another one of them. */
export async function unflagWithdrawn(tx: Tx, shipmentId: string, words: readonly string[]): Promise<void> {
  const orders = await tx.query<{ id: string }>(sql`
    select l.order_id as id from shipment_line l where l.shipment_id = ${shipmentId} and not exists (
      select from shipment_line m join shipment s on s.id = m.shipment_id
      where m.order_id = l.order_id and s.id <> l.shipment_id and s.kind = 'forward' and s.withdrawn_at is not null
        and s.booking_started_at is not null and s.ended_at is null)`)
  for (const { id } of orders) await unflagOrder(tx, id, words)
}

/** Puts the next shipment of the pieces that are left in the place of a withdrawn one. The caller has locked the order. */
export async function endBookedParcel(tx: Tx, orderId: string): Promise<void> {
  await tx.query(sql`
    update orders set status = 'pending', shipment_id = null, awb_number = null, courier_name = null, shipment_label_url = null,
      shipment_status = null, shipment_status_code = null, needs_attention = ${otherAttention}, updated_at = now()
    where id = ${orderId}`)
}

/** What is left of the orders of a shipment, of those that the courier has not stopped. */
export async function listPiecesLeft(
  tx: Tx,
  shipmentId: string,
): Promise<{ orderId: string; units: number }[]> {
  return tx.query(sql`
    select o.id as "orderId", o.quantity - o.cancelled_units as units
    from shipment_line l join orders o on o.id = l.order_id
    where l.shipment_id = ${shipmentId} and o.status not in ('cancelled', 'refunded') and o.quantity > o.cancelled_units
    order by o.id`)
}

/** The number of the next shipment that is called after an order. */
export async function nextParcelNo(db: Queryable, orderId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*) as count from shipment_line l join shipment s on s.id = l.shipment_id
    where l.order_id = ${orderId} and s.kind = 'forward' and starts_with(s.reference, ${orderId})`)
  return (row?.count ?? 0) + 1
}

/** Whether the courier may still have a withdrawn shipment of one of these orders. */
export async function isBeingCancelled(tx: Tx, orderIds: readonly string[]): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 from shipment_line l join shipment s on s.id = l.shipment_id
    where l.order_id = any(${orderIds}::uuid[]) and s.kind = 'forward' and s.withdrawn_at is not null and s.ended_at is null limit 1`)
  return rows.length > 0
}

export async function recordRestocked(
  tx: Tx,
  shipmentId: string,
  orderId: string,
  units: number,
): Promise<void> {
  await tx.query(sql`
    update shipment_line set restocked_units = restocked_units + ${units}
    where shipment_id = ${shipmentId} and order_id = ${orderId}`)
}

/** Makes the shipments due that waited for this one, where no other one has to be cancelled first. */
export async function releaseWaiting(
  tx: Tx,
  shipmentId: string,
): Promise<{ shipmentId: string; orderId: string }[]> {
  return tx.query(sql`
    update shipment n set check_at = now()
    from shipment_line l join shipment_line m on m.order_id = l.order_id
    where l.shipment_id = ${shipmentId} and m.shipment_id = n.id and n.kind = 'forward' and n.withdrawn_at is null
      and n.booking_started_at is null and n.check_at is null and n.ended_at is null and n.ready_at is not null
      and not exists (select from shipment_line a join shipment_line b on b.order_id = a.order_id
        join shipment s on s.id = b.shipment_id
        where a.shipment_id = n.id and s.kind = 'forward' and s.withdrawn_at is not null and s.ended_at is null)
    returning n.id as "shipmentId", m.order_id as "orderId"`)
}

/** Whether the courier has another shipment of these orders, so that both have their pieces. */
export async function isFetchedTwice(tx: Tx, shipmentId: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 from shipment_line l join order_shipment s on s.order_id = l.order_id
    where l.shipment_id = ${shipmentId} and s.id <> l.shipment_id and s.handed_over_at is not null limit 1`)
  return rows.length > 0
}

/** Makes a withdrawn shipment the one of its orders again, because the courier has it, and ends those that were to take its place. */
export async function takeOverLines(tx: Tx, shipmentId: string): Promise<void> {
  await tx.query(sql`
    update shipment n set withdrawn_at = now(), tries = 0,
      ended_at = case when n.booking_started_at is null then now() end,
      check_at = case when n.booking_started_at is not null then now() end
    from shipment_line l join shipment_line m on m.order_id = l.order_id
    where l.shipment_id = ${shipmentId} and m.shipment_id = n.id and n.id <> ${shipmentId} and n.kind = 'forward'
      and n.withdrawn_at is null`)
  await tx.query(sql`
    update shipment set withdrawn_at = null, check_at = coalesce(check_at, now()), tries = 0 where id = ${shipmentId}`)
  await tx.query(sql`
    update shipment_line l set stray_units = l.units - least(l.units, o.quantity - o.cancelled_units)
    from orders o where l.shipment_id = ${shipmentId} and o.id = l.order_id`)
  await showShipment(tx, shipmentId)
}

/** Pieces of an order that change the stock. */
interface StockPieces {
  orderId: string
  productId: string
  quantity: number
}

/** Pieces of a shipment that are counted in the stock, although the courier carries them: they are not counted any more. */
export async function retakePieces(tx: Tx, shipmentId: string): Promise<StockPieces[]> {
  const pieces = await tx.query<StockPieces>(sql`
    with back as (
      select m.shipment_id, m.order_id, m.restocked_units from shipment_line l
      join shipment a on a.id = l.shipment_id join shipment_line m on m.order_id = l.order_id
      join shipment s on s.id = m.shipment_id and s.kind = 'forward' and s.created_at >= a.created_at
      where l.shipment_id = ${shipmentId} and m.restocked_units > 0
    ), cleared as (
      update shipment_line m set restocked_units = 0 from back b where m.shipment_id = b.shipment_id and m.order_id = b.order_id
    )
    select o.id as "orderId", o.product_id as "productId", sum(b.restocked_units)::int as quantity
    from back b join orders o on o.id = b.order_id group by o.id, o.product_id`)
  for (const { orderId, quantity } of pieces)
    await tx.query(sql`
      update shipment_line set retaken_units = retaken_units + ${quantity}
      where shipment_id = ${shipmentId} and order_id = ${orderId}`)
  return pieces
}

/** The contrary: the courier does not carry them after all. */
export async function restockRetaken(tx: Tx, shipmentId: string): Promise<StockPieces[]> {
  return tx.query(sql`
    with retaken as (
      select order_id, retaken_units from shipment_line where shipment_id = ${shipmentId} and retaken_units > 0
    )
    update shipment_line l set restocked_units = l.restocked_units + r.retaken_units, retaken_units = 0
    from retaken r join orders o on o.id = r.order_id
    where l.shipment_id = ${shipmentId} and l.order_id = r.order_id
    returning o.id as "orderId", o.product_id as "productId", r.retaken_units as quantity`)
}

/** The shipment that carries an order, or the last one that was to carry it; undefined for an unknown order. */
export async function findParcelOfOrder(
  tx: Tx,
  orderId: string,
): Promise<{ shipmentId: string | null } | undefined> {
  const [row] = await tx.query<{ shipmentId: string | null }>(sql`
    select (select s.id from shipment_line l join shipment s on s.id = l.shipment_id
      where l.order_id = o.id and s.kind = 'forward' and s.booking_started_at is not null
      order by s.withdrawn_at is not null, s.created_at desc limit 1) as "shipmentId"
    from orders o where o.id = ${orderId}`)
  return row
}
