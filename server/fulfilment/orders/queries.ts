/** SQL of orders. Product, price and address of an order are copies from the purchase and never change afterwards. */
import { limits } from '../../../contract/limits.ts'
import type { SellersOrderFilter, SellersOrderTab } from '../../../contract/shipment.ts'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { singleRow } from '../../platform/db/client.ts'
import { containing } from '../../platform/db/like.ts'
import { emptySql, type Sql, sql } from '../../platform/db/sql.ts'
import { cancellationColumns, stateOfRefunds } from './cancel-queries.ts'
import { refundColumns, type RefundJson, type RefundsRow } from './refund-lines.ts'
import { returnsOfOrder, type ReturnsRow } from './return-columns.ts'
import type { OrderDocument } from '../../../contract/document.ts'
import type { TaxedSale } from '../../money/tax/record-tax.ts'

export interface OrderRow extends RefundsRow {
  id: string
  number: string
  productName: string
  productImage: string
  quantity: number
  amountPaise: number
  couponCode: string | null
  sellerDiscountPaise: number
  shopDiscountPaise: number
  deliveryPaise: number
  street: string
  city: string
  stateName: string
  pinCode: string
  status: 'pending' | 'processing' | 'shipped' | 'completed' | 'cancelled' | 'refunded'
  shipmentId: string | null
  shipmentStatus: string | null
  /** The same, but Cancelled for an order that ended before a courier had it. */
  shownShipment: string | null
  /** The courier's latest code, including one that changed nothing. */
  courierCode: number | null
  awbNumber: string | null
  courierName: string | null
  shipmentLabelUrl: string | null
  deliveryDate: Date | null
  /** Who receives it, where it is not the customer. */
  recipientName: string | null
  recipientMobile: string | null
  noteToSeller: string | null
  isGift: boolean
  createdAt: Date
  sellerEmail: string
  customerName: string
  /** The amount of a second payment for this purchase, which is refunded, in paise. */
  paidTwicePaise: number | null
  needsAttention: string | null
  /** The progress of the refund of a refunded order; null for another order. */
  refundState: RefundState | null
  shipmentStatusCode: number | null
  cancelledUnits: number
  returnedUnits: number
  refundedPaise: number
  sold: boolean
  /** Null for an order that was placed before orders had terms. */
  cancelUntil: Date | null
  inTime: boolean
  returnDays: number | null
  /** The days of its promise, YYYY-MM-DD. */
  promisedBy: string | null
  handOverBy: string | null
  pickupOn: string | null
  waitsForSeller: boolean
  /** From the table of cancellations: pieces and paise of all of them, the pieces that the customer cancelled, the refund. */
  recordedUnits: number
  recordedPaise: number
  customersUnits: number
  cancelledRefundState: RefundState | null
  documents: DocumentOfOrder[]
  returns: ReturnsRow
}

/** An invoice or a credit note of the seller, or the shop's invoice for a way back, as the order lists it. */
interface DocumentOfOrder {
  id: string
  kind: OrderDocument['kind']
  number: string
  date: string
}

type RefundState = RefundJson['state']

interface NewOrder {
  id: string
  lineNo: number
}

interface PlacedOrder extends TaxedSale {
  lineNo: number
  number: string
  quantity: number
  sellerId: string
  isDiscounted: boolean
}

/** The refunds of a refunded order `o`: its own, and those of its whole payment. A second payment does not concern it. */
const refundState = sql`case when o.status = 'refunded' then (
      select ${stateOfRefunds}
      from buyer_refund r
      where r.checkout_id = o.checkout_id and coalesce(r.order_id, o.id) = o.id and r.own_state <> 'replaced'
        and r.reason <> 'paid-twice') end`

/** The documents of an order `o` as JSON, in the order of their issue. */
const documents = sql`(select coalesce(json_agg(json_build_object('id', d.id, 'kind', d.kind, 'number', d.serial,
      'date', d.issued_on) order by d.issued_at), '[]')
    from (select id, kind, serial, issued_on, issued_at from order_document where order_id = o.id
      union all
      select id, 'way-back-invoice', serial, issued_on, issued_at from buyer_shop_document where order_id = o.id) d)`

/**
 * For an order `o` and its seller `s` of `seller_party`. A second payment was for the whole purchase, so only its first line
 * shows it. It is refunded whole, in one refund or several.
 */
