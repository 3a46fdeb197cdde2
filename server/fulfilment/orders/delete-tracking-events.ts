/** Retention of tracking events; the list of all tables is server/administration/retention/retained-tables.ts. */
import type { Shop } from '../../platform/shop.ts'
import { deleteOldTrackingEvents } from './tracking-queries.ts'

/** Removes at most `limit` rows and answers how many went. Safe on several nodes at once. */
export const deleteTrackingEvents = ({ db }: Pick<Shop, 'db'>, limit: number) =>
  deleteOldTrackingEvents(db, limit)
