/** The courier's words about a shipment, from its webhook or asked for: stored once, they move it and what it is about. */
import {
  type Airwaybill,
  CourierRefused,
  CourierUnavailable,
  type TrackingEvent,
} from '../../platform/providers/courier/provider.ts'
import type { Shop } from '../../platform/shop.ts'
import {
  attentionFor,
  codesOf,
  goneCodes,
  handedOverCodes,
  isEnd,
  isGone,
  isOver,
  statusAfter,
} from './courier-rules.ts'
import { applyTrackedWeight, compareWeights } from '../weights/apply-weight.ts'
import type { Kinds } from './kind.ts'
import { nextLookSeconds } from './parcel-rules.ts'
import {
  findWaybill,
  insertEvent,
  lockOrdersOfShipment,
  postponeShipment,
  readShipment,
  recordAirwaybill,
  recordProof,
  recordState,
  type Shipment,
  wasToldSince,
} from './queries.ts'

const sweepsBetweenRequests = 30

/** The seconds between two requests for one shipment: half an hour with the usual sweep every minute. */
export const trackingSeconds = (shop: Shop) => shop.config.sweepSeconds * sweepsBetweenRequests

/** Whether it is on its way, and neither lost nor on its way back. */
export const isComing = ({ state, code }: Shipment): boolean => !isEnd(state) && !isGone(code)

/** When a return or a replacement is asked about again. */
export async function usualLook(shop: Shop, shipment: Shipment): Promise<number | null> {
  const days = (Date.now() - shipment.createdAt.getTime()) / 86_400_000
  return nextLookSeconds({ days, comes: isComing(shipment) }, trackingSeconds(shop))
}

/** Asks the courier where it is, which finds words whose webhook was lost. The caller has the lease. Returns false when the courier is out of reach. */
export async function trackShipment(shop: Shop, kinds: Kinds, shipment: Shipment): Promise<boolean> {
  let answered = true
  let weight: number | null = null
  try {
    const { courierShipmentId: shipmentId, awbNumber } = shipment
    const { events, airwaybill, proofUrl, weightGrams } = await shop.courier.track({
      shipmentId,
      awbNumber: awbNumber ?? '',
    })
    if (airwaybill) await addWaybill(shop, shipment.id, airwaybill)
    for (const event of events) await applyEvent(shop, kinds, shipment.id, event, 'sweep')
    if (proofUrl) await recordProof(shop.db, shipment.id, proofUrl)
    weight = weightGrams
  } catch (error) {
    if (!(error instanceof CourierUnavailable) && !(error instanceof CourierRefused)) throw error
    shop.log.warn({ err: error, shipment: shipment.reference }, 'shipment not tracked')
    answered = error instanceof CourierRefused
  }
  const now = await readShipment(shop.db, shipment.id)
  // Before that the courier repeats what it was told.
  if (weight !== null && now?.handedOver) await applyTrackedWeight(shop, shipment.id, weight)
  if (!now || now.ended) return answered
  const seconds = answered ? await kinds[now.kind].nextLook(shop, now) : trackingSeconds(shop)
  await postponeShipment(shop.db, now, { seconds })
  return answered
}

/** The courier may give a shipment another air waybill at any time: it is shown, and the parcel is weighed anew. */
export async function addWaybill(shop: Shop, id: string, airwaybill: Airwaybill): Promise<void> {
  const owner = await findWaybill(shop.db, airwaybill.awbNumber)
  if (owner === id) return
  if (owner) {
    shop.log.warn({ shipmentId: id, owner }, 'an air waybill of another shipment')
    return
  }
  await shop.db.transaction(async (tx) => {
    await lockOrdersOfShipment(tx, id)
    if (await recordAirwaybill(tx, id, airwaybill)) await compareWeights(shop, tx, id)
  })
}

/**
 * Late and repeated words change nothing. `followers` says which state may follow. What a word means for the order, the return or
 * the replacement decides the kind, in the same transaction.
 */
export async function applyEvent(
  shop: Shop,
  kinds: Kinds,
  id: string,
  event: TrackingEvent,
  source: 'webhook' | 'sweep',
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    await lockOrdersOfShipment(tx, id)
    const shipment = await readShipment(tx, id)
    // What its seller has not packed is not with the courier: the word is about something else.
    if (!shipment?.ready) return
    const isNew = await insertEvent(tx, id, event, source)
    const { code, at } = event
    // A person knew better than all that the courier had said until then. Its times are whole seconds.
    if (shipment.correctedAt && at.getTime() < Math.floor(shipment.correctedAt.getTime() / 1_000) * 1_000)
      return
    const before = shipment.state
    const isLater = !isEnd(before) || !(await wasToldSince(tx, id, codesOf(before), at))
    const state = statusAfter(before, code, isLater)
    // What was lost on its way to a buyer may be found. A return or a replacement that was lost is decided otherwise meanwhile.
    const isLate =
      attentionFor(code) === null &&
      !isEnd(state) &&
      (shipment.kind === 'forward' ? await wasToldSince(tx, id, goneCodes, at) : isGone(shipment.code))
    // After an end only another state counts, the next word of the way back, and a loss on it.
    const isNews = isEnd(before)
      ? state !== before ||
        (before !== 'Delivered' && isLater && (statusAfter(null, code) === before || isGone(code)))
      : state !== before || attentionFor(code) !== null
    const counts = isNew && isNews && !isLate
    if (counts)
      await recordState(tx, id, {
        state,
        code,
        handedOver: handedOverCodes.includes(code),
        // Of a withdrawn shipment the courier's order has to be cancelled, too: another shipment could be made of it.
        ended: isOver(state, code) && (shipment.ended || !shipment.withdrawn || state !== 'Cancelled'),
      })
    await kinds[shipment.kind].moved(shop, tx, shipment, { code, at, state, isNew, counts })
    // A bill may have named its weight before the shop heard that it is on its way.
    if (isNew && handedOverCodes.includes(code)) await compareWeights(shop, tx, id)
  })
}
