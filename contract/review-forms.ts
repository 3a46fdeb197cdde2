/** What is written in reviews, answers and reports, and how reviews are shown. */
import { z } from 'zod'
import { plainText, storable } from './fields.ts'
import { reviewFaults, reviewLimits } from './review-words.ts'
import { foreignImage } from './seller-product.ts'
import { uploadSettings } from './settings.ts'

export const reviewedAlready = 'You have reviewed this product already. You can change your review.'

const tooManyPhotos = `At most ${reviewLimits.photos} photos.`

export const reviewBody = z.object({
  stars: z
    .number({ error: 'Please choose 1 to 5 stars.' })
    .int('Please choose 1 to 5 stars.')
    .min(1, 'Please choose 1 to 5 stars.')
    .max(5, 'Please choose 1 to 5 stars.'),
  words: plainText(reviewLimits.length, 'Please write what others should know.'),
  /** Addresses of uploaded pictures. */
  imageUrls: z.array(z.string(foreignImage).max(1_000, foreignImage)).max(reviewLimits.photos, tooManyPhotos),
  /** Shows 'A buyer' instead of first name and initial. */
  anonymous: z.boolean(),
})
export const answerBody = z.object({
  words: plainText(reviewLimits.answerLength, 'Please write your answer.'),
})
export const reportBody = z.object({
  /** The review, or what the seller answered. */
  about: z.enum(['review', 'answer']).default('review'),
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
  /** Why the seller's answer was taken down. */
  answerRemoved: z.enum(reviewFaults).nullable(),
  /** The seller has made another product of the listing since. */
  earlierListing: z.boolean(),
  /** What was reviewed, of a family whose reviews are shown together, such as its size. */
  options: z.array(z.string()).optional(),
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
