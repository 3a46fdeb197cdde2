import { record } from '../../people/audit/record.ts'
import { readLabel } from '../orders/show-label.ts'
import { notFound } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { findReplacementLabel, recordReplacementLabel } from './replacement-queries.ts'

/**
 * The PDF of the label of a replacement. `sellerId` null: an administrator, whose access is recorded in the audit. Refuses: not-found
 * for a return of another seller's order and for one without a label; unavailable while the courier does not answer.
 */
export async function showReplacementLabel(shop: Shop, sellerId: string | null, returnId: string) {
  const label = await findReplacementLabel(shop.db, sellerId, returnId)
  if (!label) throw notFound()
  const { id, orderId } = label
  if (sellerId === null)
    await record(shop.db, 'label-opened', { target: { kind: 'order', id: orderId, name: orderId } })
  return readLabel(shop, label, (labelUrl) => recordReplacementLabel(shop.db, id, labelUrl))
}
