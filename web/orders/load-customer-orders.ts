import { privateApi } from '../../contract/private-endpoints.ts'
import type { Order } from '../../contract/order.ts'
import { callPage, type ListPage } from '../api/client.ts'
import { noRows } from '../lists/from-cursor.ts'
import { type Loaded, loadOrEmpty } from '../api/load-or-empty.ts'

const pageLimit = 20

/** Specification §2; shown while the orders are loaded. */
export const loadingOrders = 'Loading orders...'

export const orderPage = (cursor: string | undefined): Promise<ListPage<Order>> =>
  callPage(privateApi.order.getCustomer, { query: { limit: pageLimit, cursor } })

/** Loads the page of orders after a cursor, or the newest ones without a cursor. */
export function loadOrders(cursor: string | null): Promise<Loaded<ListPage<Order>>> {
  return loadOrEmpty(() => orderPage(cursor ?? undefined), noRows)
}
