/** Manage Orders: a seller's own orders, newest first, in pages (specification §2). */
import type { SellersOrder } from '../../../contract/order.ts'
import type { SellersOrderFilter, SellersOrderTab } from '../../../contract/shipment.ts'
import { idCursor, keysetPage, type Page, type PageRequest } from '../../platform/keyset-page.ts'
import type { Shop } from '../../platform/shop.ts'
import { toSellersOrder } from './present.ts'
import { countOrdersOfSeller, ordersOfSeller } from './queries.ts'
import { readSellerSearch } from './search-rules.ts'

interface SellerOrdersQuery extends PageRequest {
  search?: string | undefined
  status?: SellersOrderFilter | undefined
  tab?: SellersOrderTab | undefined
}

/** Cancelled and refunded orders included. Refuses ('invalid') a malformed cursor. */
export async function listSellerOrders(
  shop: Shop,
  sellerId: string,
  query: SellerOrdersQuery,
): Promise<Page<SellersOrder>> {
  const search = readSellerSearch(query.search)
  const filter = {
    sellerId,
    ids: search.id === undefined ? undefined : [search.id],
    words: search.words,
    status: query.status,
    tab: query.tab,
  }
  return keysetPage(query, idCursor, {
    rows: (limit, before) => ordersOfSeller(shop.db, filter, limit, before),
    count: () => countOrdersOfSeller(shop.db, filter),
    toItem: (row) => toSellersOrder(shop, row),
  })
}
