/**
 * Books the parcel of one order with the courier, step by step. The result of each step is stored before the next one begins. A
 * failed booking therefore continues where it stopped, and an order never has two shipments.
 */
import { maskText } from '../../platform/observe/mask.ts'
import { recordPickupPlace } from '../../people/sellers/pickup-place.ts'
import type { Shop } from '../../platform/shop.ts'
import { returnStock } from '../../catalogue/products/stock.ts'
import { CourierRefused, CourierUnavailable } from '../../platform/providers/courier/provider.ts'
import { cancelPieces } from './cancel-pieces.ts'
import { unitsLeft } from './cancel-rules.ts'
import { parcelReference, waitBeforeTry } from './courier-rules.ts'
import { nextBookingTry, parcelToSend, pickupPlaceOf } from './parcel-rules.ts'
import {
  leaseDueParcels,
  type ParcelRow,
  postponeParcel,
  readParcel,
  recordAirwaybill,
  recordBooked,
  recordBookingStart,
  recordLabel,
  recordPickup,
  recordShipment,
  scheduleTracking,
} from './booking-queries.ts'
import { lockOrderToRefund } from './refund-queries.ts'
import { bankWaitSeconds, maySend, NotSent, senderOf, waitingDays } from './send-goods.ts'
import { trackingSeconds } from './track-parcel.ts'

/** The job. Does nothing when another worker has the lease on the parcel, or when the parcel is not due. */
export async function bookParcel(shop: Shop, orderId: string): Promise<void> {
  const [id] = await leaseDueParcels(shop.db, { id: orderId })
  const parcel = id && (await readParcel(shop.db, id))
  if (parcel && !isBooked(parcel)) await continueBooking(shop, parcel)
}

export function isBooked(parcel: ParcelRow): boolean {
  return parcel.awbNumber !== null && parcel.labelUrl !== null && parcel.pickupRequested
}

const referenceOf = ({ id, parcelNo }: ParcelRow) => parcelReference(id, parcelNo)

const goodsOf = ({ id: orderId, quantity: units }: ParcelRow) => ({ orderId, units })

const sender = (shop: Shop, parcel: ParcelRow) =>
  senderOf(shop, goodsOf(parcel), (tx) => recordBookingStart(tx, parcel))

/**
 * Takes the remaining steps up to the first one that fails. The caller has the lease on the parcel. Returns false when the
 * courier is out of reach.
 */
export async function continueBooking(shop: Shop, parcel: ParcelRow): Promise<boolean> {
  try {
    const shipmentId = parcel.shipmentId ?? (await makeShipment(shop, parcel))
    await assignAirwaybill(shop, parcel, shipmentId)
    await labelAndPickup(shop, parcel, shipmentId)
    await recordBooked(shop.db, parcel, trackingSeconds(shop))
    return true
  } catch (error) {
    if (error instanceof NotSent) {
      if (error.why === 'disputed') await scheduleTracking(shop.db, parcel, bankWaitSeconds)
      if (error.why === 'unpaid') await endUnpaid(shop, parcel)
      return true
    }
    const answered = error instanceof CourierRefused
    if (!answered && !(error instanceof CourierUnavailable)) throw error
    // If this took longer than the lease, another worker may have booked the parcel meanwhile.
    const meanwhile = await readParcel(shop.db, parcel.id)
    if (meanwhile && (isBooked(meanwhile) || meanwhile.parcelNo !== parcel.parcelNo)) return answered
    const next = nextBookingTry(
      { tries: parcel.tries, ageDays: await waitingDays(shop, parcel) },
      { final: answered && error.final, message: maskText(error.message) },
      (tries) => waitBeforeTry(tries, shop.config.sweepSeconds),
    )
    shop.log[next.flag ? 'error' : 'warn']({ err: error, orderId: parcel.id }, 'parcel not booked yet')
    await postponeParcel(shop.db, parcel, next.seconds, next.flag)
    return answered
  }
}

/** Everything of the price went back to the buyer: the order ends, and its pieces return to the stock. */
async function endUnpaid(shop: Shop, parcel: ParcelRow): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const order = await lockOrderToRefund(tx, parcel.id)
    if (!order || order.handedOver || (await maySend(tx, goodsOf(parcel))) !== 'unpaid') return
    if (order.parcelNo !== parcel.parcelNo || order.checkAt === null) return
    const units = unitsLeft(order)
    await cancelPieces(shop, tx, order, units, 'administrator')
    await returnStock(tx, [{ productId: order.productId, quantity: units }])
  })
}

async function makeShipment(shop: Shop, parcel: ParcelRow): Promise<string> {
  const pickup = await pickupOf(shop, parcel.seller)
  // An earlier try may have made the shipment although its response was lost.
  const existing = parcel.bookingStarted ? await shop.courier.findParcel(referenceOf(parcel)) : null
  const made = existing ?? (await createOrFind(shop, parcel, pickup))
  await recordShipment(shop.db, parcel, made)
  return made.shipmentId
}

async function createOrFind(shop: Shop, parcel: ParcelRow, pickup: string) {
  try {
    return await sender(shop, parcel).createParcel(parcelToSend(parcel, pickup))
  } catch (error) {
    if (error instanceof NotSent) throw error
    const made = await shop.courier.findParcel(referenceOf(parcel)).catch(() => null)
    if (made) return made
    // The courier may not know the pickup place, for instance after a change of account: the next try registers it again.
    if (error instanceof CourierRefused) await recordPickupPlace(shop.db, parcel.seller.id, null)
    throw error
  }
}

/**
 * The name under which the courier knows the pickup place of this seller's parcels. Registers the place where the courier does
 * not know it.
 */
export async function pickupOf(shop: Shop, seller: ParcelRow['seller']): Promise<string> {
  const place = pickupPlaceOf(seller)
  if (seller.pickupLocation !== place.name) {
    await shop.courier.registerPickup(place)
    await recordPickupPlace(shop.db, seller.id, place.name)
  }
  return place.name
}

async function assignAirwaybill(shop: Shop, parcel: ParcelRow, shipmentId: string): Promise<void> {
  if (parcel.awbNumber !== null) return
  // An air waybill costs money: after a lost response it is looked up instead of assigned again.
  const existing = parcel.bookingStarted
    ? (await shop.courier.findParcel(referenceOf(parcel)))?.airwaybill
    : null
  const airwaybill = existing ?? (await assignOrFind(shop, parcel, shipmentId))
  await recordAirwaybill(shop.db, parcel, airwaybill)
}

async function assignOrFind(shop: Shop, parcel: ParcelRow, shipmentId: string) {
  try {
    return await sender(shop, parcel).assignAirwaybill(shipmentId)
  } catch (error) {
    // The courier also refuses a shipment that has an air waybill already.
    const made =
      error instanceof CourierRefused
        ? await shop.courier.findParcel(referenceOf(parcel)).catch(() => null)
        : null
    if (made?.airwaybill) return made.airwaybill
    throw error
  }
}

/** Requests the pickup even if the label cannot be made; throws the first failure afterwards. */
async function labelAndPickup(shop: Shop, parcel: ParcelRow, shipmentId: string): Promise<void> {
  const steps = [
    async () => {
      if (parcel.labelUrl === null)
        await recordLabel(shop.db, parcel, await sender(shop, parcel).makeLabel(shipmentId))
    },
    async () => {
      if (parcel.pickupRequested) return
      await sender(shop, parcel).requestPickup(shipmentId)
      await recordPickup(shop.db, parcel)
    },
  ]
  const failures: unknown[] = []
  for (const step of steps) await step().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
