/** Retention of checkouts and webhook events; the list of all tables is server/administration/retention/retained-tables.ts. */
import type { Shop } from '../../platform/shop.ts'
import { deleteUnpaid } from './queries.ts'
import { deleteOldEvents } from './webhook-queries.ts'

type Database = Pick<Shop, 'db'>

/** Each deletes at most `limit` rows and returns how many were deleted. Safe on several nodes at once. */
export const deleteOldWebhookEvents = ({ db }: Database, limit: number) => deleteOldEvents(db, limit)
export const deleteUnpaidCheckouts = ({ db }: Database, limit: number) => deleteUnpaid(db, limit)
