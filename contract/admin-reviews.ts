/** Administrator: reviews that somebody has to look at, and taking one down. */
import { z } from 'zod'
import { searchableList } from './admin-people.ts'
import { endpoint, workLimits } from './endpoint.ts'
import { id, message, text } from './fields.ts'
import { reviewFaults } from './review-words.ts'

const ADMIN = ['ADMIN'] as const

/** Signs of a ring: others reviewed the same product from the same delivery address or network, or many at once. */
const reviewFlags = ['same-address', 'same-network', 'burst'] as const

const adminReview = z.object({
  id: z.string(),
  /** Also of a review that was taken down. */
  stars: z.number().int(),
  words: z.string(),
  imageUrls: z.array(z.string()),
  at: z.iso.datetime(),
  edits: z.number().int(),
  product: z.object({ id: z.string(), name: z.string() }),
  /** Null once the account is erased. */
  customer: z.object({ name: z.string(), email: z.string() }).nullable(),
  seller: z.string(),
  answer: z.string().nullable(),
  flags: z.array(z.enum(reviewFlags)),
  reports: z.array(z.object({ reason: z.enum(reviewFaults), words: z.string(), by: z.string() })),
  waits: z.boolean(),
  removed: z.enum(reviewFaults).nullable(),
})
export type AdminReview = z.output<typeof adminReview>

export const adminReviews = {
  reviews: endpoint({
    method: 'GET',
    path: '/public/admin/reviews',
    roles: ADMIN,
    duties: ['catalogue'],
    mutates: false,
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
    mutates: true,
    summary: 'Nothing is wrong with a review: it waits no longer. 409 for one that does not wait.',
    params: z.object({ id }),
    reply: message,
  }),
  removeReview: endpoint({
    method: 'POST',
    path: '/public/admin/reviews/{id}/take-down',
    roles: ADMIN,
    duties: ['catalogue'],
    mutates: true,
    costly: ['mail'],
    limits: workLimits,
    summary:
      'Take a review down for one of the stated reasons, which is shown in its place. Its author gets reason and note by mail. 409 for one that is down.',
    params: z.object({ id }),
    body: z.object({
      reason: z.enum(reviewFaults, { error: 'Please choose a reason.' }),
      note: text(500, 'Please say what exactly is wrong.'),
    }),
    reply: message,
  }),
}
