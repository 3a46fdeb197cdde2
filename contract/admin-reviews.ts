/** Administrator: reviews that somebody has to look at, and taking one down. */
import { z } from 'zod'
import { searchableList } from './admin-people.ts'
import { endpoint, workLimits } from './endpoint.ts'
import { id, message, text } from './fields.ts'
import { reviewFaults } from './review-words.ts'

const ADMIN = ['ADMIN'] as const

/**
 * Others reviewed the same product from the same delivery address or network, or many at once; the address or network is the seller's;
 * the purchase was paid back; the seller has made another product of the listing.
 */
const reviewFlags = [
  'same-address',
  'same-network',
  'burst',
  'own-address',
  'own-network',
  'refunded',
  'other-listing',
] as const

const adminReview = z.object({
  id: z.string(),
  /** Rises with each report and flag, with what the author changes, and when it begins to wait for a person. */
  version: z.number().int(),
  /** Also of a review that was taken down. */
  stars: z.number().int(),
  words: z.string(),
  imageUrls: z.array(z.string()),
  at: z.iso.datetime(),
  edits: z.number().int(),
  /** Stars and words before each edit, the latest first. */
  earlier: z.array(z.object({ stars: z.number().int(), words: z.string(), at: z.iso.datetime() })),
  product: z.object({ id: z.string(), name: z.string() }),
  /** The name of the author; null once the account is erased. */
  customer: z.string().nullable(),
  seller: z.string(),
  answer: z.string().nullable(),
  answeredAt: z.iso.datetime().nullable(),
  answerRemoved: z.enum(reviewFaults).nullable(),
  flags: z.array(z.enum(reviewFlags)),
  reports: z.array(
    z.object({
      about: z.enum(['review', 'answer']),
      reason: z.enum(reviewFaults),
      words: z.string(),
      by: z.string(),
    }),
  ),
  waits: z.boolean(),
  removed: z.enum(reviewFaults).nullable(),
})
export type AdminReview = z.output<typeof adminReview>

export const reviewTakeDown = z.object({
  reason: z.enum(reviewFaults, { error: 'Please choose a reason.' }),
  note: text(500, 'Please say what exactly is wrong.'),
})

export const adminReviews = {
  reviews: endpoint({
    method: 'GET',
    path: '/public/admin/reviews',
    roles: ADMIN,
    duties: ['catalogue'],
    summary:
      'Reviews, newest first; `show=waiting` (the default) those that were reported or may be of a ring, `show=all` all. `q` is a product’s id or an author’s e-mail.',
    query: searchableList.extend({ show: z.enum(['waiting', 'all']).default('waiting') }),
    reply: z.array(adminReview),
    paged: true,
  }),
  keepReview: endpoint({
    method: 'POST',
    path: '/public/admin/reviews/{id}/keep',
    roles: ADMIN,
    duties: ['catalogue'],
    summary:
      'Nothing is wrong with a review: it waits no longer. 409 for one that does not wait, or was changed or reported since `version`.',
    params: z.object({ id }),
    body: z.object({ version: z.number().int().positive() }),
    reply: message,
  }),
  removeReview: endpoint({
    method: 'POST',
    path: '/public/admin/reviews/{id}/take-down',
    roles: ADMIN,
    duties: ['catalogue'],
    costly: ['mail'],
    limits: workLimits,
    summary:
      'Take a review and its photos down for one of the stated reasons, which is shown in its place. Its author gets reason and note by mail. 409 for one that is down, or has changed since it had so many `edits`.',
    params: z.object({ id }),
    body: reviewTakeDown.extend({ edits: z.number().int().min(0) }),
    reply: message,
  }),
  removeAnswer: endpoint({
    method: 'POST',
    path: '/public/admin/reviews/{id}/answer/take-down',
    roles: ADMIN,
    duties: ['catalogue'],
    costly: ['mail'],
    limits: workLimits,
    summary:
      'Take the seller’s answer to a review down, for one of the stated reasons, which is shown in its place. The seller gets reason and note by mail, and writes no other one. 409 where there is none, or not the one of `answeredAt` any more.',
    params: z.object({ id }),
    body: reviewTakeDown.extend({ answeredAt: z.iso.datetime() }),
    reply: message,
  }),
}
