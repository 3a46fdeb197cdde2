/**
 * Turns rows into the replies about orders, one for each kind of reader: the customer, the seller, the administrator
 * (specification §3).
 */
import { admin, type AdminOrder } from '../../../contract/admin.ts'
import type { Cancellation } from '../../../contract/cancellation.ts'
import type { OrderDocument } from '../../../contract/document.ts'
import { api } from '../../../contract/endpoints.ts'
import { limits } from '../../../contract/limits.ts'
import { rupees } from '../../../contract/money.ts'
import type { Order, SellersOrder } from '../../../contract/order.ts'
import { apiBase } from '../../platform/http/http-app.ts'
import { publicImageUrl } from '../../platform/media/address.ts'
import type { Shop } from '../../platform/shop.ts'
import type { AdminOrderRow } from './all-orders-queries.ts'
import { isGone } from '../shipments/courier-rules.ts'
import { cancelRefusal, unitsLeft } from './cancel-rules.ts'
import type { OrderRow } from './queries.ts'
import { refundLines } from './refund-lines.ts'
import { refundablePart } from './refund-part.ts'
import { refundRefusal } from './refund-rules.ts'
import { toOrderReturns } from './present-returns.ts'
import { isWhollyCancelled } from './cancelled-note.ts'
import { type Reader, statusNoteOf } from './status-note.ts'

/** The order as its customer reads it, or with the note for another reader. Amounts are rupees, times ISO 8601 UTC. */
export function toOrder(shop: Shop, row: OrderRow, reader: Reader = 'customer'): Order {
  return {
    id: row.id,
    number: row.number,
    product: { name: row.productName, imageUrl: publicImageUrl(shop.config, row.productImage) },
    quantity: row.quantity,
    amount: rupees(row.amountPaise),
    coupon: toCoupon(row),
    ...(row.deliveryPaise > 0 && { delivery: rupees(row.deliveryPaise) }),
    deliveryAddress: { street: row.street, city: row.city, state: row.stateName, pinCode: row.pinCode },
    awbNumber: row.awbNumber,
    courierName: row.courierName,
    // Only sellers and administrators may open the label.
    shipmentLabelUrl: null,
    shipmentStatus: row.shownShipment,
    shipmentId: row.shipmentId,
    deliveryDate: row.deliveryDate?.toISOString() ?? null,
    trackingUrl:
      row.awbNumber && isTracked(row.deliveryDate) && !isWhollyCancelled(row)
        ? shop.courier.trackingUrl(row.awbNumber)
        : null,
    promisedBy: isGone(row.courierCode) ? null : row.promisedBy,
    status: shownStatus(row),
    statusNote: statusNoteOf(row, reader),
    sellerEmail: row.sellerEmail,
    createdAt: row.createdAt.toISOString(),
    paidTwiceRefund: row.paidTwicePaise === null ? null : rupees(row.paidTwicePaise),
    cancellation: toCancellation(row),
    refunds: refundLines(row, reader),
    documents: documentsOf(row, reader),
    returns: toOrderReturns(shop, row.returns),
  }
}

function toCoupon({ couponCode: code, sellerDiscountPaise, shopDiscountPaise }: OrderRow): Order['coupon'] {
  const discount = rupees(sellerDiscountPaise + shopDiscountPaise)
  return code === null ? null : { code, discount, byShop: rupees(shopDiscountPaise) }
}

/** An order that was cancelled is 'cancelled' until its money is back. */
function shownStatus(row: OrderRow): Order['status'] {
  return isWhollyCancelled(row) && row.refundState !== 'done' ? 'cancelled' : row.status
}

function toCancellation(row: OrderRow): Cancellation {
  const reason = cancelRefusal(row)
  return {
    cancelUntil: row.cancelUntil?.toISOString() ?? null,
    cancellable: reason === null,
    units: reason === null ? unitsLeft(row) : 0,
    reason,
    cancelledUnits: row.recordedUnits,
    cancelledAmount: rupees(row.recordedPaise),
    leftAmount: rupees(row.amountPaise - row.refundedPaise),
  }
}

/** With the path at which this reader gets the file: without a host, like that of a label. */
function documentsOf({ documents }: OrderRow, reader: Reader): OrderDocument[] {
  const [ofSeller, ofShop] =
    reader === 'administrator'
      ? [admin.document.path, admin.shopDocument.path]
      : [api.document.get.path, api.shopDocument.get.path]
  return documents.flatMap((document) => {
    const isShops = document.kind === 'way-back-invoice'
    // What the shop charges the buyer does not concern the seller.
    if (isShops && reader === 'seller') return []
    const path = isShops ? ofShop : ofSeller
    return [{ ...document, url: apiBase + path.replace('{id}', document.id) }]
  })
}

/** 'Tracking stays active 7 days after delivery' (specification §9). */
function isTracked(deliveredAt: Date | null): boolean {
  return deliveredAt === null || Date.now() - deliveredAt.getTime() < limits.trackingDays * 86_400_000
}

export function toSellersOrder(shop: Shop, row: OrderRow): SellersOrder {
  return {
    ...toOrder(shop, row, 'seller'),
    // A path without a host: the seller's cookie is good only for the host name by which they reached the shop.
    shipmentLabelUrl: openLabel(row, api.order.label.path),
    customerName: row.recipientName ?? row.customerName,
    ...toWishes(row),
    handOverBy: row.handOverBy,
    pickupOn: row.pickupOn,
    waitsForSeller: row.waitsForSeller,
    // A second payment concerns the buyer and the shop only.
    paidTwiceRefund: null,
  }
}

export function toAdminOrder(shop: Shop, row: AdminOrderRow): AdminOrder {
  const part = refundablePart({ ...row, openUnits: row.returns.open })
  return {
    ...toOrder(shop, row, 'administrator'),
    shipmentLabelUrl: openLabel(row, admin.label.path),
    customer: { id: row.customerId, name: row.customerName, email: row.customerEmail },
    sellerCompany: row.sellerCompany,
    recipient:
      row.recipientName !== null && row.recipientMobile !== null
        ? { name: row.recipientName, mobile: row.recipientMobile }
        : null,
    ...toWishes(row),
    // The courier's codes in it are for no reader.
    needsAttention: row.needsAttention?.replace(/ \(\d+\)\./g, '.') ?? null,
    refundable: refundRefusal(row) === null,
    stoppedUntil: row.stoppedUntil?.toISOString() ?? null,
    partRefund: part && { units: part.units, amount: rupees(part.paise), sold: part.sold },
  }
}

/** What the buyer asks of the seller. */
export const toWishes = ({ noteToSeller, isGift }: OrderRow) => ({ noteToSeller, gift: isGift })

/** The label of a refunded order, or of a parcel that was cancelled, must not be used any more. */
function openLabel({ id, status, shownShipment, shipmentLabelUrl }: OrderRow, path: string): string | null {
  const isUsed = status !== 'refunded' && shownShipment !== 'Cancelled'
  return shipmentLabelUrl && isUsed ? apiBase + path.replace('{id}', id) : null
}
