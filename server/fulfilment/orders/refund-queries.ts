/** SQL of refunding an order, and of flagging orders whose money was refunded at the provider. */
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { leaseEnd } from '../shipments/queries.ts'
import { attentionOutliving } from './cancel-queries.ts'
import type { OrderRow } from './queries.ts'

/** An order that an administrator wants to refund. While it is locked, its booking and its tracking events wait. */
export interface OrderToRefund {
  id: string
  number: string
  sellerId: string
  checkoutId: string
  customerId: string
  status: OrderRow['status']
  productId: string
  productName: string
  quantity: number
  cancelledUnits: number
  returnedUnits: number
  /** Pieces of open returns. */
  openUnits: number
  amountPaise: number
  /** The shop paid a part of its price for the buyer. */
  hasShopsPart: boolean
  refundedPaise: number
  shipmentStatus: string | null
  shipmentStatusCode: number | null
  awbNumber: string | null
  needsAttention: string | null
  bookingStarted: boolean
  /** Of the shipment to the buyer. */
  liveShipmentId: string | null
  reference: string | null
  checkAt: Date | null
  /** A worker may be working on the parcel: its lease has not ended. */
  beingBooked: boolean
  /** The courier had its present parcel; a cancelled one that was fetched nevertheless is another parcel. */
  handedOver: boolean
  /** Its parcel was handed over: it is a sale in the ledger. */
  sold: boolean
  /** Null for an order that was placed before orders had terms. */
  cancelUntil: Date | null
  /** `cancelUntil` has not passed. */
  inTime: boolean
  returnDays: number | null
  buyerEmail: string
  buyerName: string
  sellerEmail: string
  sellerName: string
}

const selectOrder = sql`
  select o.id, o.number, o.seller_id as "sellerId", o.customer_id as "customerId", o.checkout_id as "checkoutId", o.status, o.product_id as "productId", o.product_name as "productName", o.quantity,
    o.cancelled_units as "cancelledUnits", o.returned_units as "returnedUnits",
    (select coalesce(sum(r.units), 0)::int from return_request r where r.order_id = o.id and r.is_open) as "openUnits",
    o.amount_paise as "amountPaise", o.shop_discount_paise > 0 as "hasShopsPart", o.refunded_paise as "refundedPaise", o.shipment_status as "shipmentStatus", o.shipment_status_code as "shipmentStatusCode",
    o.awb_number as "awbNumber", o.needs_attention as "needsAttention", s.booking_started_at is not null as "bookingStarted",
    s.id as "liveShipmentId", s.reference, s.check_at as "checkAt",
    coalesce(s.check_at between now() and ${leaseEnd}, false) as "beingBooked",
    s.handed_over_at is not null as "handedOver",
    coalesce(t.is_sold, false) as sold, t.cancel_until as "cancelUntil",
    coalesce(t.cancel_until > now(), false) as "inTime", t.return_days as "returnDays",
    p.buyer_email as "buyerEmail", p.buyer_first_name as "buyerName", p.seller_email as "sellerEmail", p.seller_company as "sellerName"
  from orders o join order_parties p on p.order_id = o.id left join order_money t on t.order_id = o.id
  -- One item of the join: the planner looks for the best order of eight.
  left join lateral (select s.id, s.reference, s.booking_started_at, s.check_at, s.handed_over_at from order_shipment s
    where s.order_id = o.id limit 1) s on true`

export async function readOrderToRefund(db: Queryable, orderId: string): Promise<OrderToRefund | undefined> {
  return (await db.query<OrderToRefund>(sql`${selectOrder} where o.id = ${orderId}`))[0]
}

/** The same, with all orders of its checkout locked. */
export async function lockOrderToRefund(tx: Tx, orderId: string): Promise<OrderToRefund | undefined> {
  await lockOrdersOfCheckout(tx, sql`(select checkout_id from orders where id = ${orderId})`)
  return readOrderToRefund(tx, orderId)
}

/** The same for an order of this customer, or of this seller. */
export async function lockOwnOrder(
  tx: Tx,
  owner: { customerId: string } | { sellerId: string },
  orderId: string,
): Promise<OrderToRefund | undefined> {
  const own =
    'customerId' in owner ? sql`o.customer_id = ${owner.customerId}` : sql`o.seller_id = ${owner.sellerId}`
  await lockOrdersOfCheckout(tx, sql`(select o.checkout_id from orders o where o.id = ${orderId} and ${own})`)
  return (await tx.query<OrderToRefund>(sql`${selectOrder} where o.id = ${orderId} and ${own}`))[0]
}

/** Locks the orders of a checkout in the order of their ids, because they share one payment. `checkoutId` may be a subquery. */
export async function lockOrdersOfCheckout(tx: Tx, checkoutId: string | Sql): Promise<void> {
  await tx.query(sql`select lock_orders_of(${checkoutId})`)
}

/** Ends an order of which nothing is left. */
export async function endRefundedOrder(tx: Tx, orderId: string): Promise<void> {
  await tx.query(sql`
    update orders set status = 'refunded', needs_attention = ${attentionOutliving}, updated_at = now()
    where id = ${orderId}`)
}

/**
 * Flags the orders of a checkout that are not wholly refunded, when `surplusPaise` would pay for at least the cheapest of them.
 * `surplusPaise` was refunded beyond the refunds of orders. The caller has locked the orders. Earlier texts stay behind the new
 * one; the same text is not added twice.
 */
export async function flagUnrefundedOrders(
  tx: Tx,
  { checkoutId, surplusPaise, words }: { checkoutId: string; surplusPaise: number; words: string },
): Promise<void> {
  await tx.query(sql`
    update orders set needs_attention = concat_ws(' ', ${words}::text, needs_attention), updated_at = now()
    where checkout_id = ${checkoutId} and refunded_paise < amount_paise
      and position(${words}::text in coalesce(needs_attention, '')) = 0
      and ${surplusPaise}::bigint >= (
        select min(amount_paise - refunded_paise) from orders
        where checkout_id = ${checkoutId} and refunded_paise < amount_paise)`)
}
