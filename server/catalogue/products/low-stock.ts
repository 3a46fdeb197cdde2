/** Which products' sellers are to be notified because their stock is low. */
import { limits } from '../../../contract/limits.ts'
import type { Tx } from '../../platform/db/client.ts'
import { type LowStockRow, markLowStock } from './stock-queries.ts'

/**
 * Returns those of these products with fewer than `limits.lowStockMailBelow` units whose seller was not notified yet.
 * Marks them as notified, until a trigger finds their units at the limit again.
 */
export async function markLowStockNotified(tx: Tx, productIds: readonly string[]): Promise<LowStockRow[]> {
  return markLowStock(tx, productIds, limits.lowStockMailBelow)
}
