import { api } from '../../../contract/endpoints.ts'
import { accountOf } from '../../platform/http/request-context.ts'
import type { Registrar } from '../../platform/http/register.ts'
import type { Shop } from '../../platform/shop.ts'
import { chooseMails } from './choose-mails.ts'
import { addToWishlist, removeFromWishlist, showWishlist, wishlistContains } from './wishlist.ts'

/** Connects the wishlist endpoints; adding and removing have a GET and a POST alias each. */
export function wishlistRoutes(shop: Shop, route: Registrar): void {
  route(api.wishlist.productExists, (context) =>
    wishlistContains(shop, accountOf(context).accountId, context.params.id),
  )
  route(api.wishlist.get, (context) => showWishlist(shop, accountOf(context).accountId, context.query))
  route(api.wishlist.add, async (context) => {
    await addToWishlist(shop, accountOf(context).accountId, context.params.id)
    return { msg: 'Product Added to Wishlist' }
  })
  route(api.wishlist.remove, async (context) => {
    await removeFromWishlist(shop, accountOf(context).accountId, context.params.id)
    return { msg: 'Product Removed from Wishlist' }
  })
  route(api.wishlistMail.choose, (context) =>
    chooseMails(shop, accountOf(context).accountId, context.params.id, context.body),
  )
}
