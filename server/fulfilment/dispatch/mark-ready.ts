/** A seller says that shipments are packed: 'Ready to ship'. */
import type { ParcelSize } from '../../../contract/dispatch.ts'
import { isUnlikely, kilograms } from '../../../contract/weight-words.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { unflagOrder } from '../orders/flag-order.ts'
import { notPacked } from '../orders/refund-rules.ts'
import { packed } from '../shipments/courier-rules.ts'
import { listFlagged, listUnmeasured, lockOwnShipments, recordPacked } from './queries.ts'

interface Wanted {
  id: string
  size?: ParcelSize | undefined
  isSure?: boolean | undefined
}

/**
 * One transaction decides, with the orders locked: a cancellation, the courier's webhook and the same words from another tab
 * come before or after it. Jobs book those that waited for it. Returns the ids of those that are ready now. Refuses: not-found
 * where this seller has none of them; invalid for a size far from that of the products, which the seller has not confirmed.
 */
export async function markReady(
  shop: Shop,
  sellerId: string,
  wanted: readonly Wanted[],
): Promise<{ ready: string[] }> {
  return shop.db.transaction(async (tx) => {
    const sizes = new Map(wanted.map(({ id, size }) => [id, size ?? null]))
    const own = await lockOwnShipments(tx, sellerId, [...sizes.keys()])
    if (own.length === 0) throw notFound()
    for (const { id, number, items } of await listUnmeasured(tx, own)) {
      const { size, isSure } = wanted.find((one) => one.id === id) ?? {}
      if (size && !isSure) refuseUnlikely(number, size, packed(items))
    }
    const ready = await recordPacked(
      tx,
      own,
      own.map((id) => sizes.get(id) ?? null),
    )
    for (const orderId of await listFlagged(tx, own)) await unflagOrder(tx, orderId, [notPacked])
    for (const { id: shipmentId, orderId, isDue } of ready)
      if (isDue) await shop.jobs.send(tx, 'continue-shipment', { shipmentId, orderId })
    return { ready: ready.map(({ id }) => id) }
  })
}

const sides = ({ lengthCm, widthCm, heightCm }: ParcelSize) => `${lengthCm} × ${widthCm} × ${heightCm} cm`

/** Refuses: invalid. */
function refuseUnlikely(number: string, size: ParcelSize, expected: ParcelSize): void {
  if (isUnlikely(size, expected))
    throw new Refusal(
      'invalid',
      `Really? Parcel ${number} has ${kilograms(size.weightGrams)} and ${sides(size)}, its products ${kilograms(expected.weightGrams)} and ${sides(expected)}. Please confirm that you measured it.`,
    )
}
