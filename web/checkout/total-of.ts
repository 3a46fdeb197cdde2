import type { CartItem } from '../../contract/cart.ts'
import { paise } from '../../contract/money.ts'

/** The amount of a cart in paise. The sum is made of whole paise, because 0.1 + 0.2 is not 0.3 in binary. */
export function totalOf(lines: readonly Pick<CartItem, 'price' | 'quantity'>[]): number {
  return lines.reduce((sum, { price, quantity }) => sum + paise(price) * quantity, 0)
}
