/** Orders over HTTP (specification §7). */
import { api } from '../../../contract/endpoints.ts'
import { accountOf, sellerOf } from '../../platform/http/request-context.ts'
import type { Registrar } from '../../platform/http/register.ts'
import type { Shop } from '../../platform/shop.ts'
import { cancelOrder } from './cancel-order.ts'
import { changeDelivery } from './change-delivery.ts'
import { listCustomerOrders } from './list-customer-orders.ts'
import { listSellerOrders } from './list-seller-orders.ts'
import { showOrderPage } from './order-page.ts'
import { handleCourierWebhook } from '../shipments/handle-courier-webhook.ts'
import type { Kinds } from '../shipments/kind.ts'
import { showOrderLabel } from '../shipments/show-label.ts'

export function orderRoutes(shop: Shop, route: Registrar, kinds: Kinds): void {
  route(api.order.getCustomer, (context) =>
    listCustomerOrders(shop, accountOf(context).accountId, context.query),
  )
  route(api.order.page, (context) => showOrderPage(shop, accountOf(context).accountId, context.params.number))
  route(api.order.getSeller, (context) => listSellerOrders(shop, sellerOf(context), context.query))
  route(api.order.changeDelivery, async (context) => {
    const { accountId: customerId } = accountOf(context)
    await changeDelivery(shop, { customerId, orderId: context.params.id, ip: context.ip }, context.body)
    return { msg: 'The parcel goes to the new address.' }
  })
  route(api.order.cancel, (context) =>
    cancelOrder(shop, accountOf(context).accountId, context.params.id, context.body),
  )
  route(api.order.label, (context) => showOrderLabel(shop, sellerOf(context), context.params.id))
  route(api.webhook.courier, async (context) => {
    await handleCourierWebhook(shop, kinds, context.rawBody, context.headers)
    return { status: 'ok' as const }
  })
}
