/** The caller's wishlist, newest first, in pages (specification §2, §3, §7). */
import type { WishlistItem } from '../../../contract/wishlist.ts'
import { compactIdCursor, keysetPage, type Page, type PageRequest } from '../../platform/keyset-page.ts'
import type { Shop } from '../../platform/shop.ts'
import { toWishlistItem } from './present.ts'
import { countItems, isOnWishlist, wishlistItems } from './queries.ts'

/** A product that left the shop stays, marked as not available. Refuses ('invalid') a cursor that is none. */
export async function showWishlist(
  shop: Shop,
  customerId: string,
  page: PageRequest,
): Promise<Page<WishlistItem>> {
  return keysetPage(page, compactIdCursor, {
    rows: (limit, before) => wishlistItems(shop.db, customerId, limit, before),
    count: () => countItems(shop.db, customerId),
    toItem: (row) => toWishlistItem(shop.config, row),
  })
}

export async function wishlistContains(shop: Shop, customerId: string, productId: string): Promise<boolean> {
  return isOnWishlist(shop.db, customerId, productId)
}
