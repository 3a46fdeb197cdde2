import type { Shop } from '../shop.ts'
import { deleteOldCodes } from './code-queries.ts'
import { deleteEndedSessions } from './session-queries.ts'

/** Removes sessions, codes and password proofs whose time is over; a timer calls it every hour. */
export async function forgetExpired(shop: Shop): Promise<void> {
  await deleteEndedSessions(shop.db)
  await deleteOldCodes(shop.db)
}
