/** Turns rows into the cart's replies: rupees and absolute picture addresses (specification §3). */
import type { CartItem } from '../../../contract/cart.ts'
import { rupees } from '../../../contract/money.ts'
import type { Config } from '../../platform/config/config.ts'
import { publicImageUrl } from '../../platform/media/address.ts'
import type { CartRow } from './queries.ts'

export function toCartItem(config: Config, row: CartRow): CartItem {
  return {
    cartItemId: row.id,
    productId: row.productId,
    productName: row.name,
    imageUrls: row.images.map((image) => publicImageUrl(config, image)),
    price: rupees(row.pricePaise),
    quantity: row.quantity,
    noOfUnits: row.units,
    available: row.onSale,
  }
}
