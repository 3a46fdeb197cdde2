/** SQL of what a seller packs. */
import { singleRow, type Queryable, type Tx } from '../../platform/db/client.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { inTab } from '../orders/queries.ts'
import { itemsOfShipment, measuredSize } from '../shipments/parcel-columns.ts'
import type { ParcelItem, ParcelSize } from '../shipments/parcel-rules.ts'
import type { StoredLabel } from '../shipments/queries.ts'

export interface ShipmentToSend {
  id: string
  /** By which the list is sorted. */
  firstOrderId: string
  isPacked: boolean
  waitsForSeller: boolean
  hasLabel: boolean
  /** YYYY-MM-DD. */
  pickupOn: string | null
  items: [ParcelItem, ...ParcelItem[]]
  measured: ParcelSize | null
}

/** Shipments of the seller that nobody has fetched. The index shipment_to_hand_over has the same condition. */
const toHandOver = (sellerId: string): Sql => sql`s.seller_id = ${sellerId} and s.kind = 'forward'
    and s.handed_over_at is null and s.withdrawn_at is null and s.ended_at is null`

/** One page, oldest order first, from behind the shipment of the order `after`. */
export async function listShipmentsToSend(
  db: Queryable,
  sellerId: string,
  isPacked: boolean,
  limit: number,
  after: string,
): Promise<ShipmentToSend[]> {
  return db.query(sql`
    select s.id, f.order_id as "firstOrderId", s.packed_at is not null as "isPacked", s.ready_at is null as "waitsForSeller",
      s.label_url is not null as "hasLabel", s.pickup_on::text as "pickupOn", ${itemsOfShipment} as items, ${measuredSize} as measured
    from shipment s cross join lateral (select l.order_id from shipment_line l where l.shipment_id = s.id
      order by l.order_id limit 1) f
    where ${toHandOver(sellerId)} and (s.packed_at is not null) = ${isPacked}::boolean and f.order_id > ${after}
    order by f.order_id limit ${limit}`)
}

export interface DispatchCounts {
  toPack: number
  late: number
  ready: number
  attention: number
}

/** `today`: what was to be handed over before it is late. */
export async function countDispatch(db: Queryable, sellerId: string, today: string): Promise<DispatchCounts> {
  return singleRow(
    await db.query<DispatchCounts>(sql`
      select count(*) filter (where s.packed_at is null)::int as "toPack", count(s.packed_at)::int as ready,
        count(*) filter (where exists (select from shipment_line l join order_promise p on p.order_id = l.order_id
          where l.shipment_id = s.id and p.hand_over_by < ${today}::date))::int as late,
        (select count(*)::int from orders o where o.seller_id = ${sellerId} and ${inTab.attention}) as attention
      from shipment s where ${toHandOver(sellerId)}`),
  )
}

/**
 * Locks the orders of the shipments that this seller has of these, and all that were paid with them. Returns the ids of the
 * shipments.
 */
export async function lockOwnShipments(tx: Tx, sellerId: string, ids: readonly string[]): Promise<string[]> {
  const own = await tx.query<{ id: string }>(sql`
    select id from shipment where id = any(${ids}::uuid[]) and seller_id = ${sellerId} and kind = 'forward'`)
  const owned = own.map(({ id }) => id)
  await tx.query(sql`
    select lock_orders_of(c.checkout_id) from (
      select distinct o.checkout_id from shipment_line l join orders o on o.id = l.order_id
      where l.shipment_id = any(${owned}::uuid[]) order by o.checkout_id) c`)
  return owned
}

/** The orders of these shipments that an administrator was told of. */
export async function listFlagged(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`
    select o.id from shipment_line l join orders o on o.id = l.order_id
    where l.shipment_id = any(${ids}::uuid[]) and o.needs_attention is not null order by o.id`)
  return rows.map(({ id }) => id)
}

/** Those of these shipments whose size the seller is about to say, with what is in them and the number of their first order. */
export async function listUnmeasured(
  tx: Tx,
  ids: readonly string[],
): Promise<{ id: string; number: string; items: [ParcelItem, ...ParcelItem[]] }[]> {
  return tx.query(sql`
    select s.id, f.number, ${itemsOfShipment} as items
    from shipment s cross join lateral (select o.number from shipment_line l join orders o on o.id = l.order_id
      where l.shipment_id = s.id order by o.id limit 1) f
    where s.id = any(${ids}::uuid[]) and s.ready_at is null`)
}

