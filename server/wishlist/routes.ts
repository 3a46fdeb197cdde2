import { api } from '../../contract/endpoints.ts'
import { accountOf } from '../http/call.ts'
import type { Registrar } from '../http/register.ts'
import type { Shop } from '../shop.ts'
import { addToWishlist } from './add-to-wishlist.ts'
import { removeFromWishlist } from './remove-from-wishlist.ts'
import { showWishlist, wishlistHas } from './show-wishlist.ts'

/** Connects the customer's wishlist calls; adding and removing come by GET and by their POST twins. */
export function wishlistRoutes(shop: Shop, on: Registrar): void {
  on(api.wishlist.productExists, (call) => wishlistHas(shop, accountOf(call).accountId, call.params.id))
  on(api.wishlist.get, (call) => showWishlist(shop, accountOf(call).accountId, call.query))
  on(api.wishlist.add, async (call) => {
    await addToWishlist(shop, accountOf(call).accountId, call.params.id)
    return { msg: 'Product Added to Wishlist' }
  })
  on(api.wishlist.remove, async (call) => {
    await removeFromWishlist(shop, accountOf(call).accountId, call.params.id)
    return { msg: 'Product Removed from Wishlist' }
  })
}
