/** Under which name the courier knows the place where it fetches a seller's parcels. */
import type { Queryable } from '../db/client.ts'
import { updatePickupLocation } from './queries.ts'

/** Null: the courier does not know it any more, and the next booking registers it again. */
export async function recordPickupPlace(db: Queryable, sellerId: string, name: string | null): Promise<void> {
  await updatePickupLocation(db, sellerId, name)
}
