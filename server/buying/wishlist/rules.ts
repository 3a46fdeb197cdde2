/** Decisions of the wishlist on plain values. */
import { notFound, Refusal } from '../../platform/refusal.ts'

/** Products on one wishlist: a bound on what one account can store. */
export const wishlistMax = 1_000
export const wishlistFull = `Your wishlist is full: at most ${wishlistMax} products.`

/** A product, and the wishlist that it is added to. */
export interface ProductForWishlist {
  onSale: boolean
  listed: boolean
  hasRoom: boolean
}

/**
 * The refusal of a product that was not added; undefined where it was added or is on the list already: not-found for a product
 * that is not on sale, conflict on a full list.
 */
export function additionRefusal(product: ProductForWishlist | undefined): Refusal | undefined {
  if (!product?.onSale) return notFound()
  if (product.listed || product.hasRoom) return undefined
  return new Refusal('conflict', wishlistFull)
}
