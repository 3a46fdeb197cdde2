/** What a booking sends to the courier, and what follows a failed one, decided on plain values. */
import { createHash } from 'node:crypto'
import type { ParcelToSend, PickupPlace, ReturnToFetch } from '../../platform/providers/courier/provider.ts'
import { packed } from './courier-rules.ts'

/** The beginnings of texts for an administrator that a later success removes. */
export const bookingFailed = 'The parcel could not be booked: '

const flagAfterTries = 12
const commentLength = 250
const flaggedWaitSeconds = 6 * 3_600
const giveUpAfterDays = 14
export const overdueAfterDays = 30
/** Until then the courier is asked once a day. */
const lookedForDays = 180

/** In how many seconds the courier is asked again where something is; null: never. `comes`: it is on its way, and not back. */
export function nextLookSeconds(
  { days, comes }: { days: number; comes: boolean },
  usualSeconds: number,
): number | null {
  if (days > lookedForDays) return null
  return comes && days <= overdueAfterDays ? usualSeconds : 86_400
}

/** Where a seller's parcels are fetched, and the courier's name of that place. */
export interface ParcelSeller extends Omit<PickupPlace, 'name' | 'contact'> {
  id: string
  companyName: string
  buildingNo: string
  landmark: string
  pickupLocation: string | null
}

/** Pieces of one order in a parcel. `amountPaise` is the price of all of them; weight and lengths are of one piece. */
export interface ParcelItem {
  orderId: string
  units: number
  sku: string
  name: string
  amountPaise: number
  weightGrams: number
  lengthCm: number
  widthCm: number
  heightCm: number
}

/** Of the whole parcel. */
export interface ParcelSize {
  weightGrams: number
  lengthCm: number
  widthCm: number
  heightCm: number
}

/** What is sent, without the way: from the seller to the buyer, or back. */
export interface Parcel {
  reference: string
  createdAt: Date
  items: [ParcelItem, ...ParcelItem[]]
  measured: ParcelSize | null
  buyer: ParcelToSend['to']
  seller: ParcelSeller
}

/**
 * The place at which a seller's parcels are fetched. Its name is made from the whole address: a seller who moves gets another
 * place, and a registration whose response was lost is found again.
 */
export function pickupPlaceOf(seller: ParcelSeller): PickupPlace {
  const { id, companyName, email, mobile, buildingNo, street, landmark, city, state, pinCode } = seller
  const facts = [id, companyName, mobile, buildingNo, street, landmark, city, state, pinCode]
  const name = createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 24)
  return {
    name: `seller-${name}`,
    contact: companyName,
    email,
    mobile,
    street: `${buildingNo}, ${street}, ${landmark}`,
    city,
    state,
    pinCode,
  }
}

/** What its seller measured, else what follows from the products. */
export const sizeOf = ({ measured, items }: Pick<Parcel, 'measured' | 'items'>): ParcelSize =>
  measured ?? packed(items)

const goodsOf = ({ reference, createdAt, items, measured }: Parcel) => ({
  reference,
  orderedAt: createdAt,
  comment:
    items.length > 1
      ? `Orders …${items.map(({ orderId }) => orderId.slice(-12)).join(', …')}`.slice(0, commentLength)
      : '',
  items: items.map(({ name, sku, units, amountPaise }) => ({ name, sku, quantity: units, amountPaise })),
  ...sizeOf({ measured, items }),
})

/** As it is sent to the buyer, from the place named `pickup`. */
export const parcelToSend = (parcel: Parcel, pickup: string): ParcelToSend => ({
  ...goodsOf(parcel),
  pickup,
  to: parcel.buyer,
})

/** As it is fetched from the buyer. */
export const returnToFetch = (parcel: Parcel): ReturnToFetch => ({
  ...goodsOf(parcel),
  from: parcel.buyer,
  to: pickupPlaceOf(parcel.seller),
})

/**
 * What follows a failed booking: after how many seconds to retry (null: never), and the text for an administrator. A courier
 * that is out of reach is tried again soon. After a refusal the next try is some hours later, when somebody may have removed
 * the reason.
 */
export function nextBookingTry(
  parcel: { tries: number; ageDays: number },
  failure: { final: boolean; message: string },
  wait: (tries: number) => number,
): { seconds: number | null; flag: string | null } {
  const givenUp = parcel.ageDays > giveUpAfterDays
  const flagged = failure.final || givenUp || parcel.tries >= flagAfterTries
  return {
    seconds: givenUp ? null : flagged ? flaggedWaitSeconds : wait(parcel.tries),
    flag: flagged ? `${bookingFailed}${failure.message}` : null,
  }
}
