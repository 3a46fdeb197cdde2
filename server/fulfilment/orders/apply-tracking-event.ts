/**
 * Applies one tracking event of the courier: stores it once, and moves the order forward or leaves it unchanged (specification
 * §4).
 */
import { invoiceOf, issueInvoice } from '../../money/invoices/issue.ts'
import { recordSale } from '../../money/sales/record-sale.ts'
import type { TrackingEvent } from '../../platform/providers/courier/provider.ts'
import {
  attentionAfterEnd,
  attentionFor,
  handedOverCodes,
  isEnd,
  orderStatusFor,
  statusAfter,
} from './courier-rules.ts'
import type { Shop } from '../../platform/shop.ts'
import type { ParcelKey } from './booking-queries.ts'
import { applyToCancelledParcel } from './cancel-parcel.ts'
import { queueParcelMail } from './mails.ts'
import {
  flagOrder,
  insertTrackingEvent,
  isLostSince,
  lockTrackedOrder,
  updateTrackedOrder,
} from './tracking-queries.ts'

/**
 * Late and repeated events change nothing. Parcels that are lost, damaged, cancelled or returned are flagged for an
 * administrator. So is a parcel in transit whose pieces were cancelled, or that the courier had cancelled. The first event
 * which says that the courier has, or had, the goods makes the order a sale and issues its invoice (docs/money.md). Pickup
 * events may be lost, so that this event may be about the way back or a loss. `source` is the courier's webhook or the sweep.
 */
export async function applyTrackingEvent(
  shop: Shop,
  { id: orderId, parcelNo }: ParcelKey,
  event: TrackingEvent,
  source: 'webhook' | 'sweep',
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const order = await lockTrackedOrder(tx, orderId)
    if (!order || !(await insertTrackingEvent(tx, { id: orderId, parcelNo }, event, source))) return
    // The buyer was told that a refunded order is not delivered, so its later events concern administrators only.
    if (order.status === 'refunded' || parcelNo !== order.parcelNo) {
      await applyToCancelledParcel(tx, { id: orderId, parcelNo }, event.code)
      return
    }
    if (isEnd(order.shipmentStatus)) {
      const words = attentionAfterEnd(order.shipmentStatus, event.code)
      if (words) await flagOrder(tx, orderId, words)
      return
    }
    const attention = attentionFor(event.code)
    const shipmentStatus = statusAfter(order.shipmentStatus, event.code)
    const moved = shipmentStatus !== order.shipmentStatus
    if (!moved && !attention) return
    // A late event of the way to the buyer does not undo a loss; an event with a later time does.
    const onItsWay = !attention && !isEnd(shipmentStatus)
    if (onItsWay && order.needsAttention && (await isLostSince(tx, { id: orderId, parcelNo }, event.at)))
      return
    // If the first event says that the goods are lost, the courier had them.
    const unmoved =
      order.status === 'pending' && handedOverCodes.includes(event.code) ? 'shipped' : order.status
    const status = moved && shipmentStatus ? orderStatusFor(shipmentStatus) : unmoved
    await updateTrackedOrder(tx, orderId, {
      status,
      shipmentStatus,
      code: event.code,
      deliveredAt: shipmentStatus === 'Delivered' ? event.at : null,
      needsAttention: addAttention(order.needsAttention, attention),
      ended: isEnd(shipmentStatus),
    })
    if (handedOverCodes.includes(event.code) && (await recordSale(tx, orderId)))
      await issueInvoice(shop, tx, orderId)
    if (!moved || !shipmentStatus) return
    const invoiceId = shipmentStatus === 'Delivered' ? await invoiceOf(tx, orderId) : undefined
    await queueParcelMail(shop, tx, order, shipmentStatus, invoiceId)
  })
}

/**
 * Puts the new text before an existing one, such as that money was refunded at the provider. A text that is there is not
 * repeated.
 */
function addAttention(before: string | null, words: string | null): string | null {
  if (!words || before?.includes(words)) return before
  return before ? `${words} ${before}` : words
}
