/** Orders over HTTP (specification §7). */
import { api } from '../../../contract/endpoints.ts'
import { accountOf } from '../../platform/http/request-context.ts'
import type { Registrar } from '../../platform/http/register.ts'
import type { Shop } from '../../platform/shop.ts'
import { cancelOrder } from './cancel-order.ts'
import { listCustomerOrders } from './list-customer-orders.ts'
import { listSellerOrders } from './list-seller-orders.ts'
import { showLabel } from './show-label.ts'
import { handleCourierWebhook, type OtherParcels } from './handle-courier-webhook.ts'

/** `others` gets the courier's events of parcels that are not an order's. */
export function orderRoutes(shop: Shop, route: Registrar, others: OtherParcels): void {
  route(api.order.getCustomer, (context) =>
    listCustomerOrders(shop, accountOf(context).accountId, context.query),
  )
  route(api.order.getSeller, (context) => listSellerOrders(shop, accountOf(context).accountId, context.query))
  route(api.order.cancel, (context) =>
    cancelOrder(shop, accountOf(context).accountId, context.params.id, context.body),
  )
  route(api.order.label, (context) => showLabel(shop, accountOf(context).accountId, context.params.id))
  route(api.webhook.courier, async (context) => {
    await handleCourierWebhook(shop, context.rawBody, context.headers, others)
    return { status: 'ok' as const }
  })
}
