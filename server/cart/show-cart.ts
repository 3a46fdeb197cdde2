/** The caller's cart (specification §2, §3, §7). */
import type { CartItem } from '../../contract/cart.ts'
import { rupees } from '../../contract/money.ts'
import { publicImageUrl } from '../media/address.ts'
import type { Shop } from '../shop.ts'
import { cartLines, isInCart } from './queries.ts'

/** All lines, oldest first, with today's prices in rupees; a product that left the shop stays, marked as not available. */
export async function showCart(shop: Shop, customerId: string): Promise<CartItem[]> {
  const rows = await cartLines(shop.db, customerId)
  return rows.map((row) => ({
    cartItemId: row.id,
    productId: row.productId,
    productName: row.name,
    imageUrls: row.images.map((image) => publicImageUrl(shop.config, image)),
    price: rupees(row.pricePaise),
    quantity: row.quantity,
    noOfUnits: row.units,
    available: row.onSale,
  }))
}

export async function cartHas(shop: Shop, customerId: string, productId: string): Promise<boolean> {
  return isInCart(shop.db, customerId, productId)
}
