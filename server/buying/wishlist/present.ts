/** Turns rows into the wishlist's replies: rupees, absolute picture addresses, short descriptions (specification §3). */
import { rupees } from '../../../contract/money.ts'
import type { WishlistItem } from '../../../contract/wishlist.ts'
import { excerpt } from '../../catalogue/products/rules.ts'
import type { Config } from '../../platform/config/config.ts'
import { publicImageUrl } from '../../platform/media/address.ts'
import type { WishlistRow } from './queries.ts'

/** The id of an item is the id of its product. */
export function toWishlistItem(config: Config, row: WishlistRow): WishlistItem {
  return {
    id: row.productId,
    name: row.name,
    imageUrl: publicImageUrl(config, row.image),
    subCategoryName: row.subcategoryName,
    price: rupees(row.pricePaise),
    description: excerpt(row.description),
    available: row.onSale,
  }
}
