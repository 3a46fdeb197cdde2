import { privateApi } from '../../../../contract/private-endpoints.ts'
import { limits } from '../../../../contract/limits.ts'
import type { SellersOrder } from '../../../../contract/order.ts'
import {
  type SellersOrderFilter,
  sellersOrderFilters,
  type SellersOrderTab,
  sellersOrderTabs,
} from '../../../../contract/shipment.ts'
import { callPage, type ListPage } from '../../../api/client.ts'
import { type Loaded, loadOrEmpty } from '../../../api/load-or-empty.ts'
import { fromCursor, noRows } from '../../../lists/from-cursor.ts'

const pageLimit = 20

/** The search and filter of the seller's orders, which stand in the page's address. */
export interface OrderFilter {
  search?: string | undefined
  status?: SellersOrderFilter | undefined
  tab?: SellersOrderTab | undefined
}

/** Reads the query string of the address; unusable values are ignored. */
export function readFilter(address: string): OrderFilter {
  const asked = new URLSearchParams(address)
  const search = asked.get('search')?.trim().slice(0, limits.searchLength)
  const status = asked.get('status')
  const tab = asked.get('tab')
  return {
    search: search || undefined,
    status: sellersOrderFilters.find((one) => one === status),
    tab: sellersOrderTabs.find((one) => one === tab),
  }
}

/** The query string of the page's address for a filter and a cursor. */
export function filterAddress({ search, status, tab }: OrderFilter, cursor?: string): string {
  const query = new URLSearchParams()
  if (tab) query.set('tab', tab)
  if (search) query.set('search', search)
  if (status) query.set('status', status)
  if (cursor) query.set('cursor', cursor)
  return query.size > 0 ? `?${query}` : ''
}

export const orderPage = (filter: OrderFilter, cursor: string | undefined): Promise<ListPage<SellersOrder>> =>
  callPage(privateApi.order.getSeller, { query: { ...filter, limit: pageLimit, cursor } })

export function loadOrders(request: Request, filter: OrderFilter): Promise<Loaded<ListPage<SellersOrder>>> {
  return loadOrEmpty(() => fromCursor(request, (cursor) => orderPage(filter, cursor)), noRows)
}