export const orderColumns = sql`${returnsOfOrder} as "returns",
    case when o.line_no = 1 then (
      select sum(p.amount_paise) from captured_payment p where p.checkout_id = o.checkout_id and p.is_second) end as "paidTwicePaise",
    ${refundState} as "refundState", ${cancellationColumns}, ${refundColumns}, ${documents} as documents, o.needs_attention as "needsAttention",
    coalesce((select coalesce((select e.code from shipment_event e where e.shipment_id = s.id
        -- What a person has set counts until the courier says something new; its times are whole seconds.
        and (s.corrected_at is null or e.received_at > s.corrected_at and e.happened_at >= date_trunc('second', s.corrected_at))
        order by e.happened_at desc, e.received_at desc limit 1), case when s.corrected_at is not null then s.code end)
      from order_shipment s where s.order_id = o.id limit 1), o.shipment_status_code) as "courierCode",
    (select promised_by::text from order_promise where order_id = o.id) as "promisedBy",
    (select hand_over_by::text from order_promise where order_id = o.id) as "handOverBy",
    (select s.pickup_on::text from shipment_line l join shipment s on s.id = l.shipment_id
      where l.order_id = o.id and s.kind = 'forward' and s.withdrawn_at is null limit 1) as "pickupOn",
    exists (select from shipment_line l join shipment s on s.id = l.shipment_id where l.order_id = o.id and s.kind = 'forward'
      and s.withdrawn_at is null and s.ended_at is null and s.ready_at is null) as "waitsForSeller",
    o.id, o.number, o.product_name as "productName", o.product_image as "productImage", o.quantity,
    o.amount_paise as "amountPaise", o.coupon_code as "couponCode", o.seller_discount_paise as "sellerDiscountPaise",
    o.shop_discount_paise as "shopDiscountPaise", o.delivery_paise as "deliveryPaise", o.street, o.city, o.state_name as "stateName", o.pin_code as "pinCode", o.status,
    o.shipment_id as "shipmentId", o.shipment_status as "shipmentStatus",
    shown_shipment(o.status, o.shipment_status) as "shownShipment", o.awb_number as "awbNumber",
    o.courier_name as "courierName", o.shipment_label_url as "shipmentLabelUrl", o.delivery_date as "deliveryDate",
    o.recipient_name as "recipientName", o.recipient_mobile as "recipientMobile", o.note_to_seller as "noteToSeller",
    o.is_gift as "isGift", o.created_at as "createdAt", s.email as "sellerEmail"`

const select = (rest: Sql) => selectFrom(sql`orders`, rest)

/** The columns of orders from this table, or from a part of it. */
const selectFrom = (orders: Sql, rest: Sql) => sql`
  select ${orderColumns}, c.first_name || ' ' || c.last_name as "customerName"
  from ${orders} o join seller_party s on s.id = o.seller_id join buyer c on c.id = o.customer_id ${rest}`

/**
 * What decides the tax of an order `o` of product `p` of `goods` and version `s` of its seller, of `present_identity`: a
 * TaxedSale. A product that has lost its HSN code since the payment began keeps that of the checkout.
 */
export const taxColumns = sql`o.id as "orderId", o.amount_paise + o.shop_discount_paise as "grossPaise", h.code as "hsnCode",
    gst_rate_for(h.code, (o.amount_paise - o.delivery_paise + o.shop_discount_paise) / o.quantity, (o.created_at at time zone 'Asia/Kolkata')::date) as "rateBp",
    s.id as "identityId", s.gstin as "sellerGstin", s.state as "pickupState", o.state_name as "placeOfSupply"`
/** For `taxColumns`: the HSN code of an order `o` of product `p`, as `h`. */
export const hsnOfOrder = sql`lateral (select coalesce(p.hsn_code, (select l.hsn_code from purchase_line l
    where l.checkout_id = o.checkout_id and l.line_no = o.line_no)) as code) h`

/** Copies each line of a checkout into an order of its own, with these ids. Returns the number of each order. */
export async function insertOrders(
  tx: Tx,
  checkoutId: string,
  ids: readonly NewOrder[],
  status: 'pending' | 'refunded',
): Promise<PlacedOrder[]> {
  return tx.query(sql`
    with o as (
      insert into orders (id, checkout_id, line_no, customer_id, seller_id, product_id, product_name, product_image,
        quantity, amount_paise, delivery_paise, seller_discount_paise, shop_discount_paise, coupon_code, street, city, state_name, pin_code,
        recipient_name, recipient_mobile, note_to_seller, is_gift, status)
      select n.id, l.checkout_id, l.line_no, l.customer_id, l.seller_id, l.product_id, l.product_name, l.product_image,
        l.quantity, l.price_paise * l.quantity - l.discount_paise + l.delivery_paise, l.delivery_paise, l.seller_discount_paise,
        l.discount_paise - l.seller_discount_paise, case when l.discount_paise > 0 then l.coupon_code end, l.street, l.city, l.state_name, l.pin_code, l.recipient_name,
        l.recipient_mobile, l.note_to_seller, l.is_gift, ${status}
      from purchase_line l
      join unnest(${ids.map((n) => n.id)}::uuid[], ${ids.map((n) => n.lineNo)}::int[]) as n (id, line_no) on n.line_no = l.line_no
      where l.checkout_id = ${checkoutId}
      returning *
    )
    select o.line_no as "lineNo", o.number, o.quantity, o.seller_id as "sellerId",
      o.coupon_code is not null as "isDiscounted", ${taxColumns}
    from o join goods p on p.id = o.product_id join present_identity s on s.seller_id = o.seller_id cross join ${hsnOfOrder}`)
}

