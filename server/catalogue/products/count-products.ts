/** How many products a list has, cached: counting 100,000 rows costs more than reading a page of them. */
import { LRUCache } from 'lru-cache'
import { limits } from '../../../contract/limits.ts'
import type { ListFilters } from '../../../contract/product-lists.ts'
import type { Db } from '../../platform/db/client.ts'
import type { Arriving } from './arriving.ts'
import { countList, type ProductList } from './list-queries.ts'
import { cached } from '../../platform/page-cache/query-cache.ts'

/**
 * Totals from `limits.countFiltered` on. Changes of products do not remove them: in a shop of a million products some seller
 * saves one each second, and every save would cause a new count.
 */
const largeTotals = new WeakMap<Db, LRUCache<string, number>>()
const largeTotalMaxAgeMs = 120_000
/** From this age on a request starts a new count, and does not wait for it. */
const largeTotalRefreshMs = 60_000

function largeTotalsOf(db: Db): LRUCache<string, number> {
  let known = largeTotals.get(db)
  if (!known) {
    known = new LRUCache({ max: 2_000, ttl: largeTotalMaxAgeMs })
    largeTotals.set(db, known)
  }
  return known
}

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
  const key = JSON.stringify(['count', productList, filters])
  const large = largeTotalsOf(db)
  const count = () =>
    cached(db, key, async () => {
      const total = await countList(db.reads, productList, filters, arriving)
      if (total >= limits.countFiltered) large.set(key, total)
      else large.delete(key)
      return total
    })
  const known = large.get(key)
  if (known === undefined) return count()
  // After a failure the known total stays until it is too old; then the request gets the failure.
  if (large.getRemainingTTL(key) < largeTotalMaxAgeMs - largeTotalRefreshMs) count().catch(() => {})
  return known
}
