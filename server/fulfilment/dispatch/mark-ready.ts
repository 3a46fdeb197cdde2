/** A seller says that shipments are packed: 'Ready to ship'. */
import type { ParcelSize } from '../../../contract/dispatch.ts'
import { notFound } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { unflagOrder } from '../orders/flag-order.ts'
import { notPacked } from '../orders/refund-rules.ts'
import { listFlagged, lockOwnShipments, recordPacked } from './queries.ts'

/**
 * One transaction decides, with the orders locked: a cancellation, the courier's webhook and the same words from another tab
 * come before or after it. Jobs book those that waited for it. Returns the ids of those that are ready now. Refuses: not-found
 * where this seller has none of them.
 */
export async function markReady(
  shop: Shop,
  sellerId: string,
  wanted: readonly { id: string; size?: ParcelSize | undefined }[],
): Promise<{ ready: string[] }> {
  return shop.db.transaction(async (tx) => {
    const sizes = new Map(wanted.map(({ id, size }) => [id, size ?? null]))
    const own = await lockOwnShipments(tx, sellerId, [...sizes.keys()])
    if (own.length === 0) throw notFound()
    const packed = await recordPacked(
      tx,
      own,
      own.map((id) => sizes.get(id) ?? null),
    )
    for (const orderId of await listFlagged(tx, own)) await unflagOrder(tx, orderId, [notPacked])
    for (const { id: shipmentId, orderId, isDue } of packed)
      if (isDue) await shop.jobs.send(tx, 'continue-shipment', { shipmentId, orderId })
    return { ready: packed.map(({ id }) => id) }
  })
}
