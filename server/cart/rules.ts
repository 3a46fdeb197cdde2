/** Decisions of the cart on plain values. */
import { maxLimitReached } from '../../contract/cart.ts'
import { limits } from '../../contract/limits.ts'
import { notFound, Refusal } from '../refusal.ts'

/** Different products in one cart. */
export const cartLinesMax = 100

export const outOfStock = 'Out of Stock'
export const cartFull = `Your cart is full: at most ${cartLinesMax} different products.`
export const oneAtATime = 'Products are added one at a time.'
export const noLongerAvailable = 'This product is no longer available.'

/** A product, and the cart that it is to be added to. */
export interface ProductForCart {
  onSale: boolean
  /** In stock, plus what the customer's own unpaid checkout holds. */
  units: number
  inCart: boolean
  lines: number
}

/**
 * Whether a line is to be written; false for a product that is in the cart already (api-rules §6).
 * Refuses: invalid for another quantity than 1, not-found for a product that is not on sale, conflict out of stock or in a full cart.
 */
export function canAddToCart(product: ProductForCart | undefined, quantity: number): boolean {
  if (quantity !== limits.addToCartQuantity)
    throw new Refusal('invalid', oneAtATime, { fields: { quantity: oneAtATime } })
  if (!product?.onSale) throw notFound()
  if (product.inCart) return false
  if (product.units <= 0) throw new Refusal('conflict', outOfStock)
  if (product.lines >= cartLinesMax) throw new Refusal('conflict', cartFull)
  return true
}

/** The refusal of a quantity that was not written; `line` is undefined when the product is not in the cart. */
export function editRefusal(line: { onSale: boolean } | undefined): Refusal {
  if (!line) return notFound('This product is not in your cart.')
  return new Refusal('conflict', line.onSale ? maxLimitReached : noLongerAvailable)
}
