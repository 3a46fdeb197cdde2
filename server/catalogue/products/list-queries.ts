/** SQL of the lists of a category, a subcategory or a seller: pages by keyset, each sort on an index of its own order. */
import { isStocked } from '../holidays/columns.ts'
import { limits } from '../../../contract/limits.ts'
import { paise } from '../../../contract/money.ts'
import type { ListFilters, ProductListSort } from '../../../contract/product-lists.ts'
import { singleRow, type Readable } from '../../platform/db/client.ts'
import { emptySql, type Sql, sql } from '../../platform/db/sql.ts'
import { standsForFamily } from '../families/standing.ts'
import { type Arriving, arrivesInTime } from './arriving.ts'
import { chosenFacets, countFiltered, type FacetSource, hasFacets, isOfFew } from './facet-queries.ts'
import { listedColumns, type ListedRow, originOrder } from './listed-product.ts'
import type { CategoryRow } from './queries.ts'
import type { ListPosition } from './list-cursor.ts'
import { isFiltered } from './rules.ts'

/** A list of products: those of a category, of a subcategory or of a seller. */
export type ProductList = { categoryId: number } | { subcategoryId: number } | { sellerId: string }

function isInList(productList: ProductList, sub: readonly string[] | undefined): Sql {
  // No index has the orders by price and rating: a seller has at most `limits.liveProductsMax` products to sort.
  if ('sellerId' in productList)
    return sql`p.seller_id = ${productList.sellerId}
      ${sub === undefined ? emptySql : sql`and p.subcategory_id = any(${sub}::int[])`}`
  if ('subcategoryId' in productList) return sql`p.subcategory_id = ${productList.subcategoryId}`
  if (sub === undefined) return sql`p.category_id = ${productList.categoryId}`
  if (sub.length > 1)
    return sql`p.category_id = ${productList.categoryId} and p.subcategory_id = any(${sub}::int[])`
  // The subquery runs once, before any product is read: a subcategory belongs to one category as a whole.
  return sql`p.subcategory_id = ${sub[0]}
      and exists (select from subcategory where id = ${sub[0]} and category_id = ${productList.categoryId})`
}

/**
 * For a row `f` of facets. A list that nothing but its stock narrows is read in the order of an index by place, until enough products
 * are counted; a `narrowed` one's products are found by the index of all values.
 */
function facetsAreIn(list: ProductList, narrowed: boolean): Sql {
  if ('sellerId' in list) return sql`f.facets @> ${[`seller=${list.sellerId.toLowerCase()}`]}::text[]`
  if ('subcategoryId' in list) {
    const value = `sub=${list.subcategoryId}`
    return narrowed ? sql`f.facets @> ${[value]}::text[]` : sql`f.facets[2] = ${value}`
  }
  const value = `category=${list.categoryId}`
  return narrowed ? sql`f.facets @> ${[value]}::text[]` : sql`f.facets[1] = ${value}`
}

function hasAttributes(list: ProductList): Sql {
  if ('sellerId' in list) return sql`true`
  if ('categoryId' in list) return sql`k.category_id = ${list.categoryId}`
  return sql`k.category_id = (select category_id from subcategory where id = ${list.subcategoryId})`
}

export function facetsOfList(list: ProductList): FacetSource {
  return {
    before: emptySql,
    from: (narrowed) => sql`offered_facet f where ${facetsAreIn(list, narrowed)}`,
    hasAttributes: hasAttributes(list),
    isPart: sql`false`,
  }
}

interface PriceColumn {
  low: Sql
  high: Sql
}
const indexedPrice: PriceColumn = { low: sql`p.price_paise`, high: sql`p.price_paise` }
/**
 * Expressions that no index has, and that PostgreSQL does not estimate as a narrow range. So it reads products in the order of
 * the list and skips those outside of the price range.
 */
const unindexedPrice: PriceColumn = { low: sql`(p.price_paise + 0)`, high: sql`(p.price_paise - 0)` }

/** For a product `p`: the filters but the subcategory and the day of delivery. */
export function matchesFilters(
  filters: ListFilters,
  price = indexedPrice,
  facets: Sql = hasFacets(filters),
): Sql {
  const { min, max, stock } = filters
  return sql`${min === undefined ? emptySql : sql`and ${price.low} >= ${paise(min)}`}
      ${max === undefined ? emptySql : sql`and ${price.high} <= ${paise(max)}`}
      ${stock ? sql`and ${isStocked}` : emptySql} ${facets}`
}

