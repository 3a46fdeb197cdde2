/** The lists of reviews: of a product, and of a seller's products. */
import type { Query } from '../../../contract/endpoint.ts'
import type { ProductReview, ShownReview } from '../../../contract/review-forms.ts'
import type { review } from '../../../contract/review.ts'
import { idCursor, keysetPage, type Page } from '../../platform/keyset-page.ts'
import { notFound } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { listCursor, listFingerprint } from '../products/list-cursor.ts'
import { toProductReview, toShownReview } from './present.ts'
import {
  countReviewsOfProduct,
  countReviewsOfSeller,
  findShownReview,
  reviewsOfProduct,
  reviewsOfSeller,
  type ShownRow,
} from './queries.ts'

/** Two statements, however many reviews there are. Empty for an unknown product. Refuses ('invalid') a malformed cursor. */
export async function listProductReviews(
  shop: Shop,
  productId: string,
  query: Query<typeof review.ofProduct>,
): Promise<Page<ShownReview>> {
  const fingerprint = listFingerprint(['reviews', productId, query.sort])
  return keysetPage(
    query,
    listCursor(fingerprint, (row: ShownRow) => row.place),
    {
      rows: (limit, after) => reviewsOfProduct(shop.db.reads, productId, query.sort, limit, after),
      count: () => countReviewsOfProduct(shop.db.reads, productId),
      toItem: (row) => toShownReview(shop.config, row),
    },
  )
}

/** From the primary: whoever has just voted reads their vote. Refuses ('not-found') an unknown review. */
export async function showReview(shop: Shop, id: string): Promise<ProductReview> {
  const row = await findShownReview(shop.db, id)
  if (!row) throw notFound('There is no such review.')
  return toProductReview(shop.config, row)
}

/** Refuses ('invalid') a malformed cursor. */
export async function listSellerReviews(
  shop: Shop,
  sellerId: string,
  query: Query<typeof review.getSeller>,
): Promise<Page<ProductReview>> {
  const filter = { sellerId, unanswered: query.show === 'unanswered' }
  return keysetPage(query, idCursor, {
    rows: (limit, before) => reviewsOfSeller(shop.db, filter, limit, before),
    count: () => countReviewsOfSeller(shop.db, filter),
    toItem: (row) => toProductReview(shop.config, row),
  })
}
