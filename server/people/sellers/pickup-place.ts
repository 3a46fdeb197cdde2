/** Records the courier's name of the place where a seller's parcels are fetched. */
import type { Queryable } from '../../platform/db/client.ts'
import { updatePickupLocation } from './queries.ts'

/** With null the next booking registers the place again, because the courier does not know it any more. */
export async function recordPickupPlace(db: Queryable, sellerId: string, name: string | null): Promise<void> {
  await updatePickupLocation(db, sellerId, name)
}