interface PackedShipment {
  id: string
  orderId: string
  /** It waited for its seller, and no other one of its pieces has to be cancelled first. */
  isDue: boolean
}

/**
 * They are packed. One that waited for its seller is due and keeps the size of the same place in `sizes` (null: that of its
 * products), unless the courier may still have another shipment of its pieces. Those that are packed already are returned as
 * they are, those that were withdrawn, fetched or stopped are not. The caller has locked the orders.
 */
export async function recordPacked(
  tx: Tx,
  ids: readonly string[],
  sizes: readonly (ParcelSize | null)[],
): Promise<PackedShipment[]> {
  const side = (of: keyof ParcelSize) => sql`${sizes.map((size) => size?.[of] ?? null)}::numeric[]`
  return tx.query(sql`
    with given as (
      select * from unnest(${ids}::uuid[], ${side('weightGrams')}, ${side('lengthCm')}, ${side('widthCm')}, ${side('heightCm')})
        as g (id, weight_grams, length_cm, width_cm, height_cm)
    ), open as (
      select s.id, s.ready_at is null as waited, s.packed_at is not null as was_packed, (select l.order_id from shipment_line l
        where l.shipment_id = s.id order by l.order_id limit 1) as order_id,
        exists (select from shipment_line a join shipment_line b on b.order_id = a.order_id
          join shipment w on w.id = b.shipment_id
          where a.shipment_id = s.id and w.kind = 'forward' and w.withdrawn_at is not null and w.ended_at is null) as is_blocked
      from shipment s where s.id = any(${ids}::uuid[]) and s.handed_over_at is null and s.withdrawn_at is null
        and s.ended_at is null and s.stopped_at is null
      order by s.id for no key update
    ), packed as (
      update shipment s set packed_at = now(), ready_at = coalesce(s.ready_at, now()),
        check_at = case when o.waited and not o.is_blocked then now() else s.check_at end,
        is_measured = s.is_measured or o.waited and g.weight_grams is not null,
        weight_grams = case when o.waited then g.weight_grams else s.weight_grams end,
        length_cm = case when o.waited then g.length_cm else s.length_cm end,
        width_cm = case when o.waited then g.width_cm else s.width_cm end,
        height_cm = case when o.waited then g.height_cm else s.height_cm end
      from open o join given g on g.id = o.id where s.id = o.id and not o.was_packed
    )
    select id, order_id as "orderId", waited and not is_blocked as "isDue" from open`)
}

/** A shipment with all that its label and its packing slip need; nulls before it has a label. */
export interface PapersRow extends Omit<
  StoredLabel,
  'orderId' | 'courierShipmentId' | 'labelUrl' | 'awbNumber'
> {
  courierShipmentId: string | null
  labelUrl: string | null
  manifestUrl: string | null
  awbNumber: string | null
  courierName: string | null
  sellerCompany: string
  to: { firstName: string; lastName: string; street: string; city: string; state: string; pinCode: string }
  items: { number: string; name: string; units: number }[]
}

/** Those of these shipments that are this seller's, and neither withdrawn nor refunded whole. Places are as the courier has them. */
export async function listPapers(
  db: Queryable,
  sellerId: string,
  ids: readonly string[],
): Promise<PapersRow[]> {
  return db.query(sql`
    select s.id, s.courier_shipment_id as "courierShipmentId", s.label_url as "labelUrl",
      s.manifest_url as "manifestUrl", w.awb_number as "awbNumber", w.courier_name as "courierName", c.company_name as "sellerCompany", coalesce(s.to_place, '{}') as to,
      (select coalesce(jsonb_agg(jsonb_build_object('number', o.number, 'name', o.product_name, 'units', l.units) order by o.id), '[]')
        from shipment_line l join orders o on o.id = l.order_id where l.shipment_id = s.id) as items
    from shipment s join company c on c.id = s.seller_id
    left join lateral (select awb_number, courier_name from shipment_waybill
      where shipment_id = s.id order by assigned_at desc, awb_number limit 1) w on true
    where s.id = any(${ids}::uuid[]) and s.seller_id = ${sellerId} and s.kind = 'forward' and s.withdrawn_at is null
      and exists (select from shipment_line l join orders o on o.id = l.order_id
        where l.shipment_id = s.id and o.status <> 'refunded')`)
}

/** The first manifest of each of these stays. */
export async function recordManifest(db: Queryable, ids: readonly string[], url: string): Promise<void> {
  await db.query(sql`
    update shipment set manifest_url = coalesce(manifest_url, ${url}) where id = any(${ids}::uuid[])`)
}
