/** What a booking sends to the courier, and what follows a failed one, decided on plain values. */
import { createHash } from 'node:crypto'
import type { ParcelToSend, PickupPlace } from '../../platform/providers/courier/provider.ts'
import { packed, parcelReference } from './courier-rules.ts'

/** The beginnings of texts for an administrator that a later success removes. */
export const bookingFailed = 'The parcel could not be booked: '

const flagAfterTries = 12
const flaggedWaitSeconds = 6 * 3_600
const giveUpAfterDays = 14
export const overdueAfterDays = 30

/** Where a seller's parcels are fetched, and the courier's name of that place. */
export interface ParcelSeller extends Omit<PickupPlace, 'name' | 'contact'> {
  id: string
  companyName: string
  buildingNo: string
  landmark: string
  pickupLocation: string | null
}

/** The parcel of an order. `quantity` and `amountPaise` are those of the pieces in it; weight (grams) and lengths (centimetres) are of one piece. */
export interface ParcelToBook {
  /** The order's. */
  id: string
  /** Counts the parcels of the order: after each cancellation of some pieces, the remaining ones get a new parcel. */
  parcelNo: number
  createdAt: Date
  quantity: number
  amountPaise: number
  productId: string
  productName: string
  weightGrams: number
  lengthCm: number
  widthCm: number
  heightCm: number
  to: ParcelToSend['to']
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

/** The parcel as it is sent to the courier, from the place named `pickup`. */
export function parcelToSend(parcel: ParcelToBook, pickup: string): ParcelToSend {
  const { id, parcelNo, createdAt, to, quantity, amountPaise } = parcel
  return {
    reference: parcelReference(id, parcelNo),
    orderedAt: createdAt,
    pickup,
    to,
    item: { name: parcel.productName, sku: parcel.productId, quantity, amountPaise },
    ...packed(parcel, quantity),
  }
}

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
