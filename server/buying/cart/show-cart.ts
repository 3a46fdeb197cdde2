/** The caller's cart (specification §2, §3, §7). */
import type { CartItem } from '../../../contract/cart.ts'
import type { Shop } from '../../platform/shop.ts'
import { toCartItem } from './present.ts'
import { cartLines, isInCart } from './queries.ts'

/** All lines, oldest first, with today's prices in rupees; a product that left the shop stays, marked as not available. */
export async function showCart(shop: Shop, customerId: string): Promise<CartItem[]> {
  return (await cartLines(shop.db, customerId)).map((row) => toCartItem(shop.config, row))
}

export async function cartContains(shop: Shop, customerId: string, productId: string): Promise<boolean> {
  return isInCart(shop.db, customerId, productId)
}
