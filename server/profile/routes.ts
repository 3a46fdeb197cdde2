/** GET /private/profile: one call of the specification for two kinds of accounts. */
import { api } from '../../contract/endpoints.ts'
import { readCustomerProfile } from '../identity/read-profile.ts'
import { readSellerProfile } from '../sellers/read-profile.ts'
import type { Shop } from '../shop.ts'
import { accountOf } from '../http/request-context.ts'
import type { Registrar } from '../http/register.ts'

export function profileRoutes(shop: Shop, route: Registrar): void {
  route(api.profile.get, (context) => {
    const { accountId, role } = accountOf(context)
    return role === 'SELLER' ? readSellerProfile(shop, accountId) : readCustomerProfile(shop, accountId)
  })
}
