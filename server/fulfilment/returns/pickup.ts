/** The way back of a return with the courier: book its pickup, track it, cancel it. */
import { maskText } from '../../platform/observe/mask.ts'
import { parcelToSend, pickupPlaceOf } from '../orders/parcel-rules.ts'
import type { Shop } from '../../platform/shop.ts'
import {
  CourierRefused,
  CourierUnavailable,
  type CourierWebhook,
  type ReturnToFetch,
  type TrackingEvent,
} from '../../platform/providers/courier/provider.ts'
import { statusAfter, waitBeforeTry } from '../orders/courier-rules.ts'
import { tryMove } from './move-return.ts'
import {
  type PickupRow,
  findReturnByParcel,
  forgetAirwaybill,
  leaseDuePickups,
  postponePickup,
  readPickup,
  recordCourierCode,
  recordPickupStart,
  recordReturnAirwaybill,
  recordReturnShipment,
} from './pickup-queries.ts'
import { flagOrder } from '../orders/flag-order.ts'
import { findReturn } from './queries.ts'
import { attentionAfterDecision, stateAfterEvent } from './rules.ts'

/** If the courier is out of reach for a day, or a booking fails otherwise, the buyer is asked to send the goods. */
const giveUpAfterSeconds = 86_400

/** The job. Does nothing where another worker has the lease on the return, or nothing is to be booked. */
export async function bookPickup(shop: Shop, returnId: string): Promise<void> {
  const [id] = await leaseDuePickups(shop.db, { id: returnId })
  const pickup = id && (await readPickup(shop.db, id))
  if (pickup && pickup.state === 'accepted') await continuePickup(shop, pickup)
}

/** The caller has the lease. Returns false when the courier is out of reach. */
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
    // After any error: an accepted return has no other time limit, so it must not wait for ever.
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
  // An earlier try may have made the shipment although its response was lost.
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
 * An air waybill costs money: after a lost response it is looked up instead of assigned again. Returns false where the courier
 * has said meanwhile that it does not fetch the goods.
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

const sweepsBetweenRequests = 30

/** Returns false for a webhook that is about no return. */
export async function applyReturnWebhook(shop: Shop, webhook: CourierWebhook): Promise<boolean> {
  const id = await findReturnByParcel(shop.db, webhook)
  if (!id) return false
  for (const event of webhook.events) await applyPickupEvent(shop, id, event)
  return true
}

/**
 * Late, repeated and unknown events change nothing: no move leads back. Goods that turn up after their return was decided need
 * an administrator: their order is flagged.
 */
async function applyPickupEvent(shop: Shop, id: string, { code }: TrackingEvent): Promise<void> {
  const status = statusAfter(null, code)
  await recordCourierCode(shop.db, id, { code, found: status === 'Delivered' || status === 'RTO' })
  const next = stateAfterEvent(code)
  if (!next) return
  if (next.to === 'to-send') await letBuyerSend(shop, id)
  else
    await shop.db.transaction((tx) =>
      tryMove(shop, tx, id, { to: next.to, by: 'courier', owner: null, note: next.note }),
    )
  if (status !== 'Delivered' && status !== 'RTO') return
  const found = await findReturn(shop.db, id, null)
  const words = found && attentionAfterDecision(status, found)
  if (words) await flagOrder(shop.db, found.orderId, words)
}

/** Asks the courier where a return is. The caller has the lease. Returns false when the courier is out of reach. */
export async function trackPickup(shop: Shop, pickup: PickupRow): Promise<boolean> {
  let answered = true
  try {
    for (const event of await shop.courier.track(pickup.awbNumber ?? ''))
      await applyPickupEvent(shop, pickup.id, event)
  } catch (error) {
    if (!(error instanceof CourierUnavailable) && !(error instanceof CourierRefused)) throw error
    shop.log.warn({ err: error, returnId: pickup.id }, 'return not tracked')
    answered = error instanceof CourierRefused
  }
  const seconds = shop.config.sweepSeconds * sweepsBetweenRequests
  await postponePickup(shop.db, pickup.id, { seconds, failed: false })
  return answered
}

/**
 * The job after a return whose goods need not be fetched any more, because the buyer sends them or the seller has them.
 * Otherwise the courier would come to the buyer for nothing, at the shop's expense. Throws while the courier is out of reach,
 * so that the queue retries. A courier that has the goods already refuses, and nothing is left to do.
 */
export async function cancelPickup(shop: Shop, returnId: string): Promise<void> {
  try {
    await shop.courier.cancelParcel(courierIdOf(returnId))
  } catch (error) {
    if (!(error instanceof CourierRefused)) throw error
    shop.log.warn({ err: error, returnId }, 'the pickup of a return is not cancelled')
  }
}

/** The courier's name for the shipment of a return. */
export const courierIdOf = (returnId: string) => `R-${returnId}`
