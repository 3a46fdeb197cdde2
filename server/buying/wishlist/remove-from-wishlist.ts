/** Removes a product from the caller's wishlist (specification §7). */
import type { Shop } from '../../platform/shop.ts'
import { deleteItem } from './queries.ts'

/** Removing a product that is not on the list changes nothing and is not refused. */
export async function removeFromWishlist(shop: Shop, customerId: string, productId: string): Promise<void> {
  await deleteItem(shop.db, customerId, productId)
}
