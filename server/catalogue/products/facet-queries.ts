/** SQL of facets: products by the values that an address chooses, and how many products each value would have. */
import { limits } from '../../../contract/limits.ts'
import { paise } from '../../../contract/money.ts'
import type { ListFilters } from '../../../contract/product-lists.ts'
import type { Readable } from '../../platform/db/client.ts'
import { emptySql, type Sql, sql } from '../../platform/db/sql.ts'
import { type Arriving, arrivesInTime } from './arriving.ts'

/** The values that are chosen of one facet, and what they begin with: 'origin=' and ['origin=IN']. */
interface Chosen {
  facet: string
  values: string[]
}

/** Of the values that lists and searches find in `product_facet` only. */
export function chosenFacets({ seller, price, rated, origin, claim, attribute }: ListFilters): Chosen[] {
  const attributes = Map.groupBy(attribute ?? [], (value) => value.split('-', 1)[0] ?? '')
  return [
    ...Object.entries({ seller, price, rated, origin, claim }).flatMap(([name, codes]) =>
      codes ? [{ facet: `${name}=`, values: codes.map((code) => `${name}=${code}`) }] : [],
    ),
    ...[...attributes].map(([id, codes]) => ({
      facet: `attribute=${id}-`,
      values: codes.map((code) => `attribute=${code}`),
    })),
  ]
}

/** And of those that products have in columns of their own. */
const allChosen = (filters: ListFilters): Chosen[] => [
  ...(filters.sub ? [{ facet: 'sub=', values: filters.sub.map((id) => `sub=${id}`) }] : []),
  ...(filters.stock ? [{ facet: 'stock=', values: ['stock=in'] }] : []),
  ...chosenFacets(filters),
]

const today = sql`(select india_today())`

/** For a row `f` of facets. An index has them as they are stored, when a claim may have ended since. */
const hasAnyOf = ({ facet, values }: Chosen) => sql`and f.facets && ${values}::text[]
      ${facet === 'claim=' ? sql`and (f.claims_until >= ${today} or facets_of(f.product_id) && ${values}::text[])` : emptySql}`

const hasChosen = (filters: ListFilters) =>
  chosenFacets(filters).reduce((all, one) => sql`${all} ${hasAnyOf(one)}`, emptySql)

/** For a product `p`: it has the chosen values. Its facets are read for each product of the list in turn. */
export const hasFacets = (filters: ListFilters): Sql =>
  chosenFacets(filters).length === 0
    ? emptySql
    : sql`and (select true from product_facet f where f.product_id = p.id ${hasChosen(filters)})`

/** The same for a list to which few products belong, which are found first. Only the caller knows how many they are. */
export const isOfFew = (list: Sql, filters: ListFilters): Sql =>
  chosenFacets(filters).length === 0
    ? emptySql
    : sql`and p.id in (select f.product_id from product_facet f where ${list} ${hasChosen(filters)})`

/** For a row `f` of facets: it passes the filters but those of the facet `but`. A range of prices narrows the bands, too, as it does the list. */
function passes(filters: ListFilters, arriving: Arriving | undefined, but?: string): Sql {
  const { min, max } = filters
  const chosen = allChosen(filters).filter(({ facet }) => facet !== but)
  return sql`${chosen.reduce((all, one) => sql`${all} ${hasAnyOf(one)}`, emptySql)}
    ${min === undefined ? emptySql : sql`and f.price_paise >= ${paise(min)}`}
    ${max === undefined ? emptySql : sql`and f.price_paise <= ${paise(max)}`}
    ${arriving ? sql`and exists (select from product p where p.id = f.product_id ${arrivesInTime(arriving)})` : emptySql}`
}

/** Whether values are chosen that the index of all values finds products by. Those in stock are most. */
const isNarrowed = (filters: ListFilters, but?: string) =>
  allChosen(filters).some(({ facet }) => facet !== but && facet !== 'stock=')

/** Rows `f` of facets: those of a list, or of the results of a search, with what has to stand before it. */
export interface FacetSource {
  before: Sql
  /** `narrowed`: values are chosen among them. */
  from: (narrowed: boolean) => Sql
  /** Whether a category `k` is one whose attributes are shown. */
  hasAttributes: Sql
  /** True where not all products are among the rows. */
  isPart: Sql
}

/** How many cards a list has: a family has one, as `standsForFamily` shows it. */
export async function countFiltered(
  db: Readable,
  { from }: FacetSource,
  filters: ListFilters,
  arriving?: Arriving,
): Promise<{ count: number }[]> {
  return db.query(sql`
    select case when count(*) >= ${limits.countFiltered} then count(*)
      else count(*) filter (where m.family_id is null) + count(distinct m.family_id) end as count
    from (
      select f.product_id from ${from(isNarrowed(filters))} ${passes(filters, arriving)} limit ${limits.countFiltered}
    ) as counted left join lateral (
      select family_id from family_member where product_id = counted.product_id limit 1
    ) as m on true`)
}

