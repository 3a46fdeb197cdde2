/** private/product/get-by-seller: newest first, in pages (specification §2, §7). */
import type { ListedProduct } from '../../contract/product.ts'
import type { StockFilter } from '../../contract/seller-product.ts'
import { toListedProduct } from '../catalogue/present.ts'
import { cursorAfter, idOfCursor } from '../catalogue/rules.ts'
import type { Page } from '../keyset-page.ts'
import { Refusal } from '../refusal.ts'
import type { Shop } from '../shop.ts'
import { countOwnProducts, ownProducts } from './product-queries.ts'
import { searchWords } from './rules.ts'

interface Asked {
  limit: number
  cursor?: string | undefined
  search?: string | undefined
  stock?: StockFilter | undefined
}

/** Refuses ('invalid') a cursor that is none. */
export async function listOwnProducts(
  shop: Shop,
  sellerId: string,
  { limit, cursor, search, stock }: Asked,
): Promise<Page<ListedProduct>> {
  const before = idOfCursor(cursor)
  if (before === null) throw new Refusal('invalid', 'This is no cursor of this list.')
  const wanted = { sellerId, words: searchWords(search), stock }
  const rows = await ownProducts(shop.db, wanted, limit + 1, before)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next = rows.length > limit && last ? cursorAfter(last.id) : undefined
  const total = cursor === undefined && !next ? shown.length : await countOwnProducts(shop.db, wanted)
  return { items: shown.map((row) => toListedProduct(shop.config, row)), total, next }
}
