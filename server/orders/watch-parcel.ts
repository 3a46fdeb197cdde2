/** Asks the courier where a parcel is: what the webhook did not tell is learnt here. */
import { CourierRefused, CourierUnavailable } from '../shipping/provider.ts'
import type { Shop } from '../shop.ts'
import { applyTrackingEvent } from './apply-tracking-event.ts'
import { type ParcelRow, postponeParcel, watchAgain } from './parcel-queries.ts'
import { overdueAfterDays } from './parcel-rules.ts'

const sweepsBetweenLooks = 30

/** Half an hour with the usual sweep every minute. */
export const watchSeconds = (shop: Shop) => shop.config.sweepSeconds * sweepsBetweenLooks

/** The caller holds the parcel's turn. Answers false when the courier is out of reach. */
export async function watchParcel(shop: Shop, parcel: ParcelRow): Promise<boolean> {
  try {
    for (const event of await shop.courier.track(parcel.awbNumber ?? ''))
      await applyTrackingEvent(shop, parcel.id, event, 'sweep')
  } catch (error) {
    if (!(error instanceof CourierUnavailable) && !(error instanceof CourierRefused)) throw error
    shop.log.warn({ err: error, orderId: parcel.id }, 'parcel not tracked')
    await watchAgain(shop.db, parcel.id, watchSeconds(shop))
    return error instanceof CourierRefused
  }
  const overdue = Date.now() - parcel.createdAt.getTime() > overdueAfterDays * 86_400_000
  if (overdue) await postponeParcel(shop.db, parcel.id, null, `Not delivered after ${overdueAfterDays} days.`)
  else await watchAgain(shop.db, parcel.id, watchSeconds(shop))
  return true
}
