/** The other products of a product's subcategory (specification §2 'Product detail'; api-rules §6). */
import { limits } from '../../../contract/limits.ts'
import type { ListedProduct } from '../../../contract/product.ts'
import type { Shop } from '../../platform/shop.ts'
import { productsOfList } from './list-queries.ts'
import { toListedProduct } from './present.ts'
import { findPlaceOf } from './queries.ts'

/** Newest first, also for a product that was deleted or is not on sale; empty for an unknown one. */
export async function listOthers(shop: Shop, id: string): Promise<ListedProduct[]> {
  const place = await findPlaceOf(shop.db.reads, id)
  if (!place || place.subcategoryId === null) return []
  const { subcategoryId, familyId } = place
  const rows = await productsOfList(
    shop.db.reads,
    { subcategoryId },
    { sort: 'newest', filters: { stock: false } },
    { limit: limits.othersShown + 1, after: undefined, dense: false },
  )
  return rows
    .filter((row) => row.id !== id && (row.family === null || row.family.familyId !== familyId))
    .slice(0, limits.othersShown)
    .map((row) => toListedProduct(shop.config, row))
}
