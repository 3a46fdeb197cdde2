/** How many products a list has, cached for some seconds: counting 100,000 rows costs more than reading a page of them. */
import type { ListFilters } from '../../contract/product-lists.ts'
import type { Db } from '../db/client.ts'
import { countList, type ProductList } from './list-queries.ts'
import { clearCache, cached } from '../page-cache/query-cache.ts'
import { readChangesNow } from '../page-cache/watch-changes.ts'

/** Products of a category or subcategory that pass the filters, at most ten seconds old; filtered ones up to `limits.countFiltered`. */
export function countProducts(db: Db, productList: ProductList, filters: ListFilters): Promise<number> {
  return cached(db, JSON.stringify(['count', productList, filters]), () =>
    countList(db.reads, productList, filters),
  )
}

/** For every use case that adds, changes, moves, deletes or hides products, after its commit: this node shows it at once. */
export function catalogueChanged(db: Db): void {
  clearCache(db)
  readChangesNow(db)
}
