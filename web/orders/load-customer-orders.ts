import { api } from '../../contract/endpoints.ts'
import type { Order } from '../../contract/order.ts'
import { callPage, type ListPage } from '../api/client.ts'
import { type Loaded, loadOrEmpty } from '../api/load-or-empty.ts'

const pageLimit = 20

export const moreOrders = (cursor: string | undefined): Promise<ListPage<Order>> =>
  callPage(api.order.getCustomer, { query: { limit: pageLimit, cursor } })

/** The orders from a place in the list; without one, from the newest. */
export function loadOrders(cursor: string | null): Promise<Loaded<ListPage<Order>>> {
  return loadOrEmpty(() => moreOrders(cursor ?? undefined), { items: [], total: 0, next: null })
}
