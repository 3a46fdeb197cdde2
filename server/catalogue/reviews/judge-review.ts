/** What others do with a review: find it helpful, report it, and, as the seller of the product, answer it. */
import type { ReviewFault } from '../../../contract/review-words.ts'
import type { Tx } from '../../platform/db/client.ts'
import { catalogueChanged } from '../../platform/page-cache/query-cache.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { insertReport, lockReview, lockToAnswer, setAnswer, setVote } from './queries.ts'

const noSuchReview = () => notFound('There is no such review.')
const isDown = 'Our team has taken this review down.'

async function lockStanding(tx: Tx, id: string) {
  const review = await lockReview(tx, id)
  if (!review) throw noSuchReview()
  if (review.removed) throw new Refusal('conflict', isDown)
  return review
}

/**
 * Returns how many people found it helpful. Refuses: not-found; conflict for the voter's own review, for one that was taken down, and
 * for somebody who has received nothing yet.
 */
export async function voteForReview(
  shop: Shop,
  accountId: string,
  id: string,
  helpful: boolean,
): Promise<number> {
  const count = await shop.db
    .transaction(async (tx) => {
      const { customerId } = await lockStanding(tx, id)
      if (customerId === accountId) throw new Refusal('conflict', 'This is your own review.')
      return setVote(tx, id, accountId, helpful)
    })
    .catch((error: unknown) => {
      throw (error as { constraint?: string }).constraint === 'review_vote_of_buyer'
        ? new Refusal(
            'conflict',
            'Only people who have received an order from our shop can mark reviews as helpful.',
          )
        : error
    })
  catalogueChanged(shop.db)
  return count
}

/** The review or its answer. Refuses: not-found; conflict for what was taken down, or what this account has reported. */
export async function reportReview(
  shop: Shop,
  accountId: string,
  id: string,
  report: { about: 'review' | 'answer'; reason: ReviewFault; words: string },
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const { answered } = await lockStanding(tx, id)
    if (report.about === 'answer' && !answered)
      throw new Refusal('conflict', 'The seller has not answered this review.')
    if (!(await insertReport(tx, id, accountId, report)))
      throw new Refusal('conflict', 'You have reported this already. Our team looks at it.')
  })
}

/**
 * Refuses: not-found for a review of another seller's product; conflict where it, or the seller's answer, was taken down, and while
 * an answer that was reported waits for a person.
 */
export async function answerReview(shop: Shop, sellerId: string, id: string, words: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const review = await lockToAnswer(tx, sellerId, id)
    if (!review) throw noSuchReview()
    if (review.removed) throw new Refusal('conflict', isDown)
    if (review.answerRemoved)
      throw new Refusal('conflict', 'Our team took your answer down. Our mail to you says why.')
    if (review.answerReported)
      throw new Refusal(
        'conflict',
        'Your answer was reported. It cannot be changed until our team has looked at it.',
      )
    await setAnswer(tx, id, words)
  })
  catalogueChanged(shop.db)
}
