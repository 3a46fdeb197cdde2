/** Timer: continues bookings that failed or wait, and tracks parcels for which no webhook arrived. */
import type { Shop } from '../../platform/shop.ts'
import { continueBooking, isBooked } from './book-parcel.ts'
import { leaseDueParcels, readParcel } from './booking-queries.ts'
import { trackParcel } from './track-parcel.ts'

const concurrency = 8

export async function sweepParcels(shop: Shop): Promise<void> {
  for (;;) {
    const due = await leaseDueParcels(shop.db, { limit: concurrency })
    const answered = await Promise.all(due.map((id) => sweepOne(shop, id)))
    // A courier that responded to no request of this batch is not asked again before the next sweep.
    if (due.length < concurrency || !answered.includes(true)) return
  }
}

/**
 * Returns whether the courier responded. A parcel whose sweep throws is due again when its lease ends; the others are not
 * affected.
 */
async function sweepOne(shop: Shop, orderId: string): Promise<boolean> {
  try {
    const parcel = await readParcel(shop.db, orderId)
    if (!parcel) return true
    return await (isBooked(parcel) ? trackParcel(shop, parcel) : continueBooking(shop, parcel))
  } catch (error) {
    shop.log.error({ err: error, orderId }, 'parcel not swept')
    return true
  }
}