export interface FacetRow {
  /** 'origin=' or 'attribute=4-'. */
  facet: string
  /** 'IN' or '31'. */
  code: string
  products: number
  /** A sample was counted, and there are so many times the products. */
  about: boolean
  times: number
  /** Of a seller, a subcategory or an attribute and its value; null for the others. */
  name: string | null
  title: string | null
}

/**
 * The values of the products that pass the filters; for a chosen facet, of those that pass all others. From `limits.countFiltered`
 * products on the first ones by their place are counted, which are a sample. Members of a family count once.
 */
export async function facetRows(
  db: Readable,
  { before, from, hasAttributes, isPart }: FacetSource,
  filters: ListFilters,
  arriving?: Arriving,
): Promise<FacetRow[]> {
  const chosen = allChosen(filters)
  const own = chosen.map(({ facet }) => facet)
  const find = (but: string) => sql`
      (select ${but}::text as but, f.product_id, f.claims_until, f.place, f.facets, row_number() over (order by f.place) as rank
      from ${from(isNarrowed(filters, but))} ${passes(filters, arriving, but)} order by f.place limit ${limits.countFiltered})`
  const parts = [...new Set(own)].reduce((all, but) => sql`${all} union all ${find(but)}`, find(''))
  const valuesOf = (which: Sql) => sql`
        from passing p,
          unnest(case when p.claims_until < ${today} then facets_of(p.product_id) else p.facets end) as v (value)
        where ${which} and (p.but = '' or starts_with(v.value, p.but))`
  const chosenValues = chosen.flatMap(({ facet, values }) => values.map((value) => ({ facet, value })))
  return db.query(sql`
    with ${before} counting as materialized (${parts}),
    read as (
      select but, count(*) >= ${limits.countFiltered} as is_sample, max(place) filter (where rank <= ${limits.facetSample}) as place
      from counting group by but
    ),
    -- The truth of is_alone is estimated as a half, so that values are hashed instead of sorted.
    passing as materialized (
      select f.but, f.product_id, f.claims_until, f.facets, m.family_id, m.family_id is null as is_alone
      from read r join counting f on f.but = r.but and (not r.is_sample or f.rank <= ${limits.facetSample})
      left join lateral (select family_id from family_member where product_id = f.product_id limit 1) as m on true
    ),
    counted as (
      select but, value, sum(products)::int as products from (
        select p.but, v.value, count(*) as products ${valuesOf(sql`p.is_alone`)} group by p.but, v.value
        union all
        select member.but, member.value, count(*)
        from (select distinct p.but, v.value, p.family_id ${valuesOf(sql`not p.is_alone`)}) as member
        group by member.but, member.value
      ) as parts group by but, value
    ),
    named as (
      select c.but, c.value, c.products, substring(c.value from '^(?:attribute=[0-9]+-|[^=]+=)') as facet from counted c
      union all
      select v.facet, v.value, 0, v.facet
      from unnest(${chosenValues.map(({ facet }) => facet)}::text[], ${chosenValues.map(({ value }) => value)}::text[]) as v (facet, value)
      where not exists (select from counted c where c.but = v.facet and c.value = v.value)
    ),
    ranked as (
      select n.*, substr(n.value, length(n.facet) + 1) as code,
        (substring(n.facet from '^attribute=([0-9]+)'))::int as attribute_id,
        row_number() over (partition by n.facet order by n.products desc, n.value) as rank
      from named n
      where n.facet <> 'category=' and n.but = case when n.facet = any(${own}::text[]) then n.facet else '' end
    )
    select n.facet, n.code, n.products, coalesce(r.is_sample, false) or ${isPart} as about,
      case when r.is_sample then 268435456.0 / (r.place + 1) else 1 end::float8 as times,
      coalesce(c.company_name, s.name, v.name, n.code || ' ' || a.unit) as name, a.name as title
    from ranked n left join read r on r.but = n.but
    left join company c on c.id = case when n.facet = 'seller=' then n.code::uuid end
    left join subcategory s on s.id = case when n.facet = 'sub=' then n.code::int end
    left join attribute a on a.id = n.attribute_id
    left join attribute_value v on v.attribute_id = a.id and a.kind = 'choice'
      and v.id = case when a.kind = 'choice' and n.code ~ '^[0-9]+$' then n.code::int end
    left join lateral (select min(k.place) as place from category_attribute k
      where k.attribute_id = a.id and ${hasAttributes}) as k on a.id is not null
    where (n.rank <= ${limits.facetShownMax} or n.value = any(${chosenValues.map(({ value }) => value)}::text[]))
      and (n.attribute_id is null or a.filters and k.place is not null)
    order by k.place, a.name, v.place, n.products desc, name, n.code`)
}
