import type { Shop } from '../../platform/shop.ts'
import { CourierRefused } from '../../platform/providers/courier/provider.ts'
import { courierIdOf } from './courier-id.ts'

/**
 * The job after a return whose goods the courier shall not fetch any more, because the buyer sends them or the seller has them: it
 * would come to the buyer for nothing, and the shop would pay for it. Throws while the courier is out of reach, so that the queue
 * tries again. One that has the goods already refuses, and nothing is left to do.
 */
export async function cancelPickup(shop: Shop, returnId: string): Promise<void> {
  try {
    await shop.courier.cancelParcel(courierIdOf(returnId))
  } catch (error) {
    if (!(error instanceof CourierRefused)) throw error
    shop.log.warn({ err: error, returnId }, 'the pickup of a return is not cancelled')
  }
}
