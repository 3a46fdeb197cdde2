/** Timer: goes on with bookings that broke or wait, and asks after parcels that no webhook came for. */
import type { Shop } from '../shop.ts'
import { continueBooking, isBooked } from './book-parcel.ts'
import { readParcel, takeDueParcels } from './parcel-queries.ts'
import { watchParcel } from './watch-parcel.ts'

const concurrency = 8

export async function sweepParcels(shop: Shop): Promise<void> {
  for (;;) {
    const due = await takeDueParcels(shop.db, { limit: concurrency })
    const answered = await Promise.all(due.map((id) => sweepOne(shop, id)))
    // A courier who answers nobody is left in peace until the next round; those not taken keep their turn.
    if (due.length < concurrency || !answered.includes(true)) return
  }
}

/** Answers whether the courier did. One parcel's trouble is not another's: its turn comes again when the lease is over. */
async function sweepOne(shop: Shop, orderId: string): Promise<boolean> {
  try {
    const parcel = await readParcel(shop.db, orderId)
    if (!parcel) return true
    return await (isBooked(parcel) ? watchParcel(shop, parcel) : continueBooking(shop, parcel))
  } catch (error) {
    shop.log.error({ err: error, orderId }, 'parcel not looked after')
    return true
  }
}
