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

/** The same in SQL: `best` has the rows of `hits`, of each family the first. Few have a family, and only those are sorted. */
export const bestOfFamilies = (hits: Sql, relevance: Sql): Sql => sql`
    of_family as materialized (select h.*, m.family_id from ${hits} h join family_member m on m.product_id = h.id),
    best as materialized (
      select h.*, null::uuid as family_id from ${hits} h where h.id not in (select id from of_family)
      union all
      (select distinct on (family_id) * from of_family order by family_id, ${relevance})
    )`
