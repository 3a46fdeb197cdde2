/** Asks the courier where a parcel is, which finds events whose webhook was lost. */
import { CourierRefused, CourierUnavailable } from '../../platform/providers/courier/provider.ts'
import type { Shop } from '../../platform/shop.ts'
import { applyTrackingEvent } from './apply-tracking-event.ts'
import { type ParcelRow, postponeParcel, scheduleTracking } from './booking-queries.ts'
import { overdueAfterDays } from './parcel-rules.ts'
import { waitingDays } from './send-goods.ts'

const sweepsBetweenRequests = 30

/** The seconds between two requests for one parcel: half an hour with the usual sweep every minute. */
export const trackingSeconds = (shop: Shop) => shop.config.sweepSeconds * sweepsBetweenRequests

/** The caller has the parcel's lease. Returns false when the courier is out of reach. */
export async function trackParcel(shop: Shop, parcel: ParcelRow): Promise<boolean> {
  try {
    for (const event of await shop.courier.track(parcel.awbNumber ?? ''))
      await applyTrackingEvent(shop, parcel, event, 'sweep')
  } catch (error) {
    if (!(error instanceof CourierUnavailable) && !(error instanceof CourierRefused)) throw error
    shop.log.warn({ err: error, orderId: parcel.id }, 'parcel not tracked')
    await scheduleTracking(shop.db, parcel, trackingSeconds(shop))
    return error instanceof CourierRefused
  }
  const overdue = (await waitingDays(shop, parcel)) > overdueAfterDays
  if (overdue) await postponeParcel(shop.db, parcel, null, `Not delivered after ${overdueAfterDays} days.`)
  else await scheduleTracking(shop.db, parcel, trackingSeconds(shop))
  return true
}
