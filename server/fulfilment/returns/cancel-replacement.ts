/** The parcel of a replacement that is not needed any more, because the money goes back: the job that cancels it at the courier. */
import { flagOrder, unflagOrder } from '../orders/flag-order.ts'
import { CourierRefused, CourierUnavailable } from '../../platform/providers/courier/provider.ts'
import type { Shop } from '../../platform/shop.ts'
import { notCancelled } from './exchange-rules.ts'
import { replacementReference } from './replacement.ts'
import { readReplacementToCancel } from './replacement-queries.ts'

/** A worker that was booking it may have made it a moment later: only then the courier does not know it for good. */
const leaseSeconds = 300
const flagAfterSeconds = 1_800

/** Throws while the parcel is not cancelled, so that the queue tries again; an administrator is told where it stays so. */
export async function cancelReplacement(shop: Shop, replacementId: string): Promise<void> {
  const parcel = await readReplacementToCancel(shop.db, replacementId)
  if (!parcel) return
  try {
    const known = await shop.courier.cancelParcel(replacementReference(replacementId))
    if (!known && parcel.ageSeconds < leaseSeconds)
      throw new CourierUnavailable('the parcel may still be on its way to the courier')
  } catch (error) {
    if (error instanceof CourierRefused || parcel.ageSeconds > flagAfterSeconds)
      await flagOrder(shop.db, parcel.orderId, notCancelled)
    throw error
  }
  await unflagOrder(shop.db, parcel.orderId, [notCancelled])
}
