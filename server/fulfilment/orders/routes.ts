/** Orders over HTTP (specification §7). */
import { api } from '../../../contract/endpoints.ts'
import { accountOf } from '../../platform/http/request-context.ts'
import type { Registrar } from '../../platform/http/register.ts'
import type { Shop } from '../../platform/shop.ts'
import { cancelOrder } from './cancel-order.ts'
import { listCustomerOrders } from './list-customer-orders.ts'
import { listSellerOrders } from './list-seller-orders.ts'
import { handleCourierWebhook } from '../shipments/handle-courier-webhook.ts'
import type { Kinds } from '../shipments/kind.ts'
import { showOrderLabel } from '../shipments/show-label.ts'

export function orderRoutes(shop: Shop, route: Registrar, kinds: Kinds): void {
  route(api.order.getCustomer, (context) =>
    listCustomerOrders(shop, accountOf(context).accountId, context.query),
  )
  route(api.order.getSeller, (context) => listSellerOrders(shop, accountOf(context).accountId, context.query))
  route(api.order.cancel, (context) =>
    cancelOrder(shop, accountOf(context).accountId, context.params.id, context.body),
  )
  route(api.order.label, (context) => showOrderLabel(shop, accountOf(context).accountId, context.params.id))
  route(api.webhook.courier, async (context) => {
    await handleCourierWebhook(shop, kinds, context.rawBody, context.headers)
    return { status: 'ok' as const }
  })
}
