/** The caller's wishlist, newest first, in pages (specification §2, §3, §7). */
import { rupees } from '../../contract/money.ts'
import type { WishlistItem } from '../../contract/wishlist.ts'
import { excerpt, cursorAfter, idOfCursor } from '../catalogue/rules.ts'
import type { Page } from '../keyset-page.ts'
import { publicImageUrl } from '../media/address.ts'
import { Refusal } from '../refusal.ts'
import type { Shop } from '../shop.ts'
import { countItems, isOnWishlist, wishlistItems } from './queries.ts'

/** A product that left the shop stays, marked as not available; an item's id is its product's. Refuses ('invalid') a cursor that is none. */
export async function showWishlist(
  shop: Shop,
  customerId: string,
  page: { limit: number; cursor?: string | undefined },
): Promise<Page<WishlistItem>> {
  const before = idOfCursor(page.cursor)
  if (before === null) throw new Refusal('invalid', 'This is no cursor of this list.')
  const rows = await wishlistItems(shop.db, customerId, page.limit + 1, before)
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  const next = rows.length > page.limit && last ? cursorAfter(last.itemId) : undefined
  const total = page.cursor === undefined && !next ? shown.length : await countItems(shop.db, customerId)
  const items = shown.map((row) => ({
    id: row.productId,
    name: row.name,
    imageUrl: publicImageUrl(shop.config, row.image),
    subCategoryName: row.subcategoryName,
    price: rupees(row.pricePaise),
    description: excerpt(row.description),
    available: row.onSale,
  }))
  return { items, total, next }
}

export async function wishlistHas(shop: Shop, customerId: string, productId: string): Promise<boolean> {
  return isOnWishlist(shop.db, customerId, productId)
}
