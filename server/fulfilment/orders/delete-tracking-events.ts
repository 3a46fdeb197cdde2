/** Retention of tracking events; the list of all tables is server/administration/retention/retained-tables.ts. */
import type { Shop } from '../../platform/shop.ts'
import { deleteOldTrackingEvents } from './tracking-queries.ts'

/** Deletes at most `limit` rows and returns how many were deleted. Safe on several nodes at once. */
export const deleteTrackingEvents = ({ db }: Pick<Shop, 'db'>, limit: number) =>
  deleteOldTrackingEvents(db, limit)
