/**
 * Books a shipment with the courier, step by step. The result of each step is stored before the next one begins. A failed booking
 * therefore continues where it stopped, and nothing is booked twice.
 */
import { recordPickupPlace } from '../../people/sellers/pickup-place.ts'
import type { Tx } from '../../platform/db/client.ts'
import { CourierRefused } from '../../platform/providers/courier/provider.ts'
import type { Shop } from '../../platform/shop.ts'
import { NotSent, senderOf } from '../orders/send-goods.ts'
import type { Kinds } from './kind.ts'
import { type ParcelSeller, parcelToSend, pickupPlaceOf, returnToFetch, sizeOf } from './parcel-rules.ts'
import {
  findWaybill,
  lockOrdersOfShipment,
  postponeShipment,
  readShipment,
  recordAirwaybill,
  recordBookedParcel,
  recordBookingStart,
  recordLabel,
  recordPickup,
  type Shipment,
} from './queries.ts'
import { trackingSeconds } from './track-shipment.ts'

const isReturn = ({ kind }: Shipment) => kind === 'return'

/** A return needs no label: the courier brings one. */
export const isBooked = (shipment: Shipment): boolean =>
  shipment.awbNumber !== null &&
  shipment.pickupRequested &&
  (shipment.labelUrl !== null || isReturn(shipment))

/** The first call asks whether the goods of a buyer are still paid and undisputed, and renews the lease. */
const sender = (shop: Shop, shipment: Shipment) =>
  senderOf(shop, isReturn(shipment) ? [] : shipment.items, (tx) =>
    recordBookingStart(tx, shipment, sizeOf(shipment)),
  )

type Sender = ReturnType<typeof sender>

/** Takes the remaining steps up to the first one that fails. The caller has the lease. Returns false when the courier is out of reach. */
export async function bookShipment(shop: Shop, kinds: Kinds, shipment: Shipment): Promise<boolean> {
  const kind = kinds[shipment.kind]
  try {
    const send = sender(shop, shipment)
    const shipmentId = shipment.courierShipmentId ?? (await makeShipment(shop, shipment, send))
    await assignAirwaybill(shop, shipment, shipmentId, send)
    const { pickup, labelUrl, failures } = await pickupAndLabel(shop, shipment, shipmentId)
    await locked(shop, shipment, async (tx) => {
      if (pickup) await recordPickup(tx, shipment.id, pickup.on)
      if (labelUrl !== null) await recordLabel(tx, shipment.id, labelUrl)
      if (failures.length > 0) return
      await kind.booked(shop, tx, shipment)
      await postponeShipment(tx, shipment, { seconds: trackingSeconds(shop) })
    })
    if (failures.length > 0) throw failures[0]
    return true
  } catch (error) {
    if (error instanceof NotSent) {
      if (error.why !== 'ended') await kind.notSent(shop, shipment, error.why)
      return true
    }
    const answered = error instanceof CourierRefused
    // If this took longer than the lease, another worker may have booked it meanwhile.
    const meanwhile = await readShipment(shop.db, shipment.id)
    if (!meanwhile || isBooked(meanwhile) || meanwhile.withdrawn) return answered
    const seconds = await kind.failed(shop, meanwhile, error)
    await postponeShipment(shop.db, shipment, { seconds, tries: meanwhile.tries + 1 })
    return answered
  }
}

/** A step that orders show: they are locked before their shipment. */
const locked = <Result>(shop: Shop, { id }: Shipment, step: (tx: Tx) => Promise<Result>) =>
  shop.db.transaction(async (tx) => {
    await lockOrdersOfShipment(tx, id)
    return step(tx)
  })

/** What an earlier try made although its response was lost. */
const findMade = (shop: Shop, { bookingStarted, reference }: Shipment) =>
  bookingStarted ? shop.courier.findParcel(reference) : null

async function makeShipment(shop: Shop, shipment: Shipment, send: Sender): Promise<string> {
  const pickup = isReturn(shipment) ? '' : await pickupOf(shop, shipment.seller)
  const made = (await findMade(shop, shipment)) ?? (await createOrFind(shop, shipment, pickup, send))
  const goesOn = await locked(shop, shipment, (tx) => recordBookedParcel(tx, shipment.id, made))
  if (!goesOn) throw new NotSent('ended')
  return made.shipmentId
}

async function createOrFind(shop: Shop, shipment: Shipment, pickup: string, send: Sender) {
  try {
    return await (isReturn(shipment)
      ? send.createReturn(returnToFetch(shipment))
      : send.createParcel(parcelToSend(shipment, pickup)))
  } catch (error) {
    if (error instanceof NotSent) throw error
    const made = await shop.courier.findParcel(shipment.reference).catch(() => null)
    if (made) return made
    // The courier may not know the pickup place, for instance after a change of account: the next try registers it again.
    if (error instanceof CourierRefused && pickup !== '')
      await recordPickupPlace(shop.db, shipment.seller.id, null)
    throw error
  }
}

/** The courier's name of the place at which this seller's parcels are fetched. Registers a place that the courier does not know. */
async function pickupOf(shop: Shop, seller: ParcelSeller): Promise<string> {
  const place = pickupPlaceOf(seller)
  if (seller.pickupLocation !== place.name) {
    await shop.courier.registerPickup(place)
    await recordPickupPlace(shop.db, seller.id, place.name)
  }
  return place.name
}

/** An air waybill costs money: after a lost response it is looked up instead of assigned again. */
async function assignAirwaybill(
  shop: Shop,
  shipment: Shipment,
  shipmentId: string,
  send: Sender,
): Promise<void> {
  if (shipment.awbNumber !== null) return
  const assign = async () => {
    try {
      return await (isReturn(shipment)
        ? send.assignReturnAirwaybill(shipmentId)
        : send.assignAirwaybill(shipmentId))
    } catch (error) {
      // The courier also refuses a shipment that has an air waybill already.
      const made =
        error instanceof CourierRefused
          ? await shop.courier.findParcel(shipment.reference).catch(() => null)
          : null
      if (made?.airwaybill) return made.airwaybill
      throw error
    }
  }
  const airwaybill = (await findMade(shop, shipment))?.airwaybill ?? (await assign())
  await locked(shop, shipment, async (tx) => {
    if (await recordAirwaybill(tx, shipment.id, airwaybill)) return
    if ((await findWaybill(tx, airwaybill.awbNumber)) !== shipment.id)
      throw new Error('the courier gave the air waybill of another shipment')
  })
}

interface PickupAndLabel {
  /** `on`: its day, where the courier said it. */
  pickup: { on: string | null } | null
  labelUrl: string | null
  failures: unknown[]
}

/** A pickup that fails does not prevent the label, unless nothing may be sent. The caller stores what was made, whatever failed. */
async function pickupAndLabel(shop: Shop, shipment: Shipment, shipmentId: string): Promise<PickupAndLabel> {
  const send = sender(shop, shipment)
  const made: PickupAndLabel = { pickup: null, labelUrl: null, failures: [] }
  const failed = (error: unknown) => {
    made.failures.push(error)
    return null
  }
  if (!shipment.pickupRequested)
    made.pickup = await send.requestPickup(shipmentId).then((on) => ({ on }), failed)
  if (shipment.labelUrl === null && !isReturn(shipment) && !(made.failures[0] instanceof NotSent))
    made.labelUrl = await send.makeLabel(shipmentId).catch(failed)
  return made
}
