/** My Orders: newest first, in pages (specification §2). */
import type { Order } from '../../contract/order.ts'
import type { Page } from '../keyset-page.ts'
import type { Shop } from '../shop.ts'
import { readCursor } from './cursor.ts'
import { countOrdersOfCustomer, ordersOfCustomer } from './queries.ts'
import { toOrder } from './rules.ts'

/** The cursor is the last order's id. */
export async function listCustomerOrders(
  shop: Shop,
  customerId: string,
  page: { limit: number; cursor?: string | undefined },
): Promise<Page<Order>> {
  const before = readCursor(page.cursor)
  const [rows, total] = await Promise.all([
    ordersOfCustomer(shop.db, customerId, page.limit + 1, before),
    countOrdersOfCustomer(shop.db, customerId),
  ])
  const shown = rows.slice(0, page.limit)
  return {
    items: shown.map((row) => toOrder(shop, row)),
    total,
    next: rows.length > page.limit ? shown.at(-1)?.id : undefined,
  }
}
