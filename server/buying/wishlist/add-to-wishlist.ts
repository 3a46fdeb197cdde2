/** Adds a product to the caller's wishlist (specification §4, §7). */
import { newId } from '../../platform/db/ids.ts'
import { lockCustomer } from '../../people/lock-customer.ts'
import type { Shop } from '../../platform/shop.ts'
import { insertItem } from './queries.ts'
import { additionRefusal } from './rules.ts'

/** Adding a product again changes nothing. Refuses: not-found for a product that is not on sale; conflict on a full list. */
export async function addToWishlist(shop: Shop, customerId: string, productId: string): Promise<void> {
  const product = await shop.db.transaction(async (tx) => {
    await lockCustomer(tx, customerId)
    return insertItem(tx, { id: newId(), customerId, productId })
  })
  const refusal = additionRefusal(product)
  if (refusal) throw refusal
}
