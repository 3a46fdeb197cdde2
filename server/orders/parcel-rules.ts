/** Names and waits of a booking, decided on plain values. */
import { createHash } from 'node:crypto'
import type { ParcelToSend, PickupPlace } from '../shipping/provider.ts'
import { packed } from '../shipping/rules.ts'
import type { ParcelRow } from './parcel-queries.ts'

/** How a flag begins that a later success takes back. */
export const notBooked = 'The parcel could not be booked: '

const flagAfterTries = 12
const flaggedWaitSeconds = 6 * 3_600
const giveUpAfterDays = 14
export const overdueAfterDays = 30

/**
 * The place a seller's parcels are fetched at. Its name is made of all that it says: a seller who moves gets another
 * place, and a registration whose answer was lost is found again.
 */
export function pickupPlaceOf(seller: ParcelRow['seller']): PickupPlace {
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

/** The parcel as the courier is asked to take it, from the place named `pickup`. */
export function parcelToSend(parcel: ParcelRow, pickup: string): ParcelToSend {
  const { id, createdAt, to, quantity, amountPaise } = parcel
  return {
    orderId: id,
    orderedAt: createdAt,
    pickup,
    to,
    item: { name: parcel.productName, sku: parcel.productId, quantity, amountPaise },
    ...packed(parcel, quantity),
  }
}

/**
 * What follows a booking that failed: when to try again (null: never) and what a person is told. A courier who is down
 * is waited for; one who says no is asked again some hours later, when a person may have mended the reason.
 */
export function afterFailure(
  parcel: { tries: number; ageDays: number },
  failure: { final: boolean; said: string },
  wait: (tries: number) => number,
): { seconds: number | null; flag: string | null } {
  const given = parcel.ageDays > giveUpAfterDays
  const flagged = failure.final || given || parcel.tries >= flagAfterTries
  return {
    seconds: given ? null : flagged ? flaggedWaitSeconds : wait(parcel.tries),
    flag: flagged ? `${notBooked}${failure.said}` : null,
  }
}
