/** private/product/delete/{id} (specification §7; api-rules §6). */
import { removeFromSale } from '../catalogue/products/save-product.ts'
import { notFound } from '../platform/refusal.ts'
import type { Shop } from '../platform/shop.ts'

/**
 * The product is removed from every list at once and stays in orders; an open checkout with it can still be paid. Carts keep
 * the line and show that it is not available. Refuses: not-found for a product that is not this seller's or is deleted already.
 */
export async function deleteProduct(shop: Shop, sellerId: string, productId: string): Promise<void> {
  const found = await shop.db.transaction((tx) => removeFromSale(shop, tx, sellerId, productId))
  if (!found) throw notFound()
}
