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
  insertReplacement,
  isSellerSuspended,
  recordFallBack,
} from './replacement-queries.ts'

/** How the courier knows the parcel of a replacement. */
export const replacementReference = (replacementId: string) => `X-${replacementId}`

/** Whether the pieces, or the whole price of the order, were given back another way: then nothing is sent instead of them. */
export const isGivenBack = ({ units, leftUnits, leftPaise }: ReturnRow): boolean =>
  leftUnits < units || leftPaise <= 0

/**
 * Takes the pieces from the stock, once for a return, or answers why there are none: too few are left, the product is deleted, or
 * its pieces were given back another way meanwhile. The seller is told where little is left. The caller has locked the return by moving it.
 */
export async function holdReplacement(shop: Shop, tx: Tx, row: ReturnRow): Promise<FallBackReason | null> {
  const { id, productId, units } = row
  if (isGivenBack(row)) return 'shop'
  if (await isSellerSuspended(tx, id)) return 'seller'
  const missing = await holdStock(tx, [{ productId, quantity: units }])
  if (missing.length > 0) return 'sold-out'
  await insertReplacement(tx, { id: newId(), requestId: id, units })
  await queueLowStockMails(shop, tx, [productId])
  return null
}

/** For a return that has just come back: holds its pieces, or makes it a refund. Answers the return as it is then. */
export async function holdOrFallBack(shop: Shop, tx: Tx, row: ReturnRow): Promise<ReturnRow> {
  if (row.wanted !== 'exchange' || row.fellBack) return row
  const why = await holdReplacement(shop, tx, row)
  if (why) await recordFallBack(tx, row.id, why, [row.state])
  return { ...row, fellBack: why }
}

/**
 * Ends a replacement that is not needed any more. What no courier has goes back to the stock, and a job cancels a parcel that was
 * begun. Undefined where none is held.
 */
export async function releaseReplacement(
  shop: Shop,
  tx: Tx,
  row: Pick<ReturnRow, 'id' | 'productId' | 'orderId'>,
): Promise<EndedReplacement | undefined> {
  const ended = await endReplacement(tx, row.id)
  if (!ended || ended.handedOver) return ended
  await returnStock(tx, [{ productId: row.productId, quantity: ended.units }])
  if (ended.bookingStarted)
    await shop.jobs.send(tx, 'cancel-replacement', { replacementId: ended.id, orderId: row.orderId })
  return ended
}
