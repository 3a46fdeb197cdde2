/** What arrives at a pin code by a day if it is ordered now, for lists: from the courier's stored answers only. */
import type { Arriving } from '../../catalogue/products/arriving.ts'
import type { Queryable } from '../../platform/db/client.ts'
import { arrivingSellers } from './queries.ts'
import { latestTransits } from './rules.ts'

export async function findArriving(db: Queryable, pin: string, day: string): Promise<Arriving> {
  const rows = await arrivingSellers(db, pin, latestTransits(new Date(), day))
  return {
    sellerIds: rows.map(({ sellerId }) => sellerId),
    weightClasses: rows.map(({ weightClass }) => weightClass),
  }
}
