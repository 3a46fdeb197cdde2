/** Which products a seller is to be notified about because their stock is low. */
import { limits } from '../../../contract/limits.ts'
import type { Tx } from '../../platform/db/client.ts'
import { type LowStockRow, markLowStock } from './stock-queries.ts'

/**
 * Of these products those with fewer than `limits.lowStockMailBelow` units whose seller was not notified yet. They count as notified
 * from now on, until their units reach the limit again, which a trigger of the database sees.
 */
export async function markLowStockNotified(tx: Tx, productIds: readonly string[]): Promise<LowStockRow[]> {
  return markLowStock(tx, productIds, limits.lowStockMailBelow)
}
