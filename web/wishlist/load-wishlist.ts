import { api } from '../../contract/endpoints.ts'
import type { WishlistItem } from '../../contract/wishlist.ts'
import { callPage, type ListPage } from '../api/client.ts'
import { noRows } from '../lists/from-cursor.ts'
import { type Loaded, loadOrEmpty } from '../api/load-or-empty.ts'

export const wishlistPage = (cursor: string | undefined): Promise<ListPage<WishlistItem>> =>
  callPage(api.wishlist.get, { query: { cursor } })

/** Loads the page of the wishlist after a cursor, or the newest items without a cursor. */
export function loadWishlist(cursor: string | null): Promise<Loaded<ListPage<WishlistItem>>> {
  return loadOrEmpty(() => wishlistPage(cursor ?? undefined), noRows)
}
