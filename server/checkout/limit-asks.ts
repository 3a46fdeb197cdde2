/** How often one buyer may have the provider asked what was paid. */
import { consumeLimit } from '../rate-limit.ts'
import type { Shop } from '../shop.ts'

/** Many times what a purchase with troubles needs. */
const asksAMinute = 60

/**
 * Counts one ask. The provider limits the calls of the whole shop: one account that asks without end would use them up, and
 * the circuit breaker would then end the payments of everybody. Refuses: too-often. Money that was taken is found by the
 * webhook and the sweep all the same.
 */
export async function limitAsks(shop: Shop, customerId: string): Promise<void> {
  await consumeLimit(shop.db, [{ key: `settle:${customerId}`, max: asksAMinute, seconds: 60 }])
}
