import { api } from '../../../../contract/endpoints.ts'
import { limits } from '../../../../contract/limits.ts'
import type { SellersOrder } from '../../../../contract/order.ts'
import { type ShipmentStatus, shipmentStatuses } from '../../../../contract/shipment.ts'
import { callPage, type ListPage } from '../../../api/client.ts'
import { type Loaded, loadOrEmpty } from '../../../api/load-or-empty.ts'
import { fromCursor } from '../../../lists/from-cursor.ts'

const pageLimit = 20

/** Which of the orders are wanted, as the page's address says it. */
export interface OrderWish {
  search?: string | undefined
  status?: ShipmentStatus | undefined
}

/** From the query part of the address; what cannot be used is left out. */
export function readWish(address: string): OrderWish {
  const asked = new URLSearchParams(address)
  const search = asked.get('search')?.trim().slice(0, limits.searchLength)
  const status = asked.get('status')
  return { search: search || undefined, status: shipmentStatuses.find((one) => one === status) }
}

/** The query part of the page's address for a wish, from a place in its list. */
export function wishAddress({ search, status }: OrderWish, cursor?: string): string {
  const query = new URLSearchParams()
  if (search) query.set('search', search)
  if (status) query.set('status', status)
  if (cursor) query.set('cursor', cursor)
  return query.size > 0 ? `?${query}` : ''
}

export const moreOrders = (wish: OrderWish, cursor: string | undefined): Promise<ListPage<SellersOrder>> =>
  callPage(api.order.getSeller, { query: { ...wish, limit: pageLimit, cursor } })

export function loadOrders(request: Request, wish: OrderWish): Promise<Loaded<ListPage<SellersOrder>>> {
  return loadOrEmpty(() => fromCursor(request, (cursor) => moreOrders(wish, cursor)), {
    items: [],
    total: 0,
    next: null,
  })
}
