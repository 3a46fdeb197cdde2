/** Cancels pieces of an order whose parcel was not handed over, in the caller's transaction. */
import type { WayOfMoney } from '../../money/payments/reverse-and-refund.ts'
import type { Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Shop } from '../../platform/shop.ts'
import { startNextParcel } from './booking-queries.ts'
import { type CancelledBy, insertCancellation, readRefundedPaise } from './cancel-queries.ts'
import { unitsLeft } from './cancel-rules.ts'
import { reverseAndRefundOrder } from './reverse-and-refund-order.ts'
import type { OrderToRefund } from './refund-queries.ts'

/**
 * Refunds the price of `units` pieces and takes them out of the parcel: the courier cancels a booked parcel, and the remaining
 * pieces are booked as a new one. The caller has locked the orders of the checkout (`lockOrdersOfCheckout`), has found that the
 * parcel was not handed over, and changes the stock. No worker continues the booking of the earlier parcel, because each step
 * checks the parcel's number (`recordBookingStart`). Returns the price of the pieces, and what of it goes back now: less where money was
 * refunded at the provider before. Refuses: conflict for more pieces than are left.
 */
export async function cancelPieces(
  shop: Shop,
  tx: Tx,
  order: OrderToRefund,
  units: number,
  by: CancelledBy,
  way: WayOfMoney = {},
): Promise<{ paise: number; givenPaise: number }> {
  const id = newId()
  const { refundId, givenNowPaise: givenPaise } = await reverseAndRefundOrder(
    shop,
    tx,
    order.id,
    { units, cause: 'undelivered' },
    'cancelled',
    way,
  )
  const paise = (await readRefundedPaise(tx, order.id)) - order.refundedPaise
  await insertCancellation(tx, { id, orderId: order.id, by, units, paise, givenPaise, refundId })
  if (unitsLeft(order) > units && order.status !== 'cancelled') {
    await startNextParcel(tx, order.id)
    await shop.jobs.send(tx, 'book-parcel', { orderId: order.id })
  }
  if (order.bookingStarted)
    await shop.jobs.send(tx, 'cancel-parcel', { cancellationId: id, orderId: order.id })
  return { paise, givenPaise }
}
