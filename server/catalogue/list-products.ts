/** The products of a category or subcategory, sorted and filtered, in pages (specification §2, §7; api-rules §1). */
import type { ListedProduct } from '../../contract/product.ts'
import type { ListFilters, ProductListSort } from '../../contract/product-lists.ts'
import type { Page } from '../keyset-page.ts'
import { Refusal } from '../refusal.ts'
import type { Shop } from '../shop.ts'
import { countProducts } from './count-products.ts'
import { productsOfList, type ProductList } from './list-queries.ts'
import { toListedProduct } from './present.ts'
import { listCursor, markOf, readListCursor } from './rules.ts'

export interface ListQuery extends ListFilters {
  sort: ProductListSort
  limit: number
  cursor?: string | undefined
}

/** The list of an unknown category is empty. Refuses ('invalid') a cursor that is none of this list, its sort and its filters. */
export async function listProducts(
  shop: Shop,
  productList: ProductList,
  query: ListQuery,
): Promise<Page<ListedProduct>> {
  const { sort, limit, cursor, min, max, sub, stock } = query
  const filters = { min, max, sub, stock }
  const mark = markOf([productList, sort, filters])
  const after = cursor === undefined ? undefined : readListCursor(mark, cursor)
  if (after === null) throw new Refusal('invalid', 'This is no cursor of this list.')
  const dense = sort === 'newest' && (await isDense(shop, productList, filters, limit))
  // One more than shown tells whether a page follows.
  const rows = await productsOfList(
    shop.db,
    productList,
    { sort, filters },
    { limit: limit + 1, after, dense },
  )
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next = rows.length > limit && last ? listCursor(mark, last) : undefined
  // A list that fits one page counts itself, and a cached count never contradicts what is shown.
  const total =
    cursor === undefined && !next
      ? shown.length
      : Math.max(await countProducts(shop.db, productList, filters), rows.length)
  return { items: shown.map((row) => toListedProduct(shop.config, row)), total, next }
}

/** Whether a price range holds so many pages that the first one is soon found among the newest. */
async function isDense(
  shop: Shop,
  productList: ProductList,
  filters: ListFilters,
  limit: number,
): Promise<boolean> {
  if (filters.min === undefined && filters.max === undefined) return false
  return (await countProducts(shop.db, productList, { ...filters, stock: false })) >= 20 * limit
}
