/** SQL of returns: what decides about one, its moves, and its history. */
import { type Queryable, singleRow, type Tx } from '../../platform/db/client.ts'
import { emptySql, type Sql, sql } from '../../platform/db/sql.ts'
import type {
  FallBackReason,
  ReturnActor,
  ReturnReason,
  ReturnState,
  ReturnWish,
} from '../../../contract/return-words.ts'
import { returnable } from '../orders/return-columns.ts'
import { parcelReference } from '../shipments/courier-rules.ts'
import { insertShipment } from '../shipments/queries.ts'
import type { ExchangeFacts } from './exchange-rules.ts'
import { clockDays, type ReturnFacts, sourcesOf } from './rules.ts'

/** A delivered order as the buyer may return it. Amounts are paise without GST unless stated otherwise. */
export interface OrderToReturn extends ReturnFacts, ExchangeFacts {
  id: string
  number: string
  sellerId: string
  productName: string
  productImage: string
  /** The price of `units` pieces without the charge for delivery, and their part of that charge. */
  goodsPaise: number
  deliveryPaise: number
  /** Without what of the charge stays for pieces that went back. */
  leftPaise: number
  /** The charge for a parcel of `units` pieces. */
  wayBackPaise: number
  wayBackPaidBy: 'buyer' | 'seller'
  gstOnFeesBp: number
  answerDays: number
  sendDays: number
  refundDays: number
  /** How many returns of the order there are, open or not. */
  returns: number
}

/** Undefined for an order that is not this customer's. An order that was placed without terms has those of the general policy. */
export async function findOrderToReturn(
  db: Queryable,
  customerId: string,
  orderId: string,
  units: number,
): Promise<OrderToReturn | undefined> {
  const [row] = await db.query<OrderToReturn>(sql`
    select o.id, o.number, o.seller_id as "sellerId", o.product_name as "productName", o.product_image as "productImage",
      o.status, o.delivery_date as "deliveredAt",
      r.until, r.left as "unitsLeft", r.open as "unitsOpen", r.count as returns,
      coalesce(t.exchanges, true) as exchanges, case when p.on_sale then p.units else 0 end as "stockUnits",
      r.exchangeable as "unitsToExchange",
      -- Half a paisa more for the goods and half a paisa for their delivery, whose parts are rounded alone.
      (o.amount_paise - o.refunded_paise - o.delivery_kept_paise + 1) * o.quantity / o.amount_paise - r.open as "unitsPaidFor", coalesce(t.change_of_mind, true) as "changeOfMind", coalesce(t.return_days, 7) as "returnDays",
      part_of(o.amount_paise - o.delivery_paise, o.cancelled_units + o.returned_units + ${units}::int, o.quantity)
        - part_of(o.amount_paise - o.delivery_paise, o.cancelled_units + o.returned_units, o.quantity) as "goodsPaise",
      part_of(o.delivery_paise, o.cancelled_units + o.returned_units + ${units}::int, o.quantity)
        - part_of(o.delivery_paise, o.cancelled_units + o.returned_units, o.quantity) as "deliveryPaise",
      o.amount_paise - o.refunded_paise - o.delivery_kept_paise as "leftPaise",
      coalesce(shipping_paise_for(t.piece_grams * ${units}::int, (now() at time zone 'Asia/Kolkata')::date), 0) as "wayBackPaise",
      coalesce(t.way_back, 'seller') as "wayBackPaidBy", coalesce(t.gst_on_fees_bp, 0) as "gstOnFeesBp",
      coalesce(t.answer_days, 2) as "answerDays", coalesce(t.send_days, 7) as "sendDays",
      coalesce(t.refund_days, 7) as "refundDays"
    from orders o join goods p on p.id = o.product_id left join order_money t on t.order_id = o.id
    cross join lateral ${returnable} r
    where o.id = ${orderId} and o.customer_id = ${customerId}`)
  return row
}

export interface NewReturn {
  id: string
  orderId: string
  sellerId: string
  units: number
  reason: ReturnReason
  words: string
  wanted: ReturnWish
  wayBackPaise: number
  wayBackPaidBy: 'buyer' | 'seller'
  refundPaise: number
  answerDays: number
}

export async function insertReturn(tx: Tx, row: NewReturn): Promise<void> {
  await tx.query(sql`
    insert into return_request (id, order_id, seller_id, units, reason, words, wanted, way_back_paise, way_back_paid_by, refund_paise,
      due_at)
    values (${row.id}, ${row.orderId}, ${row.sellerId}, ${row.units}, ${row.reason}, ${row.words}, ${row.wanted}, ${row.wayBackPaise},
      ${row.wayBackPaidBy}, ${row.refundPaise}, now() + ${row.answerDays} * interval '1 day')`)
  await insertEvent(tx, { id: row.id, state: 'requested', by: 'buyer', note: null })
}

