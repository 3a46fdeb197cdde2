/** Orders over HTTP (specification §7). */
import { api } from '../../contract/endpoints.ts'
import { accountOf } from '../http/call.ts'
import type { Registrar } from '../http/register.ts'
import type { Shop } from '../shop.ts'
import { listCustomerOrders } from './list-customer-orders.ts'

export function orderRoutes(shop: Shop, on: Registrar): void {
  on(api.order.getCustomer, (call) => listCustomerOrders(shop, accountOf(call).accountId, call.query))
}
