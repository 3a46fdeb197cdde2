/** Takes a line out of the caller's cart (specification §7, §8). */
import { notFound } from '../refusal.ts'
import type { Shop } from '../shop.ts'
import { deleteLine } from './queries.ts'

/** Refuses ('not-found') a line that is not there and one of another customer with the same words. */
export async function removeFromCart(shop: Shop, customerId: string, lineId: string): Promise<void> {
  if (!(await deleteLine(shop.db, customerId, lineId))) throw notFound()
}
