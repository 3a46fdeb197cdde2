/** How many products a list has, cached: counting 100,000 rows costs more than reading a page of them. */
import { limits } from '../../../contract/limits.ts'
import type { ListFilters } from '../../../contract/product-lists.ts'
import type { Db } from '../../platform/db/client.ts'
import { cachedCount } from '../../platform/page-cache/query-cache.ts'
import type { Arriving } from './arriving.ts'
import { countList, type ProductList } from './list-queries.ts'

/**
 * Products of a category or subcategory that pass the filters; filtered ones up to `limits.countFiltered`. A total below that
 * limit is at most ten seconds old, and counted again after a change on this node. A larger one is at most two minutes old.
 */
export async function countProducts(
  db: Db,
  productList: ProductList,
  filters: ListFilters,
  arriving?: Arriving,
): Promise<number> {
  const { total } = await cachedCount(
    db,
    JSON.stringify(['count', productList, filters]),
    async () => ({ total: await countList(db.reads, productList, filters, arriving) }),
    (counted) => counted.total >= limits.countFiltered,
  )
  return total
}
