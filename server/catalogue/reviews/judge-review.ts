/** What others do with a review: find it helpful, report it, and, as the seller of the product, answer it. */
import type { ReviewFault } from '../../../contract/review-words.ts'
import type { Tx } from '../../platform/db/client.ts'
import { catalogueChanged } from '../../platform/page-cache/query-cache.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { insertReport, lockReview, setAnswer, setVote } from './queries.ts'

const noSuchReview = () => notFound('There is no such review.')
const isDown = 'Our team has taken this review down.'

async function lockStanding(tx: Tx, id: string) {
  const review = await lockReview(tx, id)
  if (!review) throw noSuchReview()
  if (review.removed) throw new Refusal('conflict', isDown)
  return review
}

/** Returns how many people found it helpful. Refuses: not-found; conflict for the voter's own review and one that was taken down. */
export async function voteForReview(
  shop: Shop,
  accountId: string,
  id: string,
  helpful: boolean,
): Promise<number> {
  const count = await shop.db.transaction(async (tx) => {
    const { customerId } = await lockStanding(tx, id)
    if (customerId === accountId) throw new Refusal('conflict', 'This is your own review.')
    return setVote(tx, id, accountId, helpful)
  })
  catalogueChanged(shop.db)
  return count
}

/** Refuses: not-found; conflict for one that was taken down, or that this account has reported. */
export async function reportReview(
  shop: Shop,
  accountId: string,
  id: string,
  report: { reason: ReviewFault; words: string },
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    await lockStanding(tx, id)
    if (!(await insertReport(tx, id, accountId, report)))
      throw new Refusal('conflict', 'You have reported this review already. Our team looks at it.')
  })
}

/** Refuses: not-found for a review of another seller's product; conflict for one that was taken down. */
export async function answerReview(shop: Shop, sellerId: string, id: string, words: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const answered = await setAnswer(tx, sellerId, id, words)
    if (answered === null) throw noSuchReview()
    if (!answered) throw new Refusal('conflict', isDown)
  })
  catalogueChanged(shop.db)
}
