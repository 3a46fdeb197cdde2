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
  findReplacementLabel,
  insertReplacement,
  isSellerSuspended,
  readReplacementToCancel,
  recordFallBack,
  recordReplacementLabel,
} from './replacement-queries.ts'
import { flagOrder, unflagOrder } from '../orders/flag-order.ts'
import { isPaid, paymentDisputed } from '../orders/send-goods.ts'
import { CourierRefused, CourierUnavailable } from '../../platform/providers/courier/provider.ts'
import { notCancelled } from './exchange-rules.ts'
import { record } from '../../people/audit/record.ts'
import { readLabel } from '../orders/show-label.ts'
import { notFound } from '../../platform/refusal.ts'

/** The courier's name of the parcel of a replacement. */
export const replacementReference = (replacementId: string) => `X-${replacementId}`

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
 * Ends a replacement that is not needed any more. Pieces that no courier has go back to the stock, and a job cancels a parcel
 * whose booking was begun. Undefined where none is held.
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
  if (ended.bookingStarted)
    await shop.jobs.send(tx, 'cancel-replacement', { replacementId: ended.id, orderId: row.orderId })
  return ended
}

/** A worker that was booking the parcel may have made it later: 'unknown' at the courier counts only after the lease. */
const leaseSeconds = 300
const flagAfterSeconds = 1_800

/** Throws while the parcel is not cancelled, so that the queue retries; an administrator is told where it stays so. */
export async function cancelReplacement(shop: Shop, replacementId: string): Promise<void> {
  const parcel = await readReplacementToCancel(shop.db, replacementId)
  if (!parcel) return
  try {
    const known = await shop.courier.cancelParcel(replacementReference(replacementId))
    if (!known && parcel.ageSeconds < leaseSeconds)
      throw new CourierUnavailable('the parcel may still be on its way to the courier')
  } catch (error) {
    if (error instanceof CourierRefused || parcel.ageSeconds > flagAfterSeconds)
      await flagOrder(shop.db, parcel.orderId, notCancelled)
    throw error
  }
  await unflagOrder(shop.db, parcel.orderId, [notCancelled])
}

/**
 * The PDF of the label of a replacement. `sellerId` null: an administrator, whose access is recorded in the audit. Refuses:
 * not-found for a return of another seller's order and for one without a label; unavailable while the courier does not respond.
 */
export async function showReplacementLabel(shop: Shop, sellerId: string | null, returnId: string) {
  const label = await findReplacementLabel(shop.db, sellerId, returnId)
  if (!label) throw notFound()
  const { id, orderId } = label
  if (sellerId === null)
    await record(shop.db, 'label-opened', { target: { kind: 'order', id: orderId, name: orderId } })
  return readLabel(shop, label, (labelUrl) => recordReplacementLabel(shop.db, id, labelUrl))
}
