/** A customer's wishlist: show it, add, remove (specification §2, §9). */
import type { WishlistItem } from '../../../contract/wishlist.ts'
import { type Page, type PageRequest, compactIdCursor, keysetPage } from '../../platform/keyset-page.ts'
import type { Shop } from '../../platform/shop.ts'
import {
  type WishlistRow,
  countItems,
  deleteItem,
  insertItem,
  isOnWishlist,
  wishlistItems,
} from './queries.ts'
import { rupees } from '../../../contract/money.ts'
import { excerpt } from '../../catalogue/products/rules.ts'
import type { Config } from '../../platform/config/config.ts'
import { publicImageUrl } from '../../platform/media/address.ts'
import { newId } from '../../platform/db/ids.ts'
import { unlessFull } from '../full-list.ts'
import { notFound } from '../../platform/refusal.ts'

/** A product that was removed from the shop stays, marked as not available. Refuses ('invalid') a malformed cursor. */
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

/** The id of an item is the id of its product. */
export function toWishlistItem(config: Config, row: WishlistRow): WishlistItem {
  return {
    id: row.productId,
    name: row.name,
    imageUrl: publicImageUrl(config, row.image),
    subCategoryName: row.subcategoryName,
    price: rupees(row.pricePaise),
    was: row.wasPaise === null ? null : rupees(row.wasPaise),
    description: excerpt(row.description),
    available: row.onSale,
    inStock: row.inStock,
    backOn: row.backOn,
    cheaperBy: rupees(Math.max(0, (row.addedPaise ?? 0) - row.pricePaise)),
    mails: { back: row.mailBack, cheaper: row.mailBelowPaise !== null },
  }
}

/** Adding a product again changes nothing. Refuses: not-found for a product that is not on sale; conflict on a full list. */
export async function addToWishlist(shop: Shop, customerId: string, productId: string): Promise<void> {
  const onSale = await unlessFull(() => insertItem(shop.db, { id: newId(), customerId, productId }))
  if (!onSale) throw notFound()
}

/** Removing a product that is not on the list changes nothing and is not refused. */
export async function removeFromWishlist(shop: Shop, customerId: string, productId: string): Promise<void> {
  await deleteItem(shop.db, customerId, productId)
}
