/** Deletes reports and decisions that are out of date (docs/data-retention.md). */
import type { Shop } from '../../platform/shop.ts'
import { deleteDecisions, deleteReports } from './queries.ts'

export const deleteOldReports = ({ db }: Shop, limit: number): Promise<number> => deleteReports(db, limit)
export const deleteOldDecisions = ({ db }: Shop, limit: number): Promise<number> => deleteDecisions(db, limit)
