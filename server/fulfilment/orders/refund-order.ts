/** An administrator refunds an order that was paid and cannot be delivered. */
import { formatAmount, rupees } from '../../../contract/money.ts'
import { record } from '../../people/audit/record.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { CourierRefused, CourierUnavailable } from '../../platform/providers/courier/provider.ts'
import { isGone } from '../shipments/courier-rules.ts'
import type { Shop } from '../../platform/shop.ts'
import { renewParcel, restockPieces } from './cancel-pieces.ts'
import { queueOrderRefundedMails } from './mails.ts'
import { reverseAndRefundOrder } from './reverse-and-refund-order.ts'
import {
  endRefundedOrder,
  lockOrderToRefund,
  type OrderToRefund,
  readOrderToRefund,
} from './refund-queries.ts'
import { isNotPickedUp, refundRefusal } from './refund-rules.ts'

/**
 * Marks the order as refunded, returns its stock where the courier never had the goods, queues the refund of its whole price
 * and tells buyer and seller. All of it is one transaction, so that of two requests one succeeds. The sale is reversed where
 * the parcel was handed over; for goods that the courier lost the shop compensates the seller. Returns the paise that are
 * refunded now: less than the price where money was refunded at the provider before. Refuses: not-found; conflict for an order
 * that is under way, delivered, refunded, or whose parcel is being booked; unavailable while the courier cannot say whether the
 * parcel was booked.
 */
export async function refundOrder(
  shop: Shop,
  orderId: string,
  note: string,
): Promise<{ pricePaise: number; givenNowPaise: number }> {
  const before = await readOrderToRefund(shop.db, orderId)
  refuse(before)
  await refuseIfCourierBooked(shop, before)
  return shop.db.transaction(async (tx) => {
    const order = await lockOrderToRefund(tx, orderId)
    refuse(order)
    // A worker may hold the lease on the parcel. If it took the lease after the courier was asked, it may have booked the
    // parcel.
    const checkedSince = order.checkAt?.getTime() !== before.checkAt?.getTime()
    if (order.awbNumber === null && (order.beingBooked || checkedSince))
      throw new Refusal(
        'conflict',
        'The parcel of this order is being booked at this moment. Please try again in five minutes.',
      )
    const units = order.quantity - order.cancelledUnits - order.returnedUnits
    const cause = isGone(order.shipmentStatusCode) ? 'lost' : 'undelivered'
    const { givenNowPaise } = await reverseAndRefundOrder(
      shop,
      tx,
      orderId,
      { units, cause },
      'not-delivered',
      { note },
    )
    await endRefundedOrder(tx, orderId)
    // Goods that the courier had are still asked about: they may come back, or arrive.
    if (order.liveShipmentId !== null && !order.handedOver && !order.sold) await renewParcel(shop, tx, order)
    const notPickedUp = isNotPickedUp(order)
    if (notPickedUp) await restockPieces(tx, order, units)
    await queueOrderRefundedMails(shop, tx, order, { isNotPickedUp: notPickedUp, givenPaise: givenNowPaise })
    await record(tx, 'order-refunded', {
      target: { kind: 'order', id: orderId, name: order.number },
      note: `${formatAmount(rupees(givenNowPaise))}: ${note}`,
    })
    return { pricePaise: order.amountPaise - order.refundedPaise, givenNowPaise }
  })
}

function refuse(order: OrderToRefund | undefined): asserts order is OrderToRefund {
  if (!order) throw notFound('There is no such order.')
  const refusal = refundRefusal(order)
  if (refusal) throw new Refusal('conflict', refusal)
}

/** When the response to a booking was lost, only the courier knows whether the parcel is booked. */
async function refuseIfCourierBooked(shop: Shop, order: OrderToRefund): Promise<void> {
  if (order.awbNumber !== null || order.reference === null || !order.bookingStarted || order.checkAt === null)
    return
  try {
    const parcel = await shop.courier.findParcel(order.reference)
    if (!parcel?.airwaybill) return
  } catch (error) {
    if (!(error instanceof CourierUnavailable) && !(error instanceof CourierRefused)) throw error
    throw new Refusal(
      'unavailable',
      'The courier does not say whether the parcel of this order is booked. Please try again in a moment.',
    )
  }
  throw new Refusal('conflict', 'The courier has booked the parcel of this order. Cancel it there first.')
}
