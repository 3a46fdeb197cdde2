/**
 * Books the parcel of a replacement from the seller to the buyer, step by step, each stored before the next one. A failed
 * booking continues where it stopped, and no return has two replacements.
 */
import { maskText } from '../../platform/observe/mask.ts'
import { pickupOf } from '../orders/book-parcel.ts'
import { parcelToSend } from '../orders/parcel-rules.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { CourierRefused, CourierUnavailable } from '../../platform/providers/courier/provider.ts'
import { waitBeforeTry } from '../orders/courier-rules.ts'
import { bankWaitSeconds, maySend, NotSent, senderOf } from '../orders/send-goods.ts'
import { refundReturn } from './refund-return.ts'
import { replacementReference } from './replacement.ts'
import {
  leaseDueReplacements,
  postponeReplacement,
  readReplacement,
  recordReplacementAirwaybill,
  recordReplacementLabel,
  recordReplacementPickup,
  recordReplacementShipment,
  recordReplacementStart,
  type ReplacementParcel,
  waitForBank,
} from './replacement-queries.ts'

/** If no courier takes the parcel for so long, the buyer gets a refund instead of waiting longer. */
const giveUpAfterSeconds = 2 * 86_400
const sweepsBetweenRequests = 30

/** How long after one request the courier is asked again where a replacement is. */
export const replacementTrackingSeconds = (shop: Shop) => shop.config.sweepSeconds * sweepsBetweenRequests

/** The job. Does nothing where another worker has the lease on the parcel, or where it is booked. */
export async function bookReplacement(shop: Shop, replacementId: string): Promise<void> {
  const [id] = await leaseDueReplacements(shop.db, { id: replacementId })
  const parcel = id && (await readReplacement(shop.db, id))
  if (parcel && !isBooked(parcel)) await continueReplacement(shop, parcel)
}

/** Only its position is requested, also for a parcel that the courier got without a label of ours. */
export const isBooked = (parcel: ReplacementParcel): boolean =>
  parcel.handedOver || (parcel.awbNumber !== null && parcel.labelUrl !== null && parcel.pickupRequested)

const goodsOf = ({ orderId, quantity: units }: ReplacementParcel) => ({ orderId, units })

const sender = (shop: Shop, parcel: ReplacementParcel) =>
  senderOf(shop, goodsOf(parcel), (tx) => recordReplacementStart(tx, parcel.id))

/** Ends a booked replacement that no courier has, where its money is gone. Returns whether it is still to be sent. */
export async function endIfUnpaid(shop: Shop, parcel: ReplacementParcel): Promise<boolean> {
  if (parcel.handedOver) return true
  const may = await shop.db.transaction((tx) => maySend(tx, goodsOf(parcel)))
  if (may === 'unpaid') await giveUp(shop, parcel, 'shop')
  return may !== 'unpaid'
}

/** The caller has the lease. Returns false when the courier is out of reach. */
export async function continueReplacement(shop: Shop, parcel: ReplacementParcel): Promise<boolean> {
  try {
    const shipmentId = parcel.shipmentId ?? (await makeShipment(shop, parcel))
    if (parcel.awbNumber === null) await assignAirwaybill(shop, parcel, shipmentId)
    await labelAndPickup(shop, parcel, shipmentId)
    await postponeReplacement(shop.db, parcel.id, {
      seconds: replacementTrackingSeconds(shop),
      failed: false,
    })
    return true
  } catch (error) {
    if (error instanceof NotSent) {
      if (error.why === 'disputed') await waitForBank(shop.db, parcel, bankWaitSeconds)
      if (error.why === 'unpaid') await giveUp(shop, parcel, 'shop')
      return true
    }
    const answered = error instanceof CourierRefused
    if (!answered && !(error instanceof CourierUnavailable)) throw error
    // Once the parcel has an air waybill, the time limit of the return decides, and then an administrator.
    const isWithoutCourier = (await readReplacement(shop.db, parcel.id))?.awbNumber === null
    const final =
      isWithoutCourier && ((answered && error.final) || parcel.waitingSeconds > giveUpAfterSeconds)
    shop.log.warn(
      { err: error, returnId: parcel.requestId, final, said: maskText(error.message) },
      'replacement not booked',
    )
    if (final) await giveUp(shop, parcel, 'not-booked')
    else {
      const seconds = waitBeforeTry(parcel.tries, shop.config.sweepSeconds)
      await postponeReplacement(shop.db, parcel.id, { seconds, failed: true })
    }
    return answered
  }
}

/** Refunds the buyer. Another decision about the return may have been made meanwhile. */
async function giveUp(
  shop: Shop,
  { requestId }: ReplacementParcel,
  fellBack: 'not-booked' | 'shop',
): Promise<void> {
  try {
    await refundReturn(shop, requestId, {
      by: 'courier',
      owner: null,
      restock: false,
      fellBack,
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

async function makeShipment(shop: Shop, parcel: ReplacementParcel): Promise<string> {
  const pickup = await pickupOf(shop, parcel.seller)
  // An earlier try may have made the shipment although its response was lost.
  const existing = parcel.bookingStarted
    ? await shop.courier.findParcel(replacementReference(parcel.id))
    : null
  const { shipmentId } = existing ?? (await createOrFind(shop, parcel, pickup))
  await recordReplacementShipment(shop.db, parcel.id, shipmentId)
  return shipmentId
}

async function createOrFind(shop: Shop, parcel: ReplacementParcel, pickup: string) {
  const reference = replacementReference(parcel.id)
  try {
    const toSend = { ...parcelToSend({ ...parcel, parcelNo: 1 }, pickup), reference }
    return await sender(shop, parcel).createParcel(toSend)
  } catch (error) {
    if (error instanceof NotSent) throw error
    const made = await shop.courier.findParcel(reference).catch(() => null)
    if (made) return made
    throw error
  }
}

/** An air waybill costs money: after a lost response it is looked up instead of assigned again. */
async function assignAirwaybill(shop: Shop, parcel: ReplacementParcel, shipmentId: string): Promise<void> {
  const find = async () => (await shop.courier.findParcel(replacementReference(parcel.id)))?.airwaybill
  const existing = parcel.bookingStarted ? await find() : null
  const airwaybill =
    existing ??
    (await sender(shop, parcel)
      .assignAirwaybill(shipmentId)
      .catch(async (error: unknown) => {
        // The courier also refuses a shipment that has an air waybill already.
        const made = error instanceof CourierRefused ? await find().catch(() => null) : null
        if (made) return made
        throw error
      }))
  await recordReplacementAirwaybill(shop.db, parcel.id, airwaybill)
}

/** Requests the pickup even if the label cannot be made; throws the first failure afterwards. */
async function labelAndPickup(shop: Shop, parcel: ReplacementParcel, shipmentId: string): Promise<void> {
  const steps = [
    async () => {
      if (parcel.labelUrl === null)
        await recordReplacementLabel(shop.db, parcel.id, await sender(shop, parcel).makeLabel(shipmentId))
    },
    async () => {
      if (parcel.pickupRequested) return
      await sender(shop, parcel).requestPickup(shipmentId)
      await recordReplacementPickup(shop.db, parcel.id)
    },
  ]
  const failures: unknown[] = []
  for (const step of steps) await step().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
