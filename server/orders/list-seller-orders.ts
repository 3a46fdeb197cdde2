/** Manage Orders: a seller's own orders, newest first, in pages (specification §2). */
import { api } from '../../contract/endpoints.ts'
import type { Order } from '../../contract/order.ts'
import type { Page } from '../http/call.ts'
import { apiBase } from '../http/register.ts'
import type { Shop } from '../shop.ts'
import { readCursor } from './cursor.ts'
import { countOrdersOfSeller, ordersOfSeller } from './queries.ts'
import { toOrder } from './rules.ts'

/** The cursor is the last order's id. Orders whose money went back at once were never the seller's. */
export async function listSellerOrders(
  shop: Shop,
  sellerId: string,
  page: { limit: number; cursor?: string | undefined },
): Promise<Page<Order>> {
  const before = readCursor(page.cursor)
  const [rows, total] = await Promise.all([
    ordersOfSeller(shop.db, sellerId, page.limit + 1, before),
    countOrdersOfSeller(shop.db, sellerId),
  ])
  const shown = rows.slice(0, page.limit)
  return {
    items: shown.map((row) => ({
      ...toOrder(shop, row),
      shipmentLabelUrl: row.shipmentLabelUrl && labelPath(row.id),
    })),
    total,
    next: rows.length > page.limit ? shown.at(-1)?.id : undefined,
  }
}

/** Below whatever name the seller reached the shop by: his cookie is good for that one only. */
const labelPath = (id: string) => apiBase + api.order.label.path.replace('{id}', id)
