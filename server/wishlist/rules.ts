/** Decisions of the wishlist on plain values. */
import { notFound, Refusal } from '../refusal.ts'

/** Products on one wishlist: a bound on what one account can store. */
export const wishlistMax = 1_000
export const wishlistFull = `Your wishlist is full: at most ${wishlistMax} products.`

/**
 * Whether an item is to be written; false for a product that is on the list already.
 * Refuses: not-found for a product that is not on sale, conflict on a full list.
 */
export function canAddToWishlist(
  product: { onSale: boolean; listed: boolean; items: number } | undefined,
): boolean {
  if (!product?.onSale) throw notFound()
  if (product.listed) return false
  if (product.items >= wishlistMax) throw new Refusal('conflict', wishlistFull)
  return true
}
