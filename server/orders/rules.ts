/** From a row to what the API shows. */
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
    status: row.status,
    sellerEmail: row.sellerEmail,
    createdAt: row.createdAt.toISOString(),
  }
}
