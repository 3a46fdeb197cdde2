/** Removes a line from the caller's cart (specification §7, §8). */
import { notFound } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { deleteLine } from './queries.ts'

/** Refuses: not-found, with the same words for a line that does not exist and for another customer's. */
export async function removeFromCart(shop: Shop, customerId: string, lineId: string): Promise<void> {
  if (!(await deleteLine(shop.db, customerId, lineId))) throw notFound()
}
