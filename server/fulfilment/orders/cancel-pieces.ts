/** Cancels pieces of an order whose shipment was not handed over, in the caller's transaction. */
import type { WayOfMoney } from '../../money/payments/reverse-and-refund.ts'
import { returnStock } from '../../catalogue/products/stock.ts'
import type { Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Shop } from '../../platform/shop.ts'
import { withdrawShipment } from '../shipments/cancel-shipment.ts'
import { parcelReference } from '../shipments/courier-rules.ts'
import { insertShipment } from '../shipments/queries.ts'
import { type CancelledBy, insertCancellation, readRefundedPaise, type SellersWhy } from './cancel-queries.ts'
import {
  endBookedParcel,
  isBeingCancelled,
  listPiecesLeft,
  nextParcelNo,
  recordRestocked,
} from './forward-queries.ts'
import { flagOrder } from './flag-order.ts'
import { sellerSuspended } from './refund-rules.ts'
import { reverseAndRefundOrder } from './reverse-and-refund-order.ts'
import type { OrderToRefund } from './refund-queries.ts'

/**
 * Refunds the price of `units` pieces and takes them out of the shipment: it is withdrawn, and the remaining pieces get another
 * one, which waits until the courier has cancelled the first. `restock` counts the pieces in the stock again. The caller has
 * locked the orders of the checkout (`lockOrdersOfCheckout`), and has found that the goods were not handed over. Returns the
 * price of the pieces, and what of it goes back now: less where money was refunded at the provider before. Refuses: conflict for more pieces than are left.
 */
export async function cancelPieces(
  shop: Shop,
  tx: Tx,
  order: OrderToRefund,
  units: number,
  {
    by,
    why = null,
    restock,
    way = {},
  }: { by: CancelledBy; why?: SellersWhy | null; restock: boolean; way?: WayOfMoney },
): Promise<{ paise: number; givenPaise: number }> {
  const { id: orderId, liveShipmentId: shipmentId } = order
  const { refundId, givenNowPaise: givenPaise } = await reverseAndRefundOrder(
    shop,
    tx,
    orderId,
    { units, cause: 'undelivered' },
    'cancelled',
    way,
  )
  const paise = (await readRefundedPaise(tx, orderId)) - order.refundedPaise
  await insertCancellation(tx, {
    id: newId(),
    orderId,
    by,
    why,
    units,
    paise,
    givenPaise,
    refundId,
    shipmentId,
  })
  await renewParcel(shop, tx, order)
  if (restock) await restockPieces(tx, order, units)
  return { paise, givenPaise }
}

/** Cancelled pieces are in the stock again, until it turns out that the courier has fetched them. */
export async function restockPieces(tx: Tx, order: OrderToRefund, units: number): Promise<void> {
  await returnStock(tx, [{ productId: order.productId, quantity: units }])
  if (order.liveShipmentId !== null) await recordRestocked(tx, order.liveShipmentId, order.id, units)
}

/** Withdraws the shipment of an order. What is left of all orders in it gets another one, unless the courier has stopped it. */
export async function renewParcel(shop: Shop, tx: Tx, order: OrderToRefund): Promise<void> {
  const { id: orderId, liveShipmentId, sellerId } = order
  if (liveShipmentId === null) return
  await withdrawShipment(shop, tx, liveShipmentId, orderId)
  const lines = await listPiecesLeft(tx, liveShipmentId)
  for (const line of lines) await endBookedParcel(tx, line.orderId)
  if (lines.length > 0) await sendParcel(shop, tx, { sellerId, lines, insteadOf: liveShipmentId })
}

/**
 * Makes the shipment of these orders; a job books it, unless its seller says when it is ready, or is suspended. The courier takes
 * a name once: that of the first order, with a number.
 */
export async function sendParcel(
  shop: Shop,
  tx: Tx,
  {
    sellerId,
    lines,
    insteadOf = null,
  }: { sellerId: string; lines: readonly { orderId: string; units: number }[]; insteadOf?: string | null },
): Promise<void> {
  const orderIds = lines.map((line) => line.orderId).toSorted()
  const [orderId] = orderIds
  if (orderId === undefined) throw new Error('a parcel of nothing')
  // Otherwise its orders are new and have no other parcel.
  const isRenewed = insteadOf !== null
  const reference = parcelReference(orderId, isRenewed ? await nextParcelNo(tx, orderId) : 1)
  // Never two for the same pieces: the courier may have fetched the first, and then it is the one that goes on.
  const waits = isRenewed && (await isBeingCancelled(tx, orderIds))
  const {
    id: shipmentId,
    isDue,
    isStopped,
  } = await insertShipment(tx, {
    kind: 'forward',
    reference,
    sellerId,
    lines,
    waits,
    insteadOf,
  })
  if (isStopped) for (const line of lines) await flagOrder(tx, line.orderId, sellerSuspended)
  if (isDue) await shop.jobs.send(tx, 'continue-shipment', { shipmentId, orderId })
}
