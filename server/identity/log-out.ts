/** auth/logout (specification §4). */
import { tokenHash } from '../secrets.ts'
import type { Shop } from '../shop.ts'
import { deleteSession } from './session-queries.ts'

/** Ends the session of this browser; without one nothing happens. */
export async function logOut(shop: Shop, token: string | undefined): Promise<void> {
  if (token) await deleteSession(shop.db, tokenHash(token))
}
