/** Refunds the price of an order, or a part of it, and adds the amount to the order. */
import {
  type OrderLeft,
  previewRefund,
  type Refunded,
  type RefundedPart,
  type RefundedPieces,
  type RefundOfOrder,
  reverseAndRefund,
  type WayOfMoney,
} from '../../money/payments/reverse-and-refund.ts'
import type { OrderRefundReason } from '../../money/payments/refund-reason.ts'
import type { Taken } from '../../money/sales/reverse-sale.ts'
import { type Queryable, singleRow, type Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Shop } from '../../platform/shop.ts'
import { attentionOutliving } from './cancel-queries.ts'

/**
 * In the caller's transaction, which has locked all orders of the checkout (`lockOrdersOfCheckout`). An order that was not
 * handed over and of which every piece is cancelled becomes 'refunded'; the caller withdraws its shipment
 * and changes the stock, because only the caller knows where the goods are. Refuses: conflict for more pieces or money
 * than are left, and while the payment is disputed.
 */
export async function reverseAndRefundOrder(
  shop: Shop,
  tx: Tx,
  orderId: string,
  part: RefundedPart,
  reason: OrderRefundReason,
  way: WayOfMoney = {},
): Promise<Refunded> {
  const order = await readOrderLeft(tx, orderId)
  const refunded = await reverseAndRefund(
    shop,
    tx,
    order,
    part,
    reason,
    (refund) => addRefund(tx, orderId, { ...refund, sold: order.sold }),
    way,
  )
  // The job sees whether anything of the purchase was kept: the caller may end the order after this.
  if (order.hasCoupon) await shop.jobs.send(tx, 'give-coupon-back', { checkoutId: order.checkoutId })
  return refunded
}

/** What the refund of these pieces would take from the seller now. */
export const previewOrderRefund = async (
  db: Queryable,
  orderId: string,
  part: RefundedPieces,
): Promise<Taken | null> => previewRefund(db, await readOrderLeft(db, orderId), part)

/** The caller of a change has locked the order. */
async function readOrderLeft(db: Queryable, orderId: string): Promise<OrderLeft & { hasCoupon: boolean }> {
  return singleRow(
    await db.query<OrderLeft & { hasCoupon: boolean }>(sql`
      select o.id as "orderId", o.checkout_id as "checkoutId", p.id as "paymentId", o.amount_paise as "amountPaise",
        -- The coupon may be on another order of the purchase only.
        exists (select from orders x where x.checkout_id = o.checkout_id and x.coupon_code is not null) as "hasCoupon",
        o.delivery_paise as "deliveryPaise", o.delivery_kept_paise as "keptPaise",
        o.quantity, o.shop_discount_paise as "shopPaise", o.offer_back_paise as "shopBackPaise",
        o.quantity - o.cancelled_units - o.returned_units as "leftUnits", o.amount_paise - o.refunded_paise as "leftPaise",
        coalesce(m.is_sold, false) as sold, coalesce(m.sale_paise, 0) as "salePaise", o.reversed_paise as "reversedPaise"
      from orders o join captured_payment p on p.checkout_id = o.checkout_id and p.outcome = 'order'
      left join order_money m on m.order_id = o.id
      where o.id = ${orderId}`),
  )
}

/**
 * Returns what was refunded, and how many pieces were cancelled or returned, of the order so far. The trigger `orders_refunded` fills in the
 * rest of a refunded order.
 */
async function addRefund(
  tx: Tx,
  orderId: string,
  part: RefundOfOrder & { sold: boolean },
): Promise<{ refundedPaise: number; givenUnits: number }> {
  const cancelled = part.sold ? 0 : part.units
  // Nothing is left of an order that was not handed over: it ends.
  const ends = sql`(not ${part.sold} and ${part.units} > 0 and cancelled_units + returned_units + ${part.units} >= quantity)`
  return singleRow(
    await tx.query<{ refundedPaise: number; givenUnits: number }>(sql`
      update orders set cancelled_units = cancelled_units + ${cancelled},
        returned_units = returned_units + ${part.units - cancelled},
        refunded_paise = refunded_paise + ${part.refundPaise}, offer_back_paise = offer_back_paise + ${part.shopBackPaise},
        reversed_paise = reversed_paise + ${part.reversedPaise}, delivery_kept_paise = delivery_kept_paise + ${part.keptPaise},
        status = case when ${ends} then 'refunded' else status end,
        needs_attention = case when ${ends} then ${attentionOutliving} else needs_attention end,
        updated_at = now()
      where id = ${orderId}
      returning refunded_paise as "refundedPaise", cancelled_units + returned_units as "givenUnits"`),
  )
}
