import { api } from '../../../contract/endpoints.ts'
import type { Registrar } from '../../platform/http/register.ts'
import { sellerOf } from '../../platform/http/request-context.ts'
import type { Shop } from '../../platform/shop.ts'
import { previewProduct } from '../products/show-product.ts'
import { changeState, showListing } from './change-state.ts'

/** Connects the calls of the states of a seller's listings. */
export function listingRoutes(shop: Shop, route: Registrar): void {
  route(api.listing.get, (context) => showListing(shop, sellerOf(context), context.params.id))
  route(api.listing.preview, (context) => previewProduct(shop, sellerOf(context), context.params.id))
  route(api.listing.setState, async (context) => {
    await changeState(shop, sellerOf(context), context.params.id, context.body)
    return { msg: 'Saved.' }
  })
}
