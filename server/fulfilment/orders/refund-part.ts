/** An administrator refunds a part of an order: pieces, or an amount. */
import { formatAmount, rupees } from '../../../contract/money.ts'
import { record } from '../../people/audit/record.ts'
import type { Tx } from '../../platform/db/client.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { readRefundedPaise } from './cancel-queries.ts'
import { cancelPieces } from './cancel-pieces.ts'
import { unitsLeft } from './cancel-rules.ts'
import { reverseAndRefundOrder } from './reverse-and-refund-order.ts'
import { queuePartRefundedMails } from './mails.ts'
import { lockOrderToRefund, type OrderToRefund } from './refund-queries.ts'

/** Pieces, or paise; and who bears it: the seller, whose sale is reversed, or the shop. */
export interface RefundedPart {
  what: { units: number } | { paise: number }
  bears: 'seller' | 'shop'
}

/**
 * Refunds pieces at their price, or any amount up to what is left of the order, whatever the state of its parcel. Pieces that
 * were not handed over are taken out of the parcel (`cancelPieces`). The stock does not change, because nobody knows who has
 * the goods. `leftPaise` is what the administrator saw as left of the order's price, so that a second request is refused.
 * Returns the paise that go back now. Refuses: not-found; conflict for a refunded order, for more than is left, and where `leftPaise`
 * is out of date. Conflict also for pieces of an open return, which that return refunds or replaces, and for a bearer who
 * cannot bear it. A seller has no money of an order that is not sold, and the shop need not pay for pieces that the seller
 * keeps.
 */
export async function refundPart(
  shop: Shop,
  orderId: string,
  part: RefundedPart,
  { leftPaise, note }: { leftPaise: number; note: string },
): Promise<{ paise: number }> {
  return shop.db.transaction(async (tx) => {
    const order = await lockOrderToRefund(tx, orderId)
    if (!order) throw notFound('There is no such order.')
    refuse(order, part, leftPaise)
    const givenPaise = await give(shop, tx, order, part, note)
    const refundedPaise = await readRefundedPaise(tx, orderId)
    const paise = refundedPaise - order.refundedPaise
    await queuePartRefundedMails(shop, tx, order, { ...part, paise, givenPaise, refundedPaise })
    const pieces = 'units' in part.what ? `${part.what.units} of ${order.quantity}, ` : ''
    await record(tx, 'order-part-refunded', {
      target: { kind: 'order', id: orderId, name: order.number },
      note: `${pieces}${formatAmount(rupees(givenPaise))}, the ${part.bears} bears it: ${note}`,
    })
    return { paise: givenPaise }
  })
}

/** Returns what goes back now, in paise. */
async function give(
  shop: Shop,
  tx: Tx,
  order: OrderToRefund,
  part: RefundedPart,
  note: string,
): Promise<number> {
  const { what, bears } = part
  if ('units' in what && !order.sold && !order.handedOver)
    return (
      await cancelPieces(shop, tx, order, what.units, { by: 'administrator', restock: false, way: { note } })
    ).givenPaise
  const isSellers = bears === 'seller'
  const given =
    'paise' in what
      ? await reverseAndRefundOrder(shop, tx, order.id, { paise: what.paise, bears }, 'goodwill', { note })
      : order.sold
        ? await reverseAndRefundOrder(
            shop,
            tx,
            order.id,
            { units: what.units, cause: isSellers ? 'returned' : 'lost' },
            isSellers ? 'returned' : 'goodwill',
            { note },
          )
        : await reverseAndRefundOrder(
            shop,
            tx,
            order.id,
            { units: what.units, cause: 'undelivered' },
            'not-delivered',
            { note },
          )
  return given.givenNowPaise
}

function refuse(order: OrderToRefund, { what, bears }: RefundedPart, leftPaise: number): void {
  const words = ((): string | null => {
    if (order.status === 'refunded') return 'This order is refunded already.'
    if (order.amountPaise - order.refundedPaise !== leftPaise)
      return 'Something of this order was refunded meanwhile. Please look at it again.'
    if ('units' in what && order.openUnits > 0 && what.units > unitsLeft(order) - order.openUnits)
      return 'An open return asks for pieces of this order. Please decide about it under Returns, or refund an amount.'
    if (order.sold) return null
    if ('paise' in what && bears === 'seller')
      return 'This parcel was not handed over, so there is no sale to reverse. Let the shop bear it, or refund pieces.'
    if ('units' in what && bears === 'shop')
      return 'This parcel was not handed over: the seller keeps the pieces and gets no money for them, so the shop has nothing to bear.'
    return null
  })()
  if (words) throw new Refusal('conflict', words)
}

/** What `refundPart` may still refund of an order, in paise; null where nothing is left. */
export function refundablePart(
  order: Pick<
    OrderToRefund,
    | 'status'
    | 'quantity'
    | 'cancelledUnits'
    | 'returnedUnits'
    | 'openUnits'
    | 'amountPaise'
    | 'refundedPaise'
    | 'sold'
  >,
): { units: number; paise: number; sold: boolean } | null {
  const paise = order.amountPaise - order.refundedPaise
  return order.status === 'refunded' || paise === 0
    ? null
    : { units: unitsLeft(order) - order.openUnits, paise, sold: order.sold }
}
