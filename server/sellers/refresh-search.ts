/** The job after a company changed its name: search looks at it in every product. */
import { catalogueChanged } from '../catalogue/count-products.ts'
import { indexSearchWords } from '../catalogue/index-search-words.ts'
import type { Shop } from '../shop.ts'
import { refreshDocuments } from './product-queries.ts'

const batch = 200

/** In small transactions, so that no buyer waits long for a product. Safe to run twice. */
export async function refreshSellerSearch(shop: Shop, sellerId: string): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const ids = await shop.db.transaction(async (tx) => {
      const done = await refreshDocuments(tx, sellerId, after, batch)
      await indexSearchWords(tx, done)
      return done
    })
    if (ids.length < batch) break
    after = ids.at(-1) ?? after
  }
  catalogueChanged(shop.db)
}
