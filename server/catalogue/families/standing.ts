/**
 * One card a family in every list. A family is shown as its cheapest member that is in stock, or as its cheapest one where none is,
 * among the members that pass the filters, whatever the list is sorted by. So each row decides by itself whether it is shown: pages
 * by keyset and totals stay as they are, and nothing is sorted that was not sorted before. Who is cheapest is a number that triggers
 * keep (`family_member.standing`): without filters no sibling's product is read, with filters at most those that stand before it.
 * In a search the member stands for its family that matches the words best.
 */
import type { ListFilters } from '../../../contract/product-lists.ts'
import { emptySql, type Sql, sql } from '../../platform/db/sql.ts'
import { isFiltered } from '../products/rules.ts'

/**
 * For a product `p` that passes the filters: none of its family that passes them, too, stands before it. `passes` are the same filters.
 * A subquery and no join, so that PostgreSQL keeps the order of the index.
 */
export function standsForFamily(filters: ListFilters, passes: Sql): Sql {
  const passing = isFiltered(filters)
    ? sql`and exists (select from goods_on_sale p where p.id = o.product_id ${passes})`
    : emptySql
  return sql`and (select not exists (select from family_member o
        where o.family_id = m.family_id and o.standing < m.standing ${passing})
      from family_member m where m.product_id = p.id) is not false`
}
