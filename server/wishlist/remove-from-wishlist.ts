/** Takes a product off the caller's wishlist (specification §7). */
import type { Shop } from '../shop.ts'
import { deleteItem } from './queries.ts'

/** Refuses nothing: a product that is not on the list is off it. */
export async function removeFromWishlist(shop: Shop, customerId: string, productId: string): Promise<void> {
  await deleteItem(shop.db, customerId, productId)
}
