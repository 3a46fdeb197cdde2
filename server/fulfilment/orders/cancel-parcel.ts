/** The parcel of cancelled pieces: the job that cancels it at the courier, and what the courier tells of it afterwards. */
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

/** A courier that does not answer for so long is a person's business: somebody may fetch the parcel meanwhile. */
const flagAfterSeconds = 1_800

/**
 * The job. A worker that was booking the parcel when it was cancelled may have made it at the courier although the shop does not
 * know: the courier is asked, and it does not know the parcel for good only once that worker's last call is over. Throws while
 * the parcel is not cancelled, so that the queue tries again; an administrator is told where the courier refuses, or has not
 * answered for half an hour.
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

/** An event of a parcel whose pieces were cancelled: the money is back already, and only an administrator can act. */
export async function applyToCancelledParcel(tx: Tx, parcel: ParcelKey, code: number): Promise<void> {
  const status = statusAfter(null, code)
  if (status === null || status === 'Pending') return
  // A cancelled shipment is not all: the job also cancels the courier's order, which could be shipped again.
  if (status !== 'Cancelled') await recordCancelledParcelOver(tx, parcel, status === 'RTO')
  if (status === 'Cancelled' || status === 'RTO')
    await unflagCancelledParcel(tx, parcel, [notCancelled, pickedUp])
  else await flagCancelledParcel(tx, parcel, pickedUp)
}
