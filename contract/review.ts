/**
 * Reviews of products: by buyers who received them, answered by sellers, reported by anybody who is logged in. Pages import
 * `review` from here, not `api.review`: so only the pages that need these calls load them (web/bundling/slim-contract.ts).
 */
import { z } from 'zod'
import { endpoint, formLimits, teamAreas } from './endpoint.ts'
import { id, message, page } from './fields.ts'
import { orderNumber } from './order.ts'
import { answerBody, productReview, reportBody, reviewBody, reviewForm, shownReview } from './review-forms.ts'
import { reviewSorts, reviewLimits } from './review-words.ts'

const params = z.object({ id })
const CUSTOMER = ['CUSTOMER'] as const

export const review = {
  ofProduct: endpoint({
    method: 'GET',
    path: '/public/product/{id}/reviews',
    roles: ['visitor'],
    summary:
      'The reviews of a product: the most helpful, the newest or the lowest first. One that was taken down stays in its place, with the reason only.',
    params,
    query: page.extend({
      limit: page.shape.limit.default(reviewLimits.shown),
      sort: z.enum(reviewSorts, `Reviews can be sorted by ${reviewSorts.join(', ')}.`).default('helpful'),
    }),
    reply: z.array(shownReview),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/public/review/{id}',
    roles: ['visitor'],
    summary: 'One review with its product. 404 where that is not on sale.',
    params,
    reply: productReview,
  }),
  form: endpoint({
    method: 'GET',
    path: '/private/review/form/{number}',
    roles: CUSTOMER,
    summary:
      'What the form of a review of this order’s product has to know: the caller’s review of the product, if there is one, and why none is possible otherwise.',
    params: z.object({ number: orderNumber }),
    reply: reviewForm,
  }),
  write: endpoint({
    method: 'POST',
    path: '/private/review/order/{id}',
    roles: CUSTOMER,
    limits: formLimits,
    summary:
      'Review the product of a received order of the caller, once. 409 before the delivery, and for a product that the caller has reviewed.',
    params,
    body: reviewBody,
    reply: message.extend({ id: z.string(), productId: z.string() }),
  }),
  edit: endpoint({
    method: 'POST',
    path: '/private/review/{id}/edit',
    roles: CUSTOMER,
    limits: formLimits,
    summary: `Change a review of the caller; how it was before is kept. 409 for one that was taken down, and after ${reviewLimits.edits} changes.`,
    params,
    body: reviewBody,
    reply: message.extend({ id: z.string(), productId: z.string() }),
  }),
  vote: endpoint({
    method: 'POST',
    path: '/private/review/{id}/helpful',
    roles: CUSTOMER,
    limits: formLimits,
    summary:
      'Say that a review was helpful, or take it back. A person counts once; 409 for the caller’s own review, for one that was taken down, and for who has received nothing yet.',
    params,
    body: z.object({ helpful: z.boolean() }),
    reply: message.extend({ helpful: z.number().int() }),
  }),
  report: endpoint({
    method: 'POST',
    path: '/private/review/{id}/report',
    roles: ['CUSTOMER', 'SELLER'],
    areas: teamAreas,
    limits: formLimits,
    summary: 'Report a review, or the seller’s answer to it, to our team, each once a person.',
    params,
    body: reportBody,
    reply: message,
  }),
  getSeller: endpoint({
    method: 'GET',
    path: '/private/review/seller',
    roles: ['SELLER'],
    areas: ['products'],
    summary: 'The reviews of the caller’s products, newest first; `show=unanswered` those without an answer.',
    query: page.extend({ show: z.enum(['all', 'unanswered']).default('all') }),
    reply: z.array(productReview),
    paged: true,
  }),
  answer: endpoint({
    method: 'POST',
    path: '/private/review/{id}/answer',
    roles: ['SELLER'],
    areas: ['products'],
    limits: formLimits,
    summary:
      'Answer a review of a product of the caller; a second call replaces the answer. 409 where review or answer was taken down.',
    params,
    body: answerBody,
    reply: message,
  }),
}
