/**
 * Books one order's parcel with the courier, step by step. Each step's result is stored before the next begins, so that
 * a booking that broke anywhere goes on where it stood, and there is one shipment an order whatever fails.
 */
import { maskText } from '../observe/mask.ts'
import { recordPickupPlace } from '../sellers/pickup-place.ts'
import type { Shop } from '../shop.ts'
import { CourierRefused, CourierUnavailable } from '../shipping/provider.ts'
import { waitBeforeTry } from '../shipping/rules.ts'
import { afterFailure, parcelToSend, pickupPlaceOf } from './parcel-rules.ts'
import {
  renewLease,
  type ParcelRow,
  postponeParcel,
  readParcel,
  recordAirwaybill,
  recordBooked,
  recordBookingStart,
  recordLabel,
  recordPickup,
  recordShipment,
  takeDueParcels,
} from './parcel-queries.ts'
import { watchSeconds } from './watch-parcel.ts'

/** The job. Does nothing when another worker has the parcel, or when its turn has not come. */
export async function bookParcel(shop: Shop, orderId: string): Promise<void> {
  const [id] = await takeDueParcels(shop.db, { id: orderId })
  const parcel = id && (await readParcel(shop.db, id))
  if (parcel && !isBooked(parcel)) await continueBooking(shop, parcel)
}

export function isBooked(parcel: ParcelRow): boolean {
  return parcel.awbNumber !== null && parcel.labelUrl !== null && parcel.pickupRequested
}

/** The order was refunded meanwhile, or its parcel ended: nothing more is asked of the courier. */
class NotToBeBooked extends Error {}

async function mayGoOn(shop: Shop, parcel: ParcelRow): Promise<void> {
  if (!(await renewLease(shop.db, parcel.id)))
    throw new NotToBeBooked(`order ${parcel.id} is not to be booked`)
}

/** Goes as far as it gets; the caller holds the parcel's turn. Answers false when the courier is out of reach. */
export async function continueBooking(shop: Shop, parcel: ParcelRow): Promise<boolean> {
  try {
    const shipmentId = parcel.shipmentId ?? (await makeShipment(shop, parcel))
    await assignAirwaybill(shop, parcel, shipmentId)
    await labelAndPickup(shop, parcel, shipmentId)
    await recordBooked(shop.db, parcel.id, watchSeconds(shop))
    return true
  } catch (error) {
    if (error instanceof NotToBeBooked) return true
    const answered = error instanceof CourierRefused
    if (!answered && !(error instanceof CourierUnavailable)) throw error
    // A turn that took too long has ended: whoever had the next one may have booked it meanwhile.
    const meanwhile = await readParcel(shop.db, parcel.id)
    if (meanwhile && isBooked(meanwhile)) return answered
    const ageDays = (Date.now() - parcel.createdAt.getTime()) / 86_400_000
    const next = afterFailure(
      { tries: parcel.tries, ageDays },
      { final: answered && error.final, said: maskText(error.message) },
      (tries) => waitBeforeTry(tries, shop.config.sweepSeconds),
    )
    shop.log[next.flag ? 'error' : 'warn']({ err: error, orderId: parcel.id }, 'parcel not booked yet')
    await postponeParcel(shop.db, parcel.id, next.seconds, next.flag)
    return answered
  }
}

async function makeShipment(shop: Shop, parcel: ParcelRow): Promise<string> {
  const pickup = await pickupOf(shop, parcel.seller)
  // A try before this one may have made it and never heard so.
  const left = parcel.bookingStarted ? await shop.courier.findParcel(parcel.id) : null
  await recordBookingStart(shop.db, parcel.id)
  const made = left ?? (await createOrFind(shop, parcel, pickup))
  await recordShipment(shop.db, parcel.id, made)
  return made.shipmentId
}

async function createOrFind(shop: Shop, parcel: ParcelRow, pickup: string) {
  await mayGoOn(shop, parcel)
  try {
    return await shop.courier.createParcel(parcelToSend(parcel, pickup))
  } catch (error) {
    const made = await shop.courier.findParcel(parcel.id).catch(() => null)
    if (made) return made
    // It may not know the place any more, as when the account is another one: the next try registers it again.
    if (error instanceof CourierRefused) await recordPickupPlace(shop.db, parcel.seller.id, null)
    throw error
  }
}

async function pickupOf(shop: Shop, seller: ParcelRow['seller']): Promise<string> {
  const place = pickupPlaceOf(seller)
  if (seller.pickupLocation !== place.name) {
    await shop.courier.registerPickup(place)
    await recordPickupPlace(shop.db, seller.id, place.name)
  }
  return place.name
}

async function assignAirwaybill(shop: Shop, parcel: ParcelRow, shipmentId: string): Promise<void> {
  if (parcel.awbNumber !== null) return
  // It is charged: a lost answer is looked up, not asked for again.
  const left = parcel.bookingStarted ? (await shop.courier.findParcel(parcel.id))?.airwaybill : null
  const airwaybill = left ?? (await assignOrFind(shop, parcel, shipmentId))
  await recordAirwaybill(shop.db, parcel.id, airwaybill)
}

async function assignOrFind(shop: Shop, parcel: ParcelRow, shipmentId: string) {
  await mayGoOn(shop, parcel)
  try {
    return await shop.courier.assignAirwaybill(shipmentId)
  } catch (error) {
    // Refused, because it has one already.
    const made =
      error instanceof CourierRefused ? await shop.courier.findParcel(parcel.id).catch(() => null) : null
    if (made?.airwaybill) return made.airwaybill
    throw error
  }
}

/** A label that is missing does not keep anybody from fetching the parcel; the first trouble is told at the end. */
async function labelAndPickup(shop: Shop, parcel: ParcelRow, shipmentId: string): Promise<void> {
  const steps = [
    async () => {
      if (parcel.labelUrl === null)
        await recordLabel(shop.db, parcel.id, await shop.courier.makeLabel(shipmentId))
    },
    async () => {
      if (parcel.pickupRequested) return
      await mayGoOn(shop, parcel)
      await shop.courier.requestPickup(shipmentId)
      await recordPickup(shop.db, parcel.id)
    },
  ]
  const failures: unknown[] = []
  for (const step of steps) await step().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
