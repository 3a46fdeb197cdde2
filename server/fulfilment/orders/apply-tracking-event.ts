/** Applies one tracking event of the courier: stores it once and moves the order forward or not at all (specification §4). */
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
 * Late and repeated events change nothing. Lost, damaged, cancelled and returned parcels are flagged for an administrator,
 * and so is a parcel that travels although its pieces were cancelled, or the courier had cancelled it.
 * With the first event that says that the courier has, or had, the goods the order becomes a sale, and its invoice is issued
 * (docs/money.md): events of the pickup may be lost, so that the first one tells of a way back or of a loss.
 * `source` is who told of the event: the courier's webhook, or the sweep that asked.
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
    // The buyer was told that a refunded order is not delivered: what happens to its parcel is only for an administrator.
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
    // A late word of the way does not bring lost goods back; a later one does.
    const onItsWay = !attention && !isEnd(shipmentStatus)
    if (onItsWay && order.needsAttention && (await isLostSince(tx, { id: orderId, parcelNo }, event.at)))
      return
    // The first word may be that the goods are lost: the courier had them all the same.
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

/** Puts the new words before the earlier ones, such as that the money went back; words that are there are not repeated. */
function addAttention(before: string | null, words: string | null): string | null {
  if (!words || before?.includes(words)) return before
  return before ? `${words} ${before}` : words
}
