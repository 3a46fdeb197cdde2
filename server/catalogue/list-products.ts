/** The products of a category or subcategory, newest first, in pages (specification §2, §7; contract §1). */
import type { ListedProduct } from '../../contract/product.ts'
import type { Page } from '../http/call.ts'
import { Refusal } from '../refusal.ts'
import type { Shop } from '../shop.ts'
import { countProducts } from './count-products.ts'
import { toListedProduct } from './present.ts'
import { productsOfShelf, type Shelf } from './queries.ts'
import { cursorAfter, idOfCursor } from './rules.ts'

/** An unknown shelf is an empty list. Refuses ('invalid') a cursor that is none. */
export async function listProducts(
  shop: Shop,
  shelf: Shelf,
  page: { limit: number; cursor?: string | undefined },
): Promise<Page<ListedProduct>> {
  const before = idOfCursor(page.cursor)
  if (before === null) throw new Refusal('invalid', 'This is no cursor of this list.')
  // One more than shown tells whether a page follows.
  const rows = await productsOfShelf(shop.db, shelf, page.limit + 1, before)
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  const next = rows.length > page.limit && last ? cursorAfter(last.id) : undefined
  // A list that fits one page counts itself, and a remembered count never contradicts what is shown.
  const total =
    page.cursor === undefined && !next
      ? shown.length
      : Math.max(await countProducts(shop.db, shelf), rows.length)
  return { items: shown.map((row) => toListedProduct(shop.config, row)), total, next }
}
