/** auth/logout (specification §4). */
import { currentCaller } from '../../platform/caller.ts'
import { record } from '../audit/record.ts'
import { tokenHash } from '../../platform/secrets.ts'
import type { Shop } from '../../platform/shop.ts'
import { deleteSession } from './session-queries.ts'

/** Ends the session of this browser. Does nothing without a session. */
export async function logOut(shop: Shop, token: string | undefined): Promise<void> {
  if (!token) return
  const { actor } = currentCaller()
  if (actor?.id) await record(shop.db, 'logout', { target: { kind: 'account', ...actor } })
  await deleteSession(shop.db, tokenHash(token))
}
