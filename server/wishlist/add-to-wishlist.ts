/** Adds a product to the caller's wishlist (specification §4, §7). */
import { newId } from '../db/ids.ts'
import { lockCustomer } from '../lock-customer.ts'
import type { Shop } from '../shop.ts'
import { findForWishlist, insertItem } from './queries.ts'
import { canAddToWishlist } from './rules.ts'

/** Adding a product again changes nothing. Refuses: not-found for a product that is not on sale; conflict on a full list. */
export async function addToWishlist(shop: Shop, customerId: string, productId: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    await lockCustomer(tx, customerId)
    if (!canAddToWishlist(await findForWishlist(tx, customerId, productId))) return
    await insertItem(tx, { id: newId(), customerId, productId })
  })
}
