/** From a row to what the API shows. */
import { z } from 'zod'
import { limits } from '../../contract/limits.ts'
import { rupees } from '../../contract/money.ts'
import type { Order } from '../../contract/order.ts'
import { publicImageUrl } from '../media/address.ts'
import type { Shop } from '../shop.ts'
import type { OrderRow } from './queries.ts'

/** The order as specification §3 names its fields; amounts in rupees, times ISO 8601 UTC. */
export function toOrder(shop: Shop, row: OrderRow): Order {
  return {
    id: row.id,
    product: { name: row.productName, imageUrl: publicImageUrl(shop.config, row.productImage) },
    quantity: row.quantity,
    amount: rupees(row.amountPaise),
    deliveryAddress: { street: row.street, city: row.city, state: row.stateName, pinCode: row.pinCode },
    awbNumber: row.awbNumber,
    courierName: row.courierName,
    // The label is the seller's business.
    shipmentLabelUrl: null,
    shipmentStatus: row.shipmentStatus,
    shipmentId: row.shipmentId,
    deliveryDate: row.deliveryDate?.toISOString() ?? null,
    trackingUrl:
      row.awbNumber && isTracked(row.deliveryDate) ? shop.courier.trackingUrl(row.awbNumber) : null,
    status: row.status,
    sellerEmail: row.sellerEmail,
    createdAt: row.createdAt.toISOString(),
    paidTwiceRefund: row.paidTwicePaise === null ? null : rupees(row.paidTwicePaise),
  }
}

/** 'Tracking stays active 7 days after delivery' (specification §9). */
function isTracked(deliveredAt: Date | null): boolean {
  return deliveredAt === null || Date.now() - deliveredAt.getTime() < limits.trackingDays * 86_400_000
}

/** What a seller looks for: one order by its whole id, or words; more than eight words tell nothing more. */
export function readSearch(text: string | undefined): { id?: string; words: string[] } {
  const words = (text ?? '').split(/\s+/).filter(Boolean).slice(0, 8)
  const [first = ''] = words
  return words.length === 1 && z.uuid().safeParse(first).success ? { id: first, words: [] } : { words }
}
