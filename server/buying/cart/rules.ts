/** Decisions of the cart on plain values. */
import { maxLimitReached } from '../../../contract/cart.ts'
import { limits } from '../../../contract/limits.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'

export const outOfStock = 'Out of Stock'
export const oneAtATime = 'Products are added one at a time.'
export const noLongerAvailable = 'This product is no longer available.'

/** A product, and the cart that it is added to. */
export interface ProductForCart {
  onSale: boolean
  /** The customer's own unpaid checkout included. */
  inStock: boolean
  inCart: boolean
}

/** Refuses: invalid for another quantity than 1 (specification §4). */
export function checkAddedQuantity(quantity: number): void {
  if (quantity !== limits.addToCartQuantity)
    throw new Refusal('invalid', oneAtATime, { fields: { quantity: oneAtATime } })
}

/**
 * The refusal of a product that was not added; undefined where it was added or is in the cart already (api-rules §6):
 * not-found for a product that is not on sale, conflict out of stock.
 */
export function additionRefusal(product: ProductForCart | undefined): Refusal | undefined {
  if (!product?.onSale) return notFound()
  if (product.inCart) return undefined
  return product.inStock ? undefined : new Refusal('conflict', outOfStock)
}

/** The refusal of a quantity that was not written; `line` is undefined when the product is not in the cart. */
export function editRefusal(line: { onSale: boolean } | undefined): Refusal {
  if (!line) return notFound('This product is not in your cart.')
  return new Refusal('conflict', line.onSale ? maxLimitReached : noLongerAvailable)
}
