/** Reviews over HTTP: of everybody, buyers, sellers and administrators. */
import { admin } from '../../../contract/admin.ts'
import { api } from '../../../contract/endpoints.ts'
import { accountOf, partyOf, sellerOf } from '../../platform/http/request-context.ts'
import type { Registrar } from '../../platform/http/register.ts'
import type { Shop } from '../../platform/shop.ts'
import { answerReview, reportReview, voteForReview } from './judge-review.ts'
import { listProductReviews, listSellerReviews, showReview } from './list-reviews.ts'
import { keepReview, listReviews, takeAnswerDown, takeReviewDown } from './moderate-review.ts'
import { editReview, showReviewForm, writeReview } from './write-review.ts'

export function reviewRoutes(shop: Shop, route: Registrar): void {
  route(api.review.ofProduct, ({ params, query }) => listProductReviews(shop, params.id, query))
  route(api.review.get, ({ params }) => showReview(shop, params.id))
  route(api.review.form, (context) =>
    showReviewForm(shop, accountOf(context).accountId, context.params.number),
  )
  route(api.review.write, async (context) => ({
    msg: 'Thank you for your review!',
    ...(await writeReview(shop, accountOf(context).accountId, context.params.id, context.body)),
  }))
  route(api.review.edit, async (context) => ({
    msg: 'Your review is changed.',
    ...(await editReview(shop, accountOf(context).accountId, context.params.id, context.body)),
  }))
  route(api.review.vote, async (context) => {
    const { helpful } = context.body
    const count = await voteForReview(shop, accountOf(context).accountId, context.params.id, helpful)
    return { msg: helpful ? 'Thank you!' : 'Your vote is taken back.', helpful: count }
  })
  route(api.review.report, async (context) => {
    await reportReview(shop, partyOf(context).accountId, context.params.id, context.body)
    return { msg: 'Thank you. Our team looks at it.' }
  })
  route(api.review.getSeller, (context) => listSellerReviews(shop, sellerOf(context), context.query))
  route(api.review.answer, async (context) => {
    await answerReview(shop, sellerOf(context), context.params.id, context.body.words)
    return { msg: 'Your answer is shown below the review.' }
  })
  route(admin.reviews, ({ query }) => listReviews(shop, query))
  route(admin.keepReview, async ({ params, body }) => {
    await keepReview(shop, params.id, body.version)
    return { msg: 'The review stays.' }
  })
  route(admin.removeReview, async ({ params, body }) => {
    await takeReviewDown(shop, params.id, body)
    return { msg: 'The review is taken down, and its author is told.' }
  })
  route(admin.removeAnswer, async ({ params, body }) => {
    await takeAnswerDown(shop, params.id, body)
    return { msg: 'The answer is taken down, and the seller is told.' }
  })
}
