/**
 * Asks the courier to fetch a return at the buyer's and to bring it to the seller, step by step, each stored before the next one:
 * a booking that failed continues where it stopped, and no return has two shipments.
 */
import { maskText } from '../../platform/observe/mask.ts'
import { parcelToSend, pickupPlaceOf } from '../orders/parcel-rules.ts'
import type { Shop } from '../../platform/shop.ts'
import {
  CourierRefused,
  CourierUnavailable,
  type ReturnToFetch,
} from '../../platform/providers/courier/provider.ts'
import { waitBeforeTry } from '../orders/courier-rules.ts'
import { courierIdOf } from './courier-id.ts'
import { tryMove } from './move-return.ts'
import {
  forgetAirwaybill,
  leaseDuePickups,
  type PickupRow,
  postponePickup,
  readPickup,
  recordPickupStart,
  recordReturnAirwaybill,
  recordReturnShipment,
} from './pickup-queries.ts'

/** A courier that is out of reach for a day, or a booking that fails otherwise: the buyer shall not wait any longer. */
const giveUpAfterSeconds = 86_400

/** The job. Does nothing where another worker has the return, or nothing is to be booked. */
export async function bookPickup(shop: Shop, returnId: string): Promise<void> {
  const [id] = await leaseDuePickups(shop.db, { id: returnId })
  const pickup = id && (await readPickup(shop.db, id))
  if (pickup && pickup.state === 'accepted') await continuePickup(shop, pickup)
}

/** The caller has the lease. Answers false when the courier is out of reach. */
export async function continuePickup(shop: Shop, pickup: PickupRow): Promise<boolean> {
  try {
    const shipmentId = pickup.shipmentId ?? (await makeShipment(shop, pickup))
    if (pickup.awbNumber === null && !(await assignAirwaybill(shop, pickup, shipmentId))) return true
    await shop.courier.requestPickup(shipmentId)
    await shop.db.transaction((tx) =>
      tryMove(shop, tx, pickup.id, { to: 'pickup-booked', by: 'courier', owner: null }),
    )
    return true
  } catch (error) {
    const answered = error instanceof CourierRefused
    const final = (answered && error.final) || pickup.waitingSeconds > giveUpAfterSeconds
    // Whatever stands in the way: an accepted return has no other clock, so it must not wait for ever.
    if (!final && !answered && !(error instanceof CourierUnavailable)) throw error
    shop.log.warn(
      { err: error, returnId: pickup.id, final, said: error instanceof Error ? maskText(error.message) : '' },
      'return not booked',
    )
    if (final) await letBuyerSend(shop, pickup.id)
    else {
      const seconds = waitBeforeTry(pickup.tries, shop.config.sweepSeconds)
      await postponePickup(shop.db, pickup.id, { seconds, failed: true })
    }
    return answered
  }
}

/** The courier does not fetch the goods: the buyer is asked to send them. */
export async function letBuyerSend(shop: Shop, id: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    if (await tryMove(shop, tx, id, { to: 'to-send', by: 'courier', owner: null }))
      await forgetAirwaybill(tx, id)
  })
}

async function makeShipment(shop: Shop, pickup: PickupRow): Promise<string> {
  // An earlier try may have made the shipment without getting the answer.
  const existing = pickup.bookingStarted ? await shop.courier.findParcel(courierIdOf(pickup.id)) : null
  await recordPickupStart(shop.db, pickup.id)
  const { shipmentId } = existing ?? (await createOrFind(shop, pickup))
  await recordReturnShipment(shop.db, pickup.id, shipmentId)
  return shipmentId
}

async function createOrFind(shop: Shop, pickup: PickupRow) {
  try {
    return await shop.courier.createReturn(returnToFetch(pickup))
  } catch (error) {
    const made = await shop.courier.findParcel(courierIdOf(pickup.id)).catch(() => null)
    if (made) return made
    throw error
  }
}

/**
 * An air waybill costs money: after a lost answer it is looked up instead of assigned again. Answers false where the courier has
 * said meanwhile that it does not fetch the goods.
 */
async function assignAirwaybill(shop: Shop, pickup: PickupRow, shipmentId: string): Promise<boolean> {
  const find = async () => (await shop.courier.findParcel(courierIdOf(pickup.id)))?.airwaybill
  const existing = pickup.bookingStarted ? await find() : null
  const airwaybill =
    existing ??
    (await shop.courier.assignReturnAirwaybill(shipmentId).catch(async (error: unknown) => {
      // The courier also refuses a shipment that has an air waybill already.
      const made = error instanceof CourierRefused ? await find().catch(() => null) : null
      if (made) return made
      throw error
    }))
  return recordReturnAirwaybill(shop.db, pickup.id, airwaybill)
}

function returnToFetch(pickup: PickupRow): ReturnToFetch {
  const { to: from, pickup: _, ...parcel } = parcelToSend({ ...pickup, parcelNo: 1 }, '')
  return { ...parcel, reference: courierIdOf(pickup.id), from, to: pickupPlaceOf(pickup.seller) }
}
