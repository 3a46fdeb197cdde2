/** SQL of what couriers weigh and charge. */
import type { WeightState } from '../../../contract/weight-words.ts'
import { newId } from '../../platform/db/ids.ts'
import { type Queryable, singleRow, type Tx } from '../../platform/db/client.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import { emptySql, type Sql, sql } from '../../platform/db/sql.ts'
import type { ParcelSize } from '../shipments/parcel-rules.ts'
import type { BillRow } from './bill-rules.ts'

/** The courier's weight of a shipment. Returns false where it is known, or the bill said another one. The caller has locked the orders. */
export async function recordAppliedWeight(
  tx: Tx,
  shipmentId: string,
  grams: number,
  by: 'tracking' | 'bill',
): Promise<boolean> {
  const rows = await tx.query(sql`
    update shipment set applied_grams = ${grams}, applied_by = ${by}
    where id = ${shipmentId} and (applied_grams is distinct from ${grams}::numeric or applied_by is distinct from ${by})
      and (${by} = 'bill' or applied_by is distinct from 'bill') returning 1`)
  return rows.length === 1
}

/** Whether the courier's bill has named this shipment, or tracking has said this weight. */
export async function isWeightKnown(db: Queryable, shipmentId: string, grams: number): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from shipment where id = ${shipmentId} and (applied_by = 'bill' or applied_grams = ${grams}::numeric)`)
  return rows.length === 1
}

/** A parcel to a buyer that was sold, as it was charged for, packed, and weighed by the courier. */
export interface WeighedShipment {
  shipmentId: string
  sellerId: string
  /** Whose sale is charged. */
  orderId: string
  /** What the sale of its pieces charged for. */
  paidGrams: number
  /** The same, or what was packed where that is more: the larger of weight and volume. */
  packedGrams: number
  /** Null: it travels with an air waybill of which the courier has not said a weight yet. */
  appliedGrams: number | null
  /** By the shipping charges of the day of the order; not above 0 where nothing is to be charged. */
  paise: number
  gstOnFeesBp: number
}

/** Undefined for a shipment whose weight is no seller's: a return, goods that were never sold, what was withdrawn or never left. */
export async function readWeighed(
  tx: Tx,
  shipmentId: string,
  divisor: number,
): Promise<WeighedShipment | undefined> {
  const [row] = await tx.query<WeighedShipment>(sql`
    select s.id as "shipmentId", s.seller_id as "sellerId", f.order_id as "orderId", p.grams as "paidGrams",
      greatest(p.grams, s.weight_grams,
        -- No side is sent as less than a centimetre.
        greatest(s.length_cm, 1) * greatest(s.width_cm, 1) * greatest(s.height_cm, 1) * 1000 / ${divisor}::numeric) as "packedGrams",
      s.applied_grams as "appliedGrams", f.gst_on_fees_bp as "gstOnFeesBp",
      (shipping_paise_for(coalesce(s.applied_grams, 0), f.day) - shipping_paise_for(p.grams, f.day))::bigint as paise
    from shipment s
    cross join lateral (select l.order_id, m.gst_on_fees_bp, (o.created_at at time zone 'Asia/Kolkata')::date as day
      from shipment_line l join orders o on o.id = l.order_id join order_money m on m.order_id = l.order_id and m.is_sold
      where l.shipment_id = s.id order by l.order_id limit 1) f
    cross join lateral (select coalesce(sum(m.piece_grams * l.units), 0) as grams
      from shipment_line l join order_money m on m.order_id = l.order_id where l.shipment_id = s.id) p
    where s.id = ${shipmentId} and s.kind <> 'return' and s.weight_grams is not null
      and s.handed_over_at is not null and s.withdrawn_at is null`)
  return row
}

export interface Difference {
  id: string
  shipmentId: string
  orderId: string
  state: WeightState
  paise: number
  gstPaise: number
  packedGrams: number
  appliedGrams: number
  chargedNo: number | null
  isDue: boolean
  /** Until then the courier has to weigh a charged parcel again; and whether it is too late. */
  weighBy: Date | null
  isOverdue: boolean
  /** An administrator has charged nothing for a held weight, of which the seller has said nothing. */
  isDismissed: boolean
}
const differenceColumns = sql`id, shipment_id as "shipmentId", order_id as "orderId", state, paise, gst_paise as "gstPaise",
  packed_grams as "packedGrams", applied_grams as "appliedGrams", charged_no::int as "chargedNo", due_at <= now() as "isDue",
  weigh_by as "weighBy", coalesce(weigh_by <= now(), false) as "isOverdue",
  state = 'accepted' and words is null as "isDismissed"`

/** The caller has locked the orders of its shipment, which all that changes it does first. */
export async function readDifference(tx: Tx, which: Sql): Promise<Difference | undefined> {
  const [row] = await tx.query<Difference>(
    sql`select ${differenceColumns} from weight_difference where ${which}`,
  )
  return row
}

/**
 * Announces a difference, or holds it for a person; also one that was withdrawn or dismissed, or whose weight the courier has changed
 * before it was charged. What is disputed stays so.
 */
export async function announceDifference(
  tx: Tx,
  { shipmentId, orderId, sellerId, paidGrams, paise }: WeighedShipment,
  appliedGrams: number,
  gstPaise: number,
  { state, days }: { state: 'held' | 'announced'; days: number },
): Promise<Difference> {
  return singleRow(
    await tx.query<Difference>(sql`
      insert into weight_difference as d (id, shipment_id, order_id, seller_id, packed_grams, applied_grams, paise, gst_paise, state, due_at)
      values (${newId()}, ${shipmentId}, ${orderId}, ${sellerId}, ${paidGrams}, ${appliedGrams}, ${paise}, ${gstPaise}, ${state},
        now() + ${days} * interval '1 day')
      on conflict (shipment_id) do update set packed_grams = excluded.packed_grams, applied_grams = excluded.applied_grams,
        paise = excluded.paise, gst_paise = excluded.gst_paise, due_at = excluded.due_at, updated_at = now(),
        state = case d.state when 'disputed' then 'disputed' else excluded.state end
      returning ${differenceColumns}`),
  )
}

/** Another weight with the same charge: nobody is told, and its days go on. The caller has locked the orders. */
export async function recordSameCharge(tx: Tx, id: string, appliedGrams: number): Promise<void> {
  await tx.query(sql`update weight_difference set applied_grams = ${appliedGrams} where id = ${id}`)
}

/** The charge came back for want of a weight: it can be charged anew. The caller has locked the orders and given it back. */
export async function withdrawCharged(tx: Tx, id: string): Promise<void> {
  await tx.query(sql`
    update weight_difference set state = 'withdrawn', charged_no = null, weigh_by = null, updated_at = now() where id = ${id}`)
}

/** The parcel of a charge has another air waybill. The caller has locked the orders. */
export async function waitForWeight(tx: Tx, id: string, days: number): Promise<void> {
  await tx.query(
    sql`update weight_difference set weigh_by = now() + ${days} * interval '1 day' where id = ${id}`,
  )
}

export async function endWaitForWeight(tx: Tx, id: string): Promise<void> {
  await tx.query(sql`update weight_difference set weigh_by = null where id = ${id} and weigh_by <= now()`)
}

/** A person has confirmed a held weight: its days begin. The caller has locked the orders and read its state. */
export async function announceHeld(tx: Tx, id: string, days: number): Promise<void> {
  await tx.query(sql`
    update weight_difference set state = 'announced', due_at = now() + ${days} * interval '1 day', updated_at = now()
    where id = ${id}`)
}

/** The seller disputes it in time. Returns its order; undefined where it is too late. The caller has locked the orders. */
export async function recordDispute(tx: Tx, id: string, words: string): Promise<string | undefined> {
  const [row] = await tx.query<{ orderId: string }>(sql`
    update weight_difference set state = 'disputed', words = ${words}, updated_at = now()
    where id = ${id} and state = 'announced' and due_at > now() returning order_id as "orderId"`)
  return row?.orderId
}

/** What becomes of it. The caller has locked the orders and read its state. */
export async function moveDifference(
  tx: Tx,
  id: string,
  to: { state: WeightState; reason?: string | null; chargedNo?: number; backNo?: number },
): Promise<void> {
  await tx.query(sql`
    update weight_difference set state = ${to.state}, reason = coalesce(${to.reason ?? null}, reason),
      charged_no = coalesce(${to.chargedNo ?? null}, charged_no), back_no = coalesce(${to.backNo ?? null}, back_no),
      updated_at = now()
    where id = ${id}`)
}

export async function findShipmentOfDifference(
  db: Queryable,
  id: string,
  sellerId: string | null,
): Promise<string | undefined> {
  const [row] = await db.query<{ shipmentId: string }>(sql`
    select shipment_id as "shipmentId" from weight_difference
    where id = ${id} and (${sellerId}::uuid is null or seller_id = ${sellerId})`)
  return row?.shipmentId
}

/** Those that nobody has disputed in time. */
export async function listDueDifferences(
  db: Queryable,
  limit: number,
): Promise<{ id: string; shipmentId: string }[]> {
  return db.query(sql`
    select id, shipment_id as "shipmentId" from weight_difference where state = 'announced' and due_at <= now()
    order by due_at limit ${limit}`)
}

/** Those whose courier had to weigh the parcel again until now. */
export async function listNotWeighedAgain(
  db: Queryable,
  limit: number,
): Promise<{ id: string; shipmentId: string }[]> {
  return db.query(sql`
    select id, shipment_id as "shipmentId" from weight_difference where weigh_by <= now() order by weigh_by limit ${limit}`)
}

// BILLS

export interface ChargedBefore {
  /** The newest row of the same air waybill, and its freight with the way back. */
  lastOn: string | null
  lastPaise: number | null
  /** The parcel travels with this air waybill, not with one that the courier has replaced. */
  isOfLastWaybill: boolean
  isKnown: boolean
  orderId: string
}

/** What is booked of a row's air waybill. The caller has locked the orders of the shipment. */
export async function readCharged(tx: Tx, shipmentId: string, row: BillRow): Promise<ChargedBefore> {
  return singleRow(
    await tx.query<ChargedBefore>(sql`
      select max(c.charged_on)::text as "lastOn",
        (array_agg(c.freight_paise + c.rto_paise order by c.no desc))[1]::bigint as "lastPaise",
        ${row.awbNumber} = (select w.awb_number from shipment_waybill w where w.shipment_id = ${shipmentId}
          order by w.assigned_at desc, w.awb_number limit 1) as "isOfLastWaybill", coalesce(bool_or(c.charged_on = ${row.chargedOn}::date
          and c.applied_grams = ${row.appliedGrams}::numeric and c.freight_paise = ${row.freightPaise}::bigint
          and c.rto_paise = ${row.rtoPaise}::bigint), false) as "isKnown",
        (select l.order_id from shipment_line l where l.shipment_id = ${shipmentId} order by l.order_id limit 1) as "orderId"
      from courier_charge c where c.awb_number = ${row.awbNumber}`),
  )
}

/** Stores the row, and with the shipment what it costs now. Returns the row's number and how much more that is. */
export async function insertCharge(
  tx: Tx,
  shipmentId: string,
  row: BillRow,
): Promise<{ no: number; morePaise: number }> {
  const { no } = singleRow(
    await tx.query<{ no: number }>(sql`
      insert into courier_charge (shipment_id, no, awb_number, charged_on, applied_grams, freight_paise, rto_paise)
      select ${shipmentId}, count(*) + 1, ${row.awbNumber}, ${row.chargedOn}::date, ${row.appliedGrams}, ${row.freightPaise},
        ${row.rtoPaise}
      from courier_charge where shipment_id = ${shipmentId} returning no`),
  )
  const { morePaise } = singleRow(
    await tx.query<{ morePaise: number }>(sql`
      update shipment s set cost_paise = n.paise from shipment b,
        (select sum(freight_paise + rto_paise)::bigint as paise from (
          select distinct on (awb_number) freight_paise, rto_paise from courier_charge
          where shipment_id = ${shipmentId} order by awb_number, no desc) last) n
      where s.id = ${shipmentId} and b.id = s.id returning (n.paise - coalesce(b.cost_paise, 0))::bigint as "morePaise"`),
  )
  return { no, morePaise }
}

// LISTS

export interface WeightRow {
  id: string
  orderId: string
  number: string
  productName: string
  awbNumber: string | null
  size: ParcelSize
  packedGrams: number
  appliedGrams: number
  paise: number
  gstPaise: number
  state: WeightState
  dueAt: Date
  words: string | null
  reason: string | null
  photos: string[]
  createdAt: Date
  sellerCompany: string
  sellerEmail: string
}

export interface WeightFilter {
  sellerId?: string
  toDecide?: boolean
  q?: string | undefined
}

const matches = ({ sellerId, toDecide, q }: WeightFilter): Sql => sql`
    ${sellerId === undefined ? emptySql : sql`and d.seller_id = ${sellerId}`}
    ${toDecide ? sql`and d.state in ('held', 'disputed')` : emptySql}
    ${
      q
        ? sql`and (exists (select from orders o where o.id = d.order_id and o.number = upper(${q}))
            or exists (select from shipment_waybill w where w.shipment_id = d.shipment_id and w.awb_number = ${q})
            or exists (select from seller_party p where p.id = d.seller_id and p.email = lower(${q})))`
        : emptySql
    }`

/** One page, newest first, from below the difference `before`. */
export async function listWeightRows(
  db: Queryable,
  filter: WeightFilter,
  limit: number,
  before: string,
): Promise<WeightRow[]> {
  return db.query(sql`
    with page as materialized (
      select d.* from weight_difference d where d.id < ${before} ${matches(filter)} order by d.id desc limit ${limit}
    )
    select d.id, o.id as "orderId", o.number, o.product_name as "productName",
      (select w.awb_number from shipment_waybill w where w.shipment_id = d.shipment_id
        order by w.assigned_at desc, w.awb_number limit 1) as "awbNumber",
      jsonb_build_object('weightGrams', s.weight_grams, 'lengthCm', s.length_cm, 'widthCm', s.width_cm,
        'heightCm', s.height_cm) as size,
      d.packed_grams as "packedGrams", d.applied_grams as "appliedGrams", d.paise, d.gst_paise as "gstPaise", d.state,
      d.due_at as "dueAt", d.words, d.reason,
      array(select f.key from weight_photo f where f.difference_id = d.id order by f.no) as photos,
      d.created_at as "createdAt", p.company_name as "sellerCompany", p.email as "sellerEmail"
    from page d join orders o on o.id = d.order_id join shipment s on s.id = d.shipment_id
    join seller_party p on p.id = d.seller_id
    order by d.id desc`)
}

export const countWeights = (db: Queryable, filter: WeightFilter): Promise<number> =>
  countRows(db, sql`select from weight_difference d where true ${matches(filter)}`)

/** What mails about it name. */
export interface WeightParties {
  number: string
  productName: string
  awbNumber: string | null
  sellerEmail: string
  sellerCompany: string
  dueAt: Date
}

export async function readParties(tx: Tx, id: string): Promise<WeightParties> {
  return singleRow(
    await tx.query<WeightParties>(sql`
      select o.number, o.product_name as "productName", p.email as "sellerEmail", p.company_name as "sellerCompany",
        d.due_at as "dueAt", (select w.awb_number from shipment_waybill w where w.shipment_id = d.shipment_id
          order by w.assigned_at desc, w.awb_number limit 1) as "awbNumber"
      from weight_difference d join orders o on o.id = d.order_id join seller_party p on p.id = d.seller_id
      where d.id = ${id}`),
  )
}

/** A weight that was announced again after a dispute keeps the earlier photos. */
export async function insertWeightPhotos(tx: Tx, id: string, keys: readonly string[]): Promise<void> {
  await tx.query(sql`
    insert into weight_photo (difference_id, no, key)
    select ${id}::uuid, n + (select coalesce(max(no), 0) from weight_photo where difference_id = ${id}), key
    from unnest(${keys}::text[]) with ordinality as k (key, n)`)
}

/** Deletes the photos of at most `limit` disputes that were decided more than three years ago; returns the keys of their pictures. */
export async function deleteOldWeightPhotos(tx: Tx, limit: number): Promise<string[]> {
  const rows = await tx.query<{ key: string }>(sql`
    delete from weight_photo where difference_id in (
      select d.id from weight_difference d
      where d.updated_at < now() - interval '3 years' and d.state <> 'disputed'
        and exists (select from weight_photo f where f.difference_id = d.id)
      order by d.updated_at limit ${limit} for update skip locked)
    returning key`)
  return rows.map((row) => row.key)
}
