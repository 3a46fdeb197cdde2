/** Which products a seller is to be told of because little is left. */
import { limits } from '../../contract/limits.ts'
import type { Tx } from '../db/client.ts'
import { type LowStockRow, takeUntoldLowStock } from './queries.ts'

/**
 * Of these products those that fell below the limit and were not told since; they count as told from now on, until
 * their units reach the limit again (the database watches that, whoever changes them).
 */
export async function takeLowStock(tx: Tx, productIds: readonly string[]): Promise<LowStockRow[]> {
  return takeUntoldLowStock(tx, productIds, limits.lowStockBelowElsewhere)
}
