import type { Shop } from '../shop.ts'
import { deleteExpired } from './queries.ts'

/** Removes sessions, codes and password proofs whose time is over; a timer calls it every hour. */
export async function forgetExpired(shop: Shop): Promise<void> {
  await deleteExpired(shop.db)
}
