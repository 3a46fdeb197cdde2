/** The products of a category or subcategory, sorted and filtered, in pages (specification §2, §7; api-rules §1). */
import type { ListedProduct } from '../../../contract/product.ts'
import type { ListFilters, ProductListSort } from '../../../contract/product-lists.ts'
import { keysetPage, type Page, type PageRequest } from '../../platform/keyset-page.ts'
import type { Shop } from '../../platform/shop.ts'
import type { Arriving } from './arriving.ts'
import { countProducts } from './count-products.ts'
import { chosenFacets } from './facet-queries.ts'
import { listCursor, listFingerprint } from './list-cursor.ts'
import type { ListedRow } from './listed-product.ts'
import { productsOfList, type ProductList } from './list-queries.ts'
import { toListedProduct } from './present.ts'
import { filtersOf } from './rules.ts'

export interface ListQuery extends ListFilters, PageRequest {
  sort: ProductListSort
}

/** The number by which the list is sorted. */
const valueOf = (sort: ProductListSort) => (row: ListedRow) => {
  if (sort === 'rating') return row.ratingScore
  return sort === 'origin' ? row.originOrder : row.pricePaise
}

/** The list of an unknown category is empty. Refuses ('invalid') a malformed cursor and one of another list, sort or filter. */
export async function listProducts(
  shop: Shop,
  productList: ProductList,
  query: ListQuery,
  arriving?: Arriving,
): Promise<Page<ListedProduct>> {
  const { sort } = query
  const filters = filtersOf(query)
  return keysetPage(query, listCursor(listFingerprint([productList, sort, filters]), valueOf(sort)), {
    rows: async (limit, after) => {
      const dense = await isDense(shop, productList, { sort, filters, arriving }, query.limit)
      return productsOfList(shop.db.reads, productList, { sort, filters, arriving }, { limit, after, dense })
    },
    // The count is cached: it must not be less than the rows just read.
    count: async (found) => Math.max(await countProducts(shop.db, productList, filters, arriving), found),
    toItem: (row) => toListedProduct(shop.config, row),
  })
}

/** Whether so many pages pass the filters that the first one is soon found among the first products of the list. */
async function isDense(
  shop: Shop,
  productList: ProductList,
  {
    sort,
    filters,
    arriving,
  }: { sort: ProductListSort; filters: ListFilters; arriving: Arriving | undefined },
  limit: number,
): Promise<boolean> {
  if (chosenFacets(filters).length > 0)
    return (await countProducts(shop.db, productList, filters, arriving)) >= 20 * limit
  if (sort !== 'newest' || (filters.min === undefined && filters.max === undefined)) return false
  return (await countProducts(shop.db, productList, { ...filters, stock: false })) >= 20 * limit
}
