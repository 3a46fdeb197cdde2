/** Reviews of products: by buyers who received them, answered by sellers, reported by anybody who is logged in. */
import { z } from 'zod'
import { endpoint, formLimits } from './endpoint.ts'
import { id, message, page, storable, text } from './fields.ts'
import { limits } from './limits.ts'
import { orderNumber } from './order.ts'
import { reviewFaults, reviewSorts } from './review-words.ts'
import { foreignImage } from './seller-product.ts'
import { uploadSettings } from './settings.ts'

export const reviewedAlready = 'You have reviewed this product already. You can change your review.'

const tooManyPhotos = `At most ${limits.reviewPhotos} photos.`

/** Without the signs that no key types: they hide or turn around the text beside them. Line breaks and tabs stay. */
const plainText = (max: number, required: string) =>
  text(max, required).refine(
    (typed) =>
      !/[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/.test(
        typed,
      ),
    'This text has invisible characters. Please type it again.',
  )

export const reviewBody = z.object({
  stars: z
    .number({ error: 'Please choose 1 to 5 stars.' })
    .int('Please choose 1 to 5 stars.')
    .min(1, 'Please choose 1 to 5 stars.')
    .max(5, 'Please choose 1 to 5 stars.'),
  words: plainText(limits.reviewLength, 'Please write what others should know.'),
  /** Addresses of uploaded pictures. */
  imageUrls: z.array(z.string(foreignImage).max(1_000, foreignImage)).max(limits.reviewPhotos, tooManyPhotos),
  /** Shows 'A buyer' instead of first name and initial. */
  anonymous: z.boolean(),
})
export const answerBody = z.object({
  words: plainText(limits.reviewAnswerLength, 'Please write your answer.'),
})
export const reportBody = z.object({
  reason: z.enum(reviewFaults, { error: 'Please choose what is wrong.' }),
  words: z
    .string()
    .trim()
    .max(500, 'At most 500 characters.')
    .refine(storable, 'This text has characters that cannot be stored.'),
})

/** A review as everybody sees it. Of one that was taken down only `removed` says something: why. */
export const shownReview = z.object({
  id: z.string(),
  stars: z.number().int().nullable(),
  words: z.string().nullable(),
  imageUrls: z.array(z.string()),
  /** First name and initial, or 'A buyer'. Every author has received the product. */
  author: z.string(),
  at: z.iso.datetime(),
  editedAt: z.iso.datetime().nullable(),
  helpful: z.number().int(),
  /** Of the seller. */
  answer: z.object({ words: z.string(), at: z.iso.datetime() }).nullable(),
  removed: z.enum(reviewFaults).nullable(),
})
export type ShownReview = z.output<typeof shownReview>

const product = z.object({ id: z.string(), name: z.string(), imageUrl: z.string() })
export const productReview = shownReview.extend({ product })
export type ProductReview = z.output<typeof productReview>

/** What the form has to know. */
export const reviewForm = z.object({
  orderId: z.string(),
  number: z.string(),
  product,
  /** Why a review is not possible; null where it is. */
  refusal: z.string().nullable(),
  /** The caller's review of this product, which the form changes. */
  own: z
    .object({
      id: z.string(),
      stars: z.number().int(),
      words: z.string(),
      imageUrls: z.array(z.string()),
      anonymous: z.boolean(),
    })
    .nullable(),
  /** How the caller's name is shown. */
  author: z.string(),
  upload: uploadSettings,
})
export type ReviewForm = z.output<typeof reviewForm>

const params = z.object({ id })
const CUSTOMER = ['CUSTOMER'] as const

export const review = {
  ofProduct: endpoint({
    method: 'GET',
    path: '/public/product/{id}/reviews',
    roles: ['visitor'],
    mutates: false,
    summary:
      'The reviews of a product: the most helpful, the newest or the lowest first. One that was taken down stays in its place, with the reason only.',
    params,
    query: page.extend({
      limit: page.shape.limit.default(limits.reviewsShown),
      sort: z.enum(reviewSorts, `Reviews can be sorted by ${reviewSorts.join(', ')}.`).default('helpful'),
    }),
    reply: z.array(shownReview),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/public/review/{id}',
    roles: ['visitor'],
    mutates: false,
    summary: 'One review with its product.',
    params,
    reply: productReview,
  }),
  form: endpoint({
    method: 'GET',
    path: '/private/review/form/{number}',
    roles: CUSTOMER,
    mutates: false,
    summary:
      'What the form of a review of this order’s product has to know: the caller’s review of the product, if there is one, and why none is possible otherwise.',
    params: z.object({ number: orderNumber }),
    reply: reviewForm,
  }),
  write: endpoint({
    method: 'POST',
    path: '/private/review/order/{id}',
    roles: CUSTOMER,
    mutates: true,
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
    mutates: true,
    limits: formLimits,
    summary: `Change a review of the caller; how it was before is kept. 409 for one that was taken down, and after ${limits.reviewEdits} changes.`,
    params,
    body: reviewBody,
    reply: message.extend({ id: z.string(), productId: z.string() }),
  }),
  vote: endpoint({
    method: 'POST',
    path: '/private/review/{id}/helpful',
    roles: CUSTOMER,
    mutates: true,
    limits: formLimits,
    summary:
      'Say that a review was helpful, or take it back. A person counts once; 409 for the caller’s own review and for one that was taken down.',
    params,
    body: z.object({ helpful: z.boolean() }),
    reply: message.extend({ helpful: z.number().int() }),
  }),
  report: endpoint({
    method: 'POST',
    path: '/private/review/{id}/report',
    roles: ['CUSTOMER', 'SELLER'],
    mutates: true,
    limits: formLimits,
    summary: 'Report a review to our team, once a person.',
    params,
    body: reportBody,
    reply: message,
  }),
  getSeller: endpoint({
    method: 'GET',
    path: '/private/review/seller',
    roles: ['SELLER'],
    mutates: false,
    summary: 'The reviews of the caller’s products, newest first; `show=unanswered` those without an answer.',
    query: page.extend({ show: z.enum(['all', 'unanswered']).default('all') }),
    reply: z.array(productReview),
    paged: true,
  }),
  answer: endpoint({
    method: 'POST',
    path: '/private/review/{id}/answer',
    roles: ['SELLER'],
    mutates: true,
    limits: formLimits,
    summary:
      'Answer a review of a product of the caller; a second call replaces the answer. 409 for one that was taken down.',
    params,
    body: answerBody,
    reply: message,
  }),
}
