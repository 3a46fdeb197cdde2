/**
 * A search shows the best match of each family: all its matches are found and sorted by relevance already, at most
 * `limits.searchDepth` of them, so the others are left out of these. The total counts families once.
 */
import { type Sql, sql } from '../../platform/db/sql.ts'

/** The first match of each family, and all that are in none. `hits` are in the order of relevance. */
export function onceAFamily<Hit extends { familyId: string | null }>(hits: readonly Hit[]): Hit[] {
  const seen = new Set<string>()
  return hits.filter(({ familyId }) => familyId === null || (!seen.has(familyId) && seen.add(familyId)))
}

/** The same in SQL, for the rows of `hits`. */
export const bestOfFamilies = (hits: Sql, relevance: Sql): Sql => sql`
      select * from (
        select h.*, m.family_id, row_number() over (partition by m.family_id order by ${relevance}) as place
        from ${hits} h left join family_member m on m.product_id = h.id
      ) as placed where family_id is null or place = 1`
