/** Adds one piece of a product to the cart (specification §4, §7, §9; api-rules §6). */
import { newId } from '../../platform/db/ids.ts'
import { lockCustomer } from '../../people/lock-customer.ts'
import type { Shop } from '../../platform/shop.ts'
import { insertLine } from './queries.ts'
import { additionRefusal, checkAddedQuantity } from './rules.ts'

/**
 * A product that is in the cart already stays as it is. Refuses: invalid for another quantity than 1; not-found for a
 * product that is not on sale; conflict ('Out of Stock', or a full cart).
 */
export async function addToCart(
  shop: Shop,
  customerId: string,
  { id: productId, quantity }: { id: string; quantity: number },
): Promise<void> {
  checkAddedQuantity(quantity)
  const product = await shop.db.transaction(async (tx) => {
    await lockCustomer(tx, customerId)
    return insertLine(tx, { id: newId(), customerId, productId, quantity })
  })
  const refusal = additionRefusal(product)
  if (refusal) throw refusal
}
