/** Sets how many pieces of a product are in the cart (specification §4, §8; api-rules §6). */
import type { Shop } from '../../platform/shop.ts'
import { setQuantity } from './queries.ts'
import { editRefusal } from './rules.ts'

/**
 * Refuses: not-found when the product is not in the caller's cart; conflict ('Max limit reached') above the stock, or when it is
 * not on sale any more.
 */
export async function editQuantity(
  shop: Shop,
  customerId: string,
  { id: productId, quantity }: { id: string; quantity: number },
): Promise<void> {
  const line = await setQuantity(shop.db, customerId, productId, quantity)
  if (!line?.written) throw editRefusal(line)
}
