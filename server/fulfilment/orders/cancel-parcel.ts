/** The parcel of cancelled pieces: the job that cancels it at the courier, and the courier's later events about it. */
import type { Tx } from '../../platform/db/client.ts'
import { CourierRefused, CourierUnavailable } from '../../platform/providers/courier/provider.ts'
import { parcelReference, statusAfter } from './courier-rules.ts'
import type { Shop } from '../../platform/shop.ts'
import { leaseSeconds, type ParcelKey } from './booking-queries.ts'
import {
  flagCancelledParcel,
  readParcelToCancel,
  recordCancelledParcelOver,
  recordCourierCancelled,
  unflagCancelledParcel,
} from './cancel-queries.ts'
import { notCancelled, pickedUp } from './cancel-rules.ts'

/** If the courier has not responded for so long, an administrator is told, because the parcel may be fetched meanwhile. */
const flagAfterSeconds = 1_800

/**
 * The job. A worker that was booking the parcel when it was cancelled may have made a shipment that the shop does not know. So
 * the courier is asked, and 'unknown' counts only after that worker's last call is over. Throws until the parcel is cancelled,
 * so that the queue retries. An administrator is told where the courier refuses, or has not responded for half an hour.
 */
export async function cancelParcel(shop: Shop, cancellationId: string): Promise<void> {
  const parcel = await readParcelToCancel(shop.db, cancellationId)
  if (!parcel) return
  try {
    const known = await shop.courier.cancelParcel(parcelReference(parcel.id, parcel.parcelNo))
    if (!known && parcel.ageSeconds < leaseSeconds)
      throw new CourierUnavailable('the parcel may still be on its way to the courier')
  } catch (error) {
    if (error instanceof CourierRefused || parcel.ageSeconds > flagAfterSeconds)
      await flagCancelledParcel(shop.db, parcel, notCancelled)
    throw error
  }
  await recordCourierCancelled(shop.db, cancellationId)
  await unflagCancelledParcel(shop.db, parcel, [notCancelled])
}

/** An event of a parcel whose pieces were cancelled: the money is refunded, so only an administrator can act. */
export async function applyToCancelledParcel(tx: Tx, parcel: ParcelKey, code: number): Promise<void> {
  const status = statusAfter(null, code)
  if (status === null || status === 'Pending') return
  // The job also cancels the courier's order, of which another shipment could be made.
  if (status !== 'Cancelled') await recordCancelledParcelOver(tx, parcel, status === 'RTO')
  if (status === 'Cancelled' || status === 'RTO')
    await unflagCancelledParcel(tx, parcel, [notCancelled, pickedUp])
  else await flagCancelledParcel(tx, parcel, pickedUp)
}
