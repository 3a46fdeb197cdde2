/** Retention of reconciliations: three years, as long as a purchase can be disputed. */
import type { Shop } from '../../platform/shop.ts'
import { deleteReconciliations } from './reconcile-queries.ts'

export const deleteOldReconciliations = ({ db }: Shop, limit: number): Promise<number> =>
  deleteReconciliations(db, limit)
