/** Products beside a product: bought together, and similar. And the cards of those that a browser remembers. */
import type { ListedProduct } from '../../../contract/product.ts'
import type { RelatedProducts } from '../../../contract/related.ts'
import { notFound } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { toListedProduct } from '../products/present.ts'
import { rowsById, similarRows, togetherRows } from './queries.ts'

/** Prices that differ by at most a quarter of the lower one are similar. */
const similarBy = 1.25

/** Refuses ('not-found') as `showProduct`. */
export async function listRelated({ db, config }: Shop, id: string): Promise<RelatedProducts> {
  const [together, similar] = await Promise.all([togetherRows(db.reads, id), similarRows(db.reads, id)])
  if (!similar) throw notFound()
  const once = new Map(together.toReversed().map((row) => [row.id, row]))
  return {
    subCategoryId: similar.subcategoryId,
    boughtTogether: together
      .filter((row) => once.get(row.id) === row)
      .map((row) => ({ product: toListedProduct(config, row), buyers: row.buyers })),
    similar: similar.rows.map((row) => ({
      product: toListedProduct(config, row),
      sameAttributes: row.sameAttributes,
      sameClaim: row.sameClaim,
      similarPrice:
        Math.max(row.pricePaise, row.herePaise) <= similarBy * Math.min(row.pricePaise, row.herePaise),
    })),
  }
}

/** In the order of their ids, whoever asks. */
export async function listCards({ db, config }: Shop, ids: readonly string[]): Promise<ListedProduct[]> {
  const rows = ids.length > 0 ? await rowsById(db.reads, ids) : []
  return rows.map((row) => toListedProduct(config, row))
}