/** A return with the data of its mails and of its refund. */
export interface ReturnRow {
  id: string
  sellerId: string
  orderId: string
  number: string
  productId: string
  productName: string
  units: number
  reason: ReturnReason
  state: ReturnState
  wanted: ReturnWish
  /** Why a requested exchange became a refund. */
  fellBack: FallBackReason | null
  dueAt: Date | null
  wayBackPaise: number
  wayBackPaidBy: 'buyer' | 'seller'
  refundPaise: number
  /** Pieces of the order that were neither cancelled nor returned. */
  leftUnits: number
  /** The part of the order's price that was not refunded. */
  leftPaise: number
  receivedAt: Date | null
  courierCode: number | null
  awbNumber: string | null
  courierName: string | null
  /** When the shop first learnt that the courier had the goods on their way back. */
  carriedAt: Date | null
  /** The shipment of the replacement. */
  newAwbNumber: string | null
  newCourierName: string | null
  buyerEmail: string
  buyerName: string
  sellerEmail: string
  sellerName: string
  sellerAddress: string
}

export async function readReturn(db: Queryable, id: string): Promise<ReturnRow | undefined> {
  const [row] = await db.query<ReturnRow>(sql`
    select r.id, r.seller_id as "sellerId", r.order_id as "orderId", o.number, o.product_id as "productId", o.product_name as "productName", r.units,
      r.reason, r.state, r.wanted, r.fell_back as "fellBack", r.due_at as "dueAt", r.way_back_paise as "wayBackPaise", r.way_back_paid_by as "wayBackPaidBy",
      r.refund_paise as "refundPaise", o.quantity - o.cancelled_units - o.returned_units as "leftUnits",
      o.amount_paise - o.refunded_paise as "leftPaise", r.received_at as "receivedAt", x.code as "courierCode", x.awb_number as "awbNumber",
      x.courier_name as "courierName", r.carried_at as "carriedAt", x.new_awb_number as "newAwbNumber", x.new_courier_name as "newCourierName", p.buyer_email as "buyerEmail",
      p.buyer_first_name as "buyerName", p.seller_email as "sellerEmail", p.seller_company as "sellerName",
      p.seller_company || ', ' || p.seller_address as "sellerAddress"
    from return_request r join orders o on o.id = r.order_id ${shipmentsOfReturn}
    join order_parties p on p.order_id = o.id
    where r.id = ${id}`)
  return row
}

/** The shipments of a return `r` and of its replacement, as `x`: one item of a join, of which the planner orders eight. */
export const shipmentsOfReturn = sql`left join lateral (
      select w.code, w.awb_number, w.courier_name, p.awb_number as new_awb_number, p.courier_name as new_courier_name,
        p.shipment_id, p.ended_at
      from (select r.id) this left join way_back w on w.request_id = this.id
      left join replacement_parcel p on p.request_id = this.id limit 1) x on true`

/** The owner that the return must have; null for time limits, the courier and administrators. */
export type Owner = { customerId: string } | { sellerId: string } | null

function belongsTo(owner: Owner): Sql {
  if (!owner) return emptySql
  return 'sellerId' in owner
    ? sql`and r.seller_id = ${owner.sellerId}`
    : sql`and exists (select from orders o where o.id = r.order_id and o.customer_id = ${owner.customerId})`
}

export interface FoundReturn {
  orderId: string
  units: number
  state: ReturnState
  wanted: ReturnWish
  fellBack: FallBackReason | null
  receivedAt: Date | null
  courierCode: number | null
  canReplace: boolean
  isReplaced: boolean
}

/** What decides about an exchange `r` with `shipmentsOfReturn`. */
export const replacementFacts = sql`
    r.wanted = 'exchange' and r.fell_back is null and r.received_at is not null and x.shipment_id is null
      and x.ended_at is null as "canReplace",
    x.shipment_id is not null and x.ended_at is null as "isReplaced"`

/** The order and the state of a return; undefined for one that is not the owner's. */
export async function findReturn(db: Queryable, id: string, owner: Owner): Promise<FoundReturn | undefined> {
  const [row] = await db.query<FoundReturn>(sql`
    select r.order_id as "orderId", r.units, r.state, r.wanted, r.fell_back as "fellBack", r.received_at as "receivedAt",
      x.code as "courierCode", ${replacementFacts}
    from return_request r ${shipmentsOfReturn}
    where r.id = ${id} ${belongsTo(owner)}`)
  return row
}

/** Whether the goods of the return `r` are back, and no courier was asked to deliver a replacement yet. */
const maySendReplacement = sql`
      and r.wanted = 'exchange' and r.fell_back is null and r.received_at is not null
      and not exists (select from replacement_parcel x where x.request_id = r.id and (x.shipment_id is not null or x.ended_at is not null))`

export interface Move {
  to: ReturnState
  by: ReturnActor
  owner: Owner
  note?: string | null
}

