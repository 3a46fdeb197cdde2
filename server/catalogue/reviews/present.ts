/** Turns rows into replies about reviews. */
import type { ProductReview, ShownReview } from '../../../contract/review-forms.ts'
import type { Config } from '../../platform/config/config.ts'
import { publicImageUrl } from '../../platform/media/address.ts'
import type { ProductReviewRow, ShownRow } from './queries.ts'
import { authorName } from './rules.ts'

export function toShownReview(config: Config, row: ShownRow): ShownReview {
  const { answer, answeredAt } = row
  return {
    id: row.id,
    stars: row.stars,
    words: row.words,
    imageUrls: row.imageUrls.map((address) => publicImageUrl(config, address)),
    author: authorName(row.firstName, row.initial),
    at: row.at.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    helpful: row.helpful,
    answer: answer !== null && answeredAt !== null ? { words: answer, at: answeredAt.toISOString() } : null,
    removed: row.removed,
    answerRemoved: row.answerRemoved,
    earlierListing: row.earlierListing,
    ...(row.options && { options: row.options }),
  }
}

export function toProductReview(config: Config, row: ProductReviewRow): ProductReview {
  return {
    ...toShownReview(config, row),
    product: {
      id: row.productId,
      name: row.productName,
      imageUrl: publicImageUrl(config, row.productImage),
    },
  }
}
