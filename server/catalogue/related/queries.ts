/** SQL of the products beside a product, and of cards by ids. */
import { limits } from '../../../contract/limits.ts'
import type { Readable } from '../../platform/db/client.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { standsForFamily } from '../families/standing.ts'
import { unitsListed } from '../holidays/columns.ts'
import { listedColumns, type ListedRow } from '../products/listed-product.ts'

/** For a row `f` of facets. Stored ones may have a claim that ended since. */
const facetsNow = sql`case when f.claims_until >= (select india_today()) then f.facets else facets_of(f.product_id) end`

/** For a product `p`: it is of the family of the product `here`, which counts as one with it. */
const isOfFamily = (here: Sql) => sql`exists (
  select from family_member m join family_member o on o.family_id = m.family_id where m.product_id = ${here} and o.product_id = p.id)`

/** Those on sale, best first. Of a family its member that stands for it now, which may be that of several rows. */
export async function togetherRows(db: Readable, id: string): Promise<(ListedRow & { buyers: number })[]> {
  return db.query(sql`
    select ${listedColumns}, o.buyers
    from bought_together b cross join unnest(b.other_ids, b.buyers) with ordinality as o (id, buyers, place)
    join goods_on_sale p on p.id = coalesce((
      select n.product_id from family_member m join family_member n on n.family_id = m.family_id
      where m.product_id = o.id order by n.standing limit 1), o.id)
    join subcategory s on s.id = p.subcategory_id
    where b.product_id = ${id} and not ${isOfFamily(sql`b.product_id`)}
    order by ${unitsListed} = 0, o.place`)
}

export interface SimilarRow extends ListedRow {
  sameAttributes: string[]
  sameClaim: boolean
  herePaise: number
}

/**
 * Of the products of its subcategory that are nearest in price, those with most values and claims in common; a price that is twice
 * as high, or half, weighs as much as one value. Undefined for a product that is not on sale.
 */
export async function similarRows(
  db: Readable,
  id: string,
): Promise<{ subcategoryId: number; rows: SimilarRow[] } | undefined> {
  const nearest = (side: Sql, order: Sql) => sql`
    (select p.id, p.price_paise, ${unitsListed} as units from goods_on_sale p
     where p.subcategory_id = h.subcategory_id and p.price_paise ${side} h.price_paise and p.id <> h.id
       ${standsForFamily({ stock: false }, sql``)} and not ${isOfFamily(sql`h.id`)}
     -- So many dearer ones, and so many cheaper ones. For a parameter PostgreSQL would plan the statement anew for each product.
     order by ${order} limit 60)`
  const rows = await db.query<
    { ofSubcategory: number } & (SimilarRow | (Record<keyof SimilarRow, null> & { id: null }))
  >(sql`
    with here as materialized (
      select p.id, p.subcategory_id, p.price_paise, array(
        select one from unnest(${facetsNow}) as one where one like 'attribute=%' or one like 'claim=%') as marks
      from goods_on_sale p left join product_facet f on f.product_id = p.id where p.id = ${id}
    ), alike as (
      select n.id, same.marks, row_number() over (
        order by n.units = 0, cardinality(same.marks) - abs(ln(n.price_paise::float8 / h.price_paise)) / ln(2) desc, n.id) as place
      from here h
      cross join lateral (
        ${nearest(sql`>=`, sql`p.price_paise, p.id`)} union all ${nearest(sql`<`, sql`p.price_paise desc, p.id desc`)}) as n
      left join product_facet f on f.product_id = n.id
      cross join lateral (select array(select unnest(h.marks) intersect select unnest(${facetsNow})) as marks) as same
      order by place limit ${limits.othersShown}
    )
    select h.subcategory_id as "ofSubcategory", h.price_paise as "herePaise",
      array(select a.name from unnest(l.marks) as one
        join attribute a on a.id = substring(one from '^attribute=([0-9]+)-')::int
        left join category_attribute k on k.attribute_id = a.id and k.category_id = p.category_id
        group by a.id, a.name, k.place order by k.place, a.id) as "sameAttributes",
      exists (select from unnest(l.marks) as one where one like 'claim=%') as "sameClaim", ${listedColumns}
    from here h left join alike l on true
    left join goods_on_sale p on p.id = l.id
    left join subcategory s on s.id = p.subcategory_id
    order by l.place`)
  const [first] = rows
  return (
    first && {
      subcategoryId: first.ofSubcategory,
      rows: rows.filter((row) => row.id !== null),
    }
  )
}

export async function rowsById(db: Readable, ids: readonly string[]): Promise<ListedRow[]> {
  return db.query(sql`
    select ${listedColumns} from goods_on_sale p join subcategory s on s.id = p.subcategory_id
    where p.id = any(${ids}::uuid[]) order by p.id`)
}
