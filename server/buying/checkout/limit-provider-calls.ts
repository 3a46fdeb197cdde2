/** How often one buyer may make the shop ask the payment provider what was paid. */
import { consumeLimit } from '../../platform/rate-limit.ts'
import type { Shop } from '../../platform/shop.ts'

/** Many times what a purchase with problems needs. */
const callsPerMinute = 60

/**
 * Counts one call. The provider limits the calls of the whole shop: one account that calls without end would use them up, and
 * the circuit breaker would then stop the payments of everybody. Refuses: too-often. Captured money is found by the webhook and
 * the sweep all the same.
 */
export async function limitProviderCalls(shop: Shop, customerId: string): Promise<void> {
  await consumeLimit(shop.db, [{ key: `settle:${customerId}`, max: callsPerMinute, seconds: 60 }])
}
