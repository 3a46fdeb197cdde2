/** Orders over HTTP (specification §7). */
import { api } from '../../contract/endpoints.ts'
import { accountOf } from '../http/call.ts'
import type { Registrar } from '../http/register.ts'
import type { Shop } from '../shop.ts'
import { listCustomerOrders } from './list-customer-orders.ts'
import { listSellerOrders } from './list-seller-orders.ts'
import { showLabel } from './show-label.ts'
import { takeCourierNotice } from './take-courier-notice.ts'

export function orderRoutes(shop: Shop, on: Registrar): void {
  on(api.order.getCustomer, (call) => listCustomerOrders(shop, accountOf(call).accountId, call.query))
  on(api.order.getSeller, (call) => listSellerOrders(shop, accountOf(call).accountId, call.query))
  on(api.order.label, (call) => showLabel(shop, accountOf(call).accountId, call.params.id))
  on(api.webhook.courier, async (call) => {
    await takeCourierNotice(shop, call.rawBody, call.headers)
    return { status: 'ok' as const }
  })
}
