/** Cancels pieces of an order whose parcel was not handed over, in the caller's transaction. */
import type { Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Shop } from '../../platform/shop.ts'
import { startNextParcel } from './booking-queries.ts'
import { type CancelledBy, insertCancellation, readRefundedPaise } from './cancel-queries.ts'
import { unitsLeft } from './cancel-rules.ts'
import { reverseAndRefundOrder } from './reverse-and-refund-order.ts'
import type { OrderToRefund } from './refund-queries.ts'

/**
 * Gives the price of `units` pieces back and takes them out of the parcel: the courier cancels the one that was booked, and what
 * is left is booked as another one. The caller has locked the orders of the checkout (`lockOrdersOfCheckout`), has found that the
 * parcel was not handed over, and cares for the stock. No worker books the earlier parcel on: each step asks for the parcel's
 * number (`renewLease`). Answers what goes back, in paise. Refuses: conflict for more pieces than are left.
 */
export async function cancelPieces(
  shop: Shop,
  tx: Tx,
  order: OrderToRefund,
  units: number,
  by: CancelledBy,
): Promise<{ paise: number }> {
  const id = newId()
  const { refundId } = await reverseAndRefundOrder(
    shop,
    tx,
    order.id,
    { units, cause: 'undelivered' },
    'cancelled',
  )
  const paise = (await readRefundedPaise(tx, order.id)) - order.refundedPaise
  await insertCancellation(tx, { id, orderId: order.id, by, units, paise, refundId })
  if (unitsLeft(order) > units && order.status !== 'cancelled') {
    await startNextParcel(tx, order.id)
    await shop.jobs.send(tx, 'book-parcel', { orderId: order.id })
  }
  if (order.bookingStarted)
    await shop.jobs.send(tx, 'cancel-parcel', { cancellationId: id, orderId: order.id })
  return { paise }
}