/**
 * Moves a return if it is in one of the states from which this actor may, and writes its event; otherwise returns false. The
 * one UPDATE decides between concurrent moves, and whether the time limit still applies. Sets the time limit of the new state
 * by the terms of the order.
 */
export async function moveReturn(tx: Tx, id: string, { to, by, owner, note = null }: Move): Promise<boolean> {
  const [terms] = await tx.query<{ answerDays: number; sendDays: number; refundDays: number }>(sql`
    select coalesce(t.answer_days, 2) as "answerDays", coalesce(t.send_days, 7) as "sendDays",
      coalesce(t.refund_days, 7) as "refundDays"
    from return_request r left join order_money t on t.order_id = r.order_id where r.id = ${id}`)
  if (!terms) return false
  const rows = await tx.query(sql`
    update return_request r set state = ${to},
      due_at = ${
        // A picked-up return keeps the time limit of its booking.
        to === 'picked-up' ? sql`due_at` : sql`now() + ${clockDays(to, terms)}::int * interval '1 day'`
      },
      received_at = case when ${to} = 'received' then now() else received_at end, updated_at = now()
    where r.id = ${id} and r.state = any(${sourcesOf(to, by)}::text[]) ${belongsTo(owner)}
      ${to === 'replacing' ? maySendReplacement : emptySql}
      ${by === 'clock' ? sql`and r.due_at <= now()` : emptySql} returning 1`)
  if (rows.length === 0) return false
  await insertEvent(tx, { id, state: to, by, note })
  return true
}

/** Orders are locked before returns everywhere, with all that were paid together. */
export async function lockOrderOfReturn(tx: Tx, id: string): Promise<void> {
  await tx.query(sql`
    select lock_orders_of(o.checkout_id) from return_request r join orders o on o.id = r.order_id where r.id = ${id}`)
}

/** The caller has locked the return, by inserting or by moving it. */
async function insertEvent(
  tx: Tx,
  event: { id: string; state: ReturnState; by: ReturnActor; note: string | null },
): Promise<void> {
  await tx.query(sql`
    insert into return_event (request_id, no, state, by, note)
    select ${event.id}::uuid, coalesce(max(no), 0) + 1, ${event.state}, ${event.by}, ${event.note}
    from return_event where request_id = ${event.id}`)
}

export async function recordReturnRefund(
  tx: Tx,
  id: string,
  given: { refundId: string | null; refundPaise: number; givenPaise: number; restocked: boolean },
): Promise<void> {
  await tx.query(sql`
    update return_request set refund_id = ${given.refundId}, refund_paise = ${given.refundPaise},
      given_paise = ${given.givenPaise}, restocked = restocked or ${given.restocked} where id = ${id}`)
}

/**
 * The courier has or had the goods: the way back is a carriage, also where the seller was faster to say that they are there. Not
 * where the courier has said before that it does not fetch them.
 */
export async function recordCarried(tx: Tx, id: string): Promise<void> {
  await tx.query(sql`
    update return_request set carried_at = now()
    where id = ${id} and carried_at is null and exists (select from way_back w where w.request_id = return_request.id)`)
}

/** Makes the shipment of a return due, a new one where the courier has cancelled the last. Returns its id. */
export async function startWayBack(tx: Tx, row: ReturnRow): Promise<string> {
  const [live] = await tx.query<{ id: string }>(sql`
    update shipment set check_at = now(), ended_at = null, tries = 0, pickup_requested_at = null
    where request_id = ${row.id} and kind = 'return' and withdrawn_at is null returning id`)
  if (live) return live.id
  const { count } = singleRow(
    await tx.query<{ count: number }>(sql`
      select count(*) as count from shipment where request_id = ${row.id} and kind = 'return'`),
  )
  const { id } = await insertShipment(tx, {
    kind: 'return',
    reference: parcelReference(`R-${row.id}`, count + 1),
    sellerId: row.sellerId,
    requestId: row.id,
    lines: [{ orderId: row.orderId, units: row.units }],
  })
  return id
}

/** The shipment of a return that the courier is to bring. */
export async function findWayBack(tx: Tx, id: string): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(sql`
    select id from shipment where request_id = ${id} and kind = 'return' and withdrawn_at is null`)
  return row?.id
}

/** The sum of the refunds of an order, in paise. */
export async function refundedPaiseOf(tx: Tx, orderId: string): Promise<number> {
  return singleRow(
    await tx.query<{ paise: number }>(sql`select refunded_paise as paise from orders where id = ${orderId}`),
  ).paise
}

export interface DueReturn {
  id: string
  state: ReturnState
  isExchange: boolean
}

/** Returns above the id `after` whose time limit has passed, in the order of their ids. */
export async function dueReturns(db: Queryable, limit: number, after: string): Promise<DueReturn[]> {
  return db.query(sql`
    select id, state, wanted = 'exchange' and fell_back is null as "isExchange" from return_request
    where is_open and due_at <= now() and id > ${after} order by id limit ${limit}`)
}
