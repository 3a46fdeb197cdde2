/** Adds one piece of a product to the cart (specification §4, §7, §9; api-rules §6). */
import { genericPlans } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { lockCustomer } from '../lock-customer.ts'
import type { Shop } from '../shop.ts'
import { findForCart, insertLine } from './queries.ts'
import { canAddToCart } from './rules.ts'

/**
 * A product that is in the cart already stays as it is. Refuses: invalid for another quantity than 1; not-found for a
 * product that is not on sale; conflict ('Out of Stock', or a full cart).
 */
export async function addToCart(
  shop: Shop,
  customerId: string,
  { id: productId, quantity }: { id: string; quantity: number },
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    // Sent together: the cart is read once the customer is locked.
    const [, product] = await Promise.all([
      lockCustomer(tx, customerId),
      findForCart(tx, customerId, productId),
    ])
    if (!canAddToCart(product, quantity)) return
    await insertLine(tx, { id: newId(), customerId, productId, quantity })
  }, genericPlans)
}
