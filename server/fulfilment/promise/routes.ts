import { api } from '../../../contract/endpoints.ts'
import type { Registrar } from '../../platform/http/register.ts'
import type { Shop } from '../../platform/shop.ts'
import { estimateDelivery } from './estimate-delivery.ts'

/** Connects the endpoint of delivery days. */
export function promiseRoutes(shop: Shop, route: Registrar): void {
  route(api.delivery.estimate, ({ body, ip }) => estimateDelivery(shop, body, ip))
  route(api.delivery.ofProducts, ({ params: { pinCode }, query: { ids }, ip }) =>
    estimateDelivery(shop, { pinCode, items: ids.map((productId) => ({ productId, quantity: 1 })) }, ip),
  )
}
