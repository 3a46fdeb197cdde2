import type { Shop } from '../../platform/shop.ts'
import { deleteApprovals } from './queries.ts'

/** Retention of calls that a second administrator decided; the audit keeps who did what. */
export const deleteOldApprovals = ({ db }: Shop, limit: number): Promise<number> => deleteApprovals(db, limit)
