/** Retention of the courier's words; the list of all tables is server/administration/retention/retained-tables.ts. */
import type { Shop } from '../../platform/shop.ts'
import { deleteOldEvents } from './queries.ts'

/** Deletes at most `limit` rows and returns how many were deleted. Safe on several nodes at once. */
export const deleteShipmentEvents = ({ db }: Pick<Shop, 'db'>, limit: number) => deleteOldEvents(db, limit)