export async function ordersOfCheckout(db: Queryable, checkoutId: string): Promise<OrderRow[]> {
  return db.query(select(sql`where o.checkout_id = ${checkoutId} order by o.line_no`))
}

/** One page of a customer's orders, newest first, from below the order `before`. */
export async function ordersOfCustomer(
  db: Queryable,
  customerId: string,
  limit: number,
  before: string,
): Promise<OrderRow[]> {
  return db.query(
    select(sql`
    where o.customer_id = ${customerId} and o.id < ${before} order by o.id desc limit ${limit}`),
  )
}

export async function findOrderOfCustomer(
  db: Queryable,
  customerId: string,
  orderId: string,
): Promise<OrderRow | undefined> {
  return (await db.query<OrderRow>(select(sql`where o.customer_id = ${customerId} and o.id = ${orderId}`)))[0]
}

export async function findOrderByNumber(
  db: Queryable,
  customerId: string,
  number: string,
): Promise<OrderRow | undefined> {
  return (
    await db.query<OrderRow>(select(sql`where o.customer_id = ${customerId} and o.number = ${number}`))
  )[0]
}

export interface SellerOrderFilter {
  sellerId: string
  /** These orders alone. */
  ids?: readonly string[] | undefined
  /** Each word is searched in `orders.searched`. */
  words: readonly string[]
  status?: SellersOrderFilter | undefined
  tab?: SellersOrderTab | undefined
}

/**
 * An order without a shipment status counts as Pending. The indexes
 * orders_by_seller_shipment and orders_by_seller_refunded have the same expressions.
 */
const hasStatus = (status: SellersOrderFilter) =>
  status === 'Refunded'
    ? sql`and o.refunded_paise > 0`
    : sql`and coalesce(shown_shipment(o.status, o.shipment_status), 'Pending') = ${status}`

/** The indexes orders_by_seller_handed_over and orders_by_seller_attention have the same conditions. */
export const inTab: Record<SellersOrderTab, Sql> = {
  'handed-over': sql`o.status in ('shipped', 'completed')`,
  attention: sql`(o.status = 'cancelled' or o.needs_attention is not null and o.status in ('pending', 'processing', 'shipped'))`,
}

/**
 * False for an order that only tells its buyer that a payment is refunded: its seller has never had it. The limit keeps PostgreSQL
 * from reading the terms of all orders for a page of them.
 */
const wasPlaced = sql`(o.status <> 'refunded' or o.has_no_terms
      or (select true from order_money m where m.order_id = o.id limit 1))`

/** One or two letters are the beginning of a word, which the index orders_searched knows; it has no shorter part of a word. */
const isBrief = /^[\p{L}\p{N}]{1,2}$/u

/** All of these words are in what a search looks in. */
export const hasWords = (words: readonly string[]): Sql =>
  words.reduce(
    (all, word) =>
      sql`${all} and o.searched like lower(${containing(isBrief.test(word) ? ` ${word}` : word)})`,
    emptySql,
  )

const matchesFilter = ({ sellerId, ids, words, status, tab }: SellerOrderFilter) => sql`
    o.seller_id = ${sellerId} and ${wasPlaced} ${ids ? sql`and o.id = any(${ids}::uuid[])` : emptySql}
    ${status ? hasStatus(status) : emptySql} ${tab ? sql`and ${inTab[tab]}` : emptySql}
    ${hasWords(words)}`

/** One page of a seller's orders, newest first, from below the order `before`. */
export async function ordersOfSeller(
  db: Queryable,
  filter: SellerOrderFilter,
  limit: number,
  before: string,
): Promise<OrderRow[]> {
  // The page is read first, so that the other tables are joined to its rows only.
  return db.query(sql`
    with page as materialized (
      select o.* from orders o where ${matchesFilter(filter)} and o.id < ${before} order by o.id desc limit ${limit}
    )
    ${selectFrom(sql`page`, sql`order by o.id desc`)}`)
}

/** Exact, but a search for words is counted up to `limits.countSearched`. */
export async function countOrdersOfSeller(db: Queryable, filter: SellerOrderFilter): Promise<number> {
  const { sellerId, ids, words, status, tab } = filter
  const isWhole = !ids && words.length === 0 && !status && !tab
  return singleRow(
    await db.query<{ count: number }>(
      isWhole
        ? // From indexes alone: all of them, without the few that the seller has never had.
          sql`select (select count(*) from orders o where o.seller_id = ${sellerId})
            - (select count(*) from orders o where o.seller_id = ${sellerId} and o.refunded_paise > 0 and ${wasPlaced} is not true) as count`
        : words.length > 0
          ? sql`select count(*) as count from (select from orders o where ${matchesFilter(filter)} limit ${limits.countSearched}) as counted`
          : sql`select count(*) as count from orders o where ${matchesFilter(filter)}`,
    ),
  ).count
}

export async function countOrdersOfCustomer(db: Queryable, customerId: string): Promise<number> {
  return singleRow(
    await db.query<{ count: number }>(
      sql`select count(*) as count from orders where customer_id = ${customerId}`,
    ),
  ).count
}
