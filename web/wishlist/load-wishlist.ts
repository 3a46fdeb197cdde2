import { api } from '../../contract/endpoints.ts'
import type { WishlistItem } from '../../contract/wishlist.ts'
import { callPage, type ListPage } from '../api/client.ts'
import { type Loaded, loadOrEmpty } from '../api/load-or-empty.ts'

export const moreWishes = (cursor: string | undefined): Promise<ListPage<WishlistItem>> =>
  callPage(api.wishlist.get, { query: { cursor } })

/** The wishlist from a place in it; without one, from the newest. */
export function loadWishlist(cursor: string | null): Promise<Loaded<ListPage<WishlistItem>>> {
  return loadOrEmpty(() => moreWishes(cursor ?? undefined), { items: [], total: 0, next: null })
}
