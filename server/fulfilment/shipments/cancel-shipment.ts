/** Shipments that nobody needs any more: they are withdrawn, and the courier cancels what it has of them. */
import { singleRow, type Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { sql } from '../../platform/db/sql.ts'
import { CourierRefused, CourierUnavailable } from '../../platform/providers/courier/provider.ts'
import type { Shop } from '../../platform/shop.ts'
import { waitBeforeTry } from './courier-rules.ts'
import type { Kinds } from './kind.ts'
import {
  leaseSeconds,
  lockOrdersOfShipment,
  postponeShipment,
  readShipment,
  recordWithdrawnOver,
  type Shipment,
  withdraw,
} from './queries.ts'
import { trackShipment } from './track-shipment.ts'

/** If the courier has not responded for so long, a person is told, because it may be fetched meanwhile. */
const flagAfterSeconds = 1_800
/** After a week it is asked for once a day. */
const slowAfterSeconds = 7 * 86_400
/** The first tries come soon, because the courier may fetch it. */
const firstWaitSeconds = 2

/** The caller has locked the orders. A job asks the courier to cancel what was begun. */
export async function withdrawShipment(shop: Shop, tx: Tx, id: string, orderId: string): Promise<void> {
  if (await withdraw(tx, id)) await askSoon(shop, tx, id, orderId)
}

const askSoon = (shop: Shop, tx: Tx, shipmentId: string, orderId: string, seconds = 0) =>
  shop.jobs.send(
    tx,
    'continue-shipment',
    { shipmentId, orderId },
    seconds > 0 ? { key: newId(), seconds } : undefined,
  )

/**
 * The caller has the lease. A worker that was booking it when it was withdrawn may have made a shipment that the shop does not
 * know. So the courier is asked, and 'unknown' counts only after that worker's last call is over. A courier that refuses may
 * have fetched it, and is asked where it is.
 */
export async function cancelWithdrawn(shop: Shop, kinds: Kinds, shipment: Shipment): Promise<boolean> {
  const { id, items, reference } = shipment
  const kind = kinds[shipment.kind]
  const ageSeconds = singleRow(
    await shop.db.query<{ seconds: number }>(sql`
      select coalesce(extract(epoch from now() - withdrawn_at), 0)::int as seconds from shipment where id = ${id}`),
  ).seconds
  const locked = (step: (tx: Tx) => Promise<void>) =>
    shop.db.transaction(async (tx) => {
      await lockOrdersOfShipment(tx, id)
      await step(tx)
    })
  try {
    const known = await shop.courier.cancelParcel(reference)
    if (!known && ageSeconds < leaseSeconds)
      throw new CourierUnavailable('the parcel may still be on its way to the courier')
  } catch (error) {
    const refused = error instanceof CourierRefused
    if (!refused && !(error instanceof CourierUnavailable)) throw error
    shop.log.warn({ err: error, shipment: reference }, 'shipment not cancelled')
    if (refused && shipment.awbNumber !== null) await trackShipment(shop, kinds, shipment)
    const seconds = ageSeconds > slowAfterSeconds ? 86_400 : waitBeforeTry(shipment.tries, firstWaitSeconds)
    await locked(async (tx) => {
      const now = await readShipment(tx, id)
      // Not once it is known that the courier has it, or a person has said that it never left.
      if (!now?.withdrawn || now.ended) return
      if (refused || ageSeconds > flagAfterSeconds) await kind.notCancelled(shop, tx, shipment)
      await postponeShipment(tx, shipment, { seconds, tries: shipment.tries + 1 })
      // A moment after it is due.
      await askSoon(shop, tx, id, items[0].orderId, seconds + 1)
    })
    return refused
  }
  await locked(async (tx) => {
    await recordWithdrawnOver(tx, id, true)
    await kind.cancelled(shop, tx, shipment)
  })
  return true
}
