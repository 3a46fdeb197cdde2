/** What a seller packs: their shipments that the courier has not fetched, each with its orders. */
import type { DispatchShipment, DispatchTab } from '../../../contract/dispatch.ts'
import { dayOf } from '../../platform/calendar.ts'
import {
  type CursorFormat,
  idCursor,
  keysetPage,
  type Page,
  type PageRequest,
} from '../../platform/keyset-page.ts'
import type { Shop } from '../../platform/shop.ts'
import { toSellersOrder } from '../orders/present.ts'
import { ordersOfSeller } from '../orders/queries.ts'
import { sizeOf } from '../shipments/parcel-rules.ts'
import { countDispatch, type DispatchCounts, listShipmentsToSend, type ShipmentToSend } from './queries.ts'

/** By rising ids of the first order. */
const oldestFirst: CursorFormat<ShipmentToSend, string> = {
  start: '00000000-0000-0000-0000-000000000000',
  write: ({ firstOrderId }) => firstOrderId,
  read: idCursor.read,
}

/** Three statements, however long the page is. Refuses ('invalid') a malformed cursor. */
export async function listShipments(
  shop: Shop,
  sellerId: string,
  { tab, ...page }: PageRequest & { tab: DispatchTab },
): Promise<Page<DispatchShipment>> {
  const isPacked = tab === 'ready'
  const found = await keysetPage(page, oldestFirst, {
    rows: (limit, after) => listShipmentsToSend(shop.db, sellerId, isPacked, limit, after),
    count: async () => (await countShipments(shop, sellerId))[isPacked ? 'ready' : 'toPack'],
    toItem: (row) => row,
  })
  const ids = found.items.flatMap(({ items }) => items.map(({ orderId }) => orderId))
  const rows = await ordersOfSeller(shop.db, { sellerId, ids, words: [] }, ids.length, idCursor.start)
  const orders = new Map(rows.map((row) => [row.id, toSellersOrder(shop, row)]))
  const today = dayOf(new Date())
  return {
    ...found,
    items: found.items.map((row): DispatchShipment => {
      const own = row.items.flatMap(({ orderId }) => orders.get(orderId) ?? [])
      const [handOverBy = null] = own.flatMap((order) => order.handOverBy ?? []).toSorted()
      return {
        id: row.id,
        isPacked: row.isPacked,
        waitsForSeller: row.waitsForSeller,
        hasLabel: row.hasLabel,
        pickupOn: row.pickupOn,
        size: sizeOf(row),
        handOverBy,
        isLate: handOverBy !== null && handOverBy < today,
        orders: own,
      }
    }),
  }
}

export const countShipments = ({ db }: Pick<Shop, 'db'>, sellerId: string): Promise<DispatchCounts> =>
  countDispatch(db, sellerId, dayOf(new Date()))
