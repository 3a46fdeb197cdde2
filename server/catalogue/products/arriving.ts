/** The filter of lists by the day of delivery. Which goods arrive in time is told by fulfilment, which the catalogue does not know. */
import type { ListFilters } from '../../../contract/product-lists.ts'
import { emptySql, type Sql, sql } from '../../platform/db/sql.ts'

/** Companies, each with a class of weight of which its goods arrive in time. */
export interface Arriving {
  sellerIds: readonly string[]
  weightClasses: readonly number[]
}

export type FindArriving = (pin: string, arrivesBy: string) => Promise<Arriving>

/** For a list that is narrowed to a day of delivery; undefined for another one. */
export async function arrivingFor(find: FindArriving, filters: ListFilters): Promise<Arriving | undefined> {
  const { pin, arrivesBy } = filters
  return pin === undefined || arrivesBy === undefined ? undefined : find(pin, arrivesBy)
}

/**
 * For a product `p`. `is true` keeps PostgreSQL from making a join of it, which would read and sort the whole list: so the pairs
 * are hashed once, and products are read in the order of the list until a page is full.
 */
export function arrivesInTime(arriving: Arriving | undefined): Sql {
  if (!arriving) return emptySql
  return sql`and ((p.seller_id, weight_class(p.weight_grams, p.length_cm * p.width_cm * p.height_cm)) in (
        select * from unnest(${arriving.sellerIds}::uuid[], ${arriving.weightClasses}::int[]))) is true`
}
