/** The pieces of an exchange: taken from the stock when the returned ones are back, and put back where they are not sent. */
import type { FallBackReason } from '../../../contract/return-words.ts'
import { holdStock, returnStock } from '../../catalogue/products/stock.ts'
import type { Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { queueLowStockMails } from '../orders/mails.ts'
import type { Shop } from '../../platform/shop.ts'
import type { ReturnRow } from './queries.ts'
import {
  type EndedReplacement,
  endReplacement,
  findHeld,
  insertReplacement,
  isSellerSuspended,
  recordFallBack,
} from './replacement-queries.ts'
import { unflagOrder } from '../orders/flag-order.ts'
import { isPaid, paymentDisputed } from '../orders/send-goods.ts'
import { withdrawShipment } from '../shipments/cancel-shipment.ts'
import { insertShipment } from '../shipments/queries.ts'

/**
 * Takes the pieces from the stock, once for a return. Returns why there are none: too few are left, the product is deleted, or
 * the pieces were refunded otherwise. The seller is told where little is left. The caller has locked the return by moving it.
 */
export async function holdReplacement(shop: Shop, tx: Tx, row: ReturnRow): Promise<FallBackReason | null> {
  const { id, productId, units } = row
  if (!isPaid(row)) return 'shop'
  if (await isSellerSuspended(tx, id)) return 'seller'
  const missing = await holdStock(tx, [{ productId, quantity: units }])
  if (missing.length > 0) return 'sold-out'
  await insertReplacement(tx, { id: newId(), requestId: id, units })
  await queueLowStockMails(shop, tx, [productId])
  return null
}

/** For a return that has just come back: holds its pieces, or makes it a refund. Returns the return as it is afterwards. */
export async function holdOrFallBack(shop: Shop, tx: Tx, row: ReturnRow): Promise<ReturnRow> {
  if (row.wanted !== 'exchange' || row.fellBack) return row
  const why = await holdReplacement(shop, tx, row)
  if (why) await recordFallBack(tx, row.id, why, [row.state])
  return { ...row, fellBack: why }
}

/**
 * Ends a replacement that is not needed any more. Pieces that no courier has go back to the stock, and their shipment
 * is withdrawn. Undefined where none is held.
 */
export async function releaseReplacement(
  shop: Shop,
  tx: Tx,
  row: Pick<ReturnRow, 'id' | 'productId' | 'orderId'>,
): Promise<EndedReplacement | undefined> {
  await unflagOrder(tx, row.orderId, [paymentDisputed])
  const ended = await endReplacement(tx, row.id)
  if (!ended || ended.handedOver) return ended
  await returnStock(tx, [{ productId: row.productId, quantity: ended.units }])
  if (ended.shipmentId !== null) await withdrawShipment(shop, tx, ended.shipmentId, row.orderId)
  return ended
}

/** Makes the shipment of the held pieces; a job books it. Undefined where none are held. The caller has moved the return. */
export async function sendReplacement(shop: Shop, tx: Tx, requestId: string): Promise<string | undefined> {
  const held = await findHeld(tx, requestId)
  if (!held) return undefined
  const { id, orderId, units, sellerId } = held
  const { id: shipmentId } = await insertShipment(tx, {
    kind: 'replacement',
    reference: `X-${id}`,
    sellerId,
    requestId,
    lines: [{ orderId, units }],
  })
  await shop.jobs.send(tx, 'continue-shipment', { shipmentId, orderId })
  return shipmentId
}
