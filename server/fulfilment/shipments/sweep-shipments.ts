/** The timer and the job of shipments: each goes on with what is due, be it booking, tracking or cancelling. */
import type { Shop } from '../../platform/shop.ts'
import { bookShipment, isBooked } from './book-shipment.ts'
import { cancelWithdrawn } from './cancel-shipment.ts'
import type { Kinds } from './kind.ts'
import { leaseDueShipments, readShipment } from './queries.ts'
import { trackShipment } from './track-shipment.ts'

const concurrency = 8

export async function sweepShipments(shop: Shop, kinds: Kinds): Promise<void> {
  for (;;) {
    const due = await leaseDueShipments(shop.db, { limit: concurrency })
    const answered = await Promise.all(
      due.map((id) =>
        // One that throws is due again when its lease ends; the others are not affected.
        goOn(shop, kinds, id).catch((error: unknown) => {
          shop.log.error({ err: error, shipmentId: id }, 'shipment not swept')
          return true
        }),
      ),
    )
    // A courier that responded to no request of this batch is not asked again before the next sweep.
    if (due.length < concurrency || !answered.includes(true)) return
  }
}

/** The job. Does nothing where another worker has the lease, or where nothing is due. */
export async function continueShipment(shop: Shop, kinds: Kinds, shipmentId: string): Promise<void> {
  const [id] = await leaseDueShipments(shop.db, { id: shipmentId })
  if (id) await goOn(shop, kinds, id)
}

/** The caller has the lease. Returns whether the courier responded. */
async function goOn(shop: Shop, kinds: Kinds, id: string): Promise<boolean> {
  const shipment = await readShipment(shop.db, id)
  if (!shipment) return true
  if (shipment.withdrawn && !shipment.handedOver) return cancelWithdrawn(shop, kinds, shipment)
  if (!isBooked(shipment) && !shipment.handedOver) {
    // Without a label the seller can still hand the parcel over, and the webhook of that may be lost.
    if (shipment.awbNumber !== null) {
      await trackShipment(shop, kinds, shipment)
      const now = await readShipment(shop.db, id)
      if (!now || now.handedOver || now.ended || now.withdrawn) return true
    }
    return bookShipment(shop, kinds, shipment)
  }
  if ((await kinds[shipment.kind].isNeeded?.(shop, shipment)) === false) return true
  return trackShipment(shop, kinds, shipment)
}
