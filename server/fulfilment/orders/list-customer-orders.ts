/** My Orders: newest first, in pages (specification §2). */
import type { Order } from '../../../contract/order.ts'
import { idCursor, keysetPage, type Page, type PageRequest } from '../../platform/keyset-page.ts'
import type { Shop } from '../../platform/shop.ts'
import { toOrder } from './present.ts'
import { countOrdersOfCustomer, ordersOfCustomer } from './queries.ts'

/** Refuses ('invalid') a malformed cursor. */
export async function listCustomerOrders(
  shop: Shop,
  customerId: string,
  page: PageRequest,
): Promise<Page<Order>> {
  return keysetPage(page, idCursor, {
    rows: (limit, before) => ordersOfCustomer(shop.db, customerId, limit, before),
    count: () => countOrdersOfCustomer(shop.db, customerId),
    toItem: (row) => toOrder(shop, row),
  })
}