/** For a product `p`: it passes the filters, and stands for its family among those that do. */
function isListed(
  filters: ListFilters,
  arriving: Arriving | undefined,
  price = indexedPrice,
  facets: Sql = hasFacets(filters),
): Sql {
  const inTime = arrivesInTime(arriving)
  return sql`${matchesFilters(filters, price, facets)} ${inTime}
      ${standsForFamily(filters, sql`${matchesFilters(filters)} ${inTime}`)}`
}

/** Each price order is one index in two directions: of equal prices the older product comes first when prices rise, the newer when they fall. */
const orders: Record<ProductListSort, { by: Sql; after: (last: ListPosition) => Sql }> = {
  newest: { by: sql`p.id desc`, after: ({ id }) => sql`and p.id < ${id}` },
  'price-low': {
    by: sql`p.price_paise, p.id`,
    after: ({ id, value }) => sql`and (p.price_paise, p.id) > (${value}, ${id})`,
  },
  'price-high': {
    by: sql`p.price_paise desc, p.id desc`,
    after: ({ id, value }) => sql`and (p.price_paise, p.id) < (${value}, ${id})`,
  },
  origin: {
    by: sql`${originOrder}, p.id`,
    after: ({ id, value }) => sql`and (${originOrder}, p.id) > (${value}, ${id})`,
  },
  rating: {
    by: sql`p.rating_score desc, p.id desc`,
    after: ({ id, value }) => sql`and (p.rating_score, p.id) < (${value}, ${id})`,
  },
}

/**
 * The products of a list that pass the filters, in order, after the position `after`. `dense`: so many of the list pass that
 * skipping the others is less work than sorting those. PostgreSQL cannot know this, because it plans a statement once for all
 * values.
 */
export async function productsOfList(
  db: Readable,
  productList: ProductList,
  {
    sort,
    filters,
    arriving,
  }: { sort: ProductListSort; filters: ListFilters; arriving?: Arriving | undefined },
  { limit, after, dense }: { limit: number; after: ListPosition | undefined; dense: boolean },
): Promise<ListedRow[]> {
  const order = orders[sort]
  const facets = dense ? hasFacets(filters) : isOfFew(facetsAreIn(productList, true), filters)
  const price = dense && sort === 'newest' ? unindexedPrice : indexedPrice
  return db.query(sql`
    select ${listedColumns} from goods_on_sale p join subcategory s on s.id = p.subcategory_id
    where ${isInList(productList, filters.sub)} ${isListed(filters, arriving, price, facets)} ${after ? order.after(after) : emptySql}
    order by ${order.by} limit ${limit}`)
}

/** Families count once. Exact without filters, where indexes alone suffice; with filters up to `limits.countFiltered`. */
export async function countList(
  db: Readable,
  productList: ProductList,
  filters: ListFilters,
  arriving?: Arriving,
): Promise<number> {
  if (chosenFacets(filters).length > 0)
    return singleRow(await countFiltered(db, facetsOfList(productList), filters, arriving)).count
  const matching = sql`from goods_on_sale p where ${isInList(productList, filters.sub)} ${isListed(filters, arriving)}`
  return singleRow(
    await db.query<{ count: number }>(
      isFiltered(filters)
        ? sql`select count(*) as count from (select ${matching} limit ${limits.countFiltered}) as counted`
        : sql`select count(*) as count ${matching}`,
    ),
  ).count
}

/** Every category by name with its newest products, in one statement. */
export async function newestOfCategories(
  db: Readable,
  limit: number,
): Promise<(CategoryRow & { products: ListedRow[] })[]> {
  const rows = await db.query<{ categoryId: number; categoryName: string } & (ListedRow | { id: null })>(sql`
    select c.id as "categoryId", c.name as "categoryName", newest.*
    from category c
    left join lateral (
      select ${listedColumns} from goods_on_sale p join subcategory s on s.id = p.subcategory_id
      where p.category_id = c.id ${isListed({ stock: false }, undefined)} order by p.id desc limit ${limit}
    ) as newest on true
    order by c.name, newest.id desc`)
  const categories = new Map<number, CategoryRow & { products: ListedRow[] }>()
  for (const { categoryId: id, categoryName: name, ...product } of rows) {
    const category = categories.get(id) ?? { id, name, products: [] }
    if (product.id !== null) category.products.push(product)
    categories.set(id, category)
  }
  return [...categories.values()]
}
