/** Timer: ids of webhook events that no provider will repeat any more. */
import type { Shop } from '../shop.ts'
import { deleteOldEvents } from './queries.ts'

export async function forgetOldEvents(shop: Shop): Promise<void> {
  await deleteOldEvents(shop.db)
}
