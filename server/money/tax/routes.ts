import { api } from '../../../contract/endpoints.ts'
import type { Registrar } from '../../platform/http/register.ts'
import type { Shop } from '../../platform/shop.ts'
import { searchHsnCodes } from './search-hsn-codes.ts'

/** Connects the endpoint of HSN codes. */
export function taxRoutes(shop: Shop, route: Registrar): void {
  route(api.hsn.search, ({ query }) => searchHsnCodes(shop, query.search))
}
