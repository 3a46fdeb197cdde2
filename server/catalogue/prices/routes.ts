import { api } from '../../../contract/endpoints.ts'
import type { Registrar } from '../../platform/http/register.ts'
import { sellerOf } from '../../platform/http/request-context.ts'
import type { Shop } from '../../platform/shop.ts'
import { savePrices, showPrices } from './seller-prices.ts'

/** Connects the calls of a seller's prices. */
export function priceRoutes(shop: Shop, route: Registrar): void {
  route(api.prices.get, (context) => showPrices(shop, sellerOf(context), context.params.id))
  route(api.prices.save, async (context) => {
    const version = await savePrices(shop, sellerOf(context), context.params.id, context.body)
    return { msg: 'Prices saved successfully!', version }
  })
}
