/** Applies one tracking event of the courier: stores it once and moves the order forward or not at all (specification §4). */
import { isEnd, orderStatusFor, statusAfter, attentionFor } from '../shipping/rules.ts'
import type { TrackingEvent } from '../shipping/provider.ts'
import type { Shop } from '../shop.ts'
import { queueParcelMail } from './mails.ts'
import { lockParcel, recordEvent, recordMove } from './parcel-queries.ts'

/** Late and repeated events change nothing. Lost, damaged, cancelled and returned parcels are flagged for a person. */
export async function applyTrackingEvent(
  shop: Shop,
  orderId: string,
  event: TrackingEvent,
  heardBy: 'webhook' | 'sweep',
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const order = await lockParcel(tx, orderId)
    if (!order || !(await recordEvent(tx, orderId, event, heardBy))) return
    // Its money went back, and the buyer was told so: what becomes of the parcel is only kept.
    if (order.status === 'refunded' || isEnd(order.shipmentStatus)) return
    const attention = attentionFor(event.code)
    const shipmentStatus = statusAfter(order.shipmentStatus, event.code)
    const moved = shipmentStatus !== order.shipmentStatus
    if (!moved && !attention) return
    await recordMove(tx, orderId, {
      status: moved && shipmentStatus ? orderStatusFor(shipmentStatus) : order.status,
      shipmentStatus,
      code: event.code,
      deliveredAt: shipmentStatus === 'Delivered' ? event.at : null,
      needsAttention: withTrouble(order.needsAttention, attention),
      ended: isEnd(shipmentStatus),
    })
    if (moved && shipmentStatus) await queueParcelMail(shop, tx, order, shipmentStatus)
  })
}

/** The newest first, each once: what was said before, as that its money went back, stays behind it. */
function withTrouble(said: string | null, trouble: string | null): string | null {
  if (!trouble || said?.includes(trouble)) return said
  return said ? `${trouble} ${said}` : trouble
}
