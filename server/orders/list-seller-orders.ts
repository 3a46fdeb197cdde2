/** Manage Orders: a seller's own orders, newest first, in pages (specification §2). */
import { api } from '../../contract/endpoints.ts'
import type { SellersOrder } from '../../contract/order.ts'
import type { ShipmentStatus } from '../../contract/shipment.ts'
import type { Page } from '../keyset-page.ts'
import { apiBase } from '../http/http-app.ts'
import type { Shop } from '../shop.ts'
import { readCursor } from './cursor.ts'
import { countOrdersOfSeller, ordersOfSeller } from './queries.ts'
import { readSearch, toOrder } from './rules.ts'

interface Asked {
  limit: number
  cursor?: string | undefined
  search?: string | undefined
  status?: ShipmentStatus | undefined
}

/** The cursor is the last order's id. Orders whose money went back at once were never the seller's. */
export async function listSellerOrders(
  shop: Shop,
  sellerId: string,
  { limit, cursor, search, status }: Asked,
): Promise<Page<SellersOrder>> {
  const before = readCursor(cursor)
  const wanted = { sellerId, ...readSearch(search), status }
  const rows = await ordersOfSeller(shop.db, wanted, limit + 1, before)
  const shown = rows.slice(0, limit)
  const next = rows.length > limit ? shown.at(-1)?.id : undefined
  const whole = cursor === undefined && next === undefined
  return {
    items: shown.map((row) => ({
      ...toOrder(shop, row),
      shipmentLabelUrl: row.shipmentLabelUrl && labelPath(row.id),
      customerName: row.customerName,
      // Between the buyer and the shop.
      paidTwiceRefund: null,
    })),
    total: whole ? shown.length : await countOrdersOfSeller(shop.db, wanted),
    next,
  }
}

/** Below whatever name the seller reached the shop by: his cookie is good for that one only. */
const labelPath = (id: string) => apiBase + api.order.label.path.replace('{id}', id)
