/** Whether a listing is on sale, as its seller wants. */
import { z } from 'zod'
import { endpoint, workLimits } from './endpoint.ts'
import { id, message } from './fields.ts'
import { listingLimits, listingStates } from './listing-words.ts'
import { offSale } from './moderation.ts'
import { productDetail } from './product.ts'
import { sellersProduct } from './seller-product.ts'

export const scheduledWithin = `Choose a time in the next ${listingLimits.scheduledDaysMax} days.`

export const listingStateBody = z
  .object({
    /** A draft is a new listing only. */
    state: z.enum(['on-sale', 'scheduled', 'hidden'], { error: 'Please choose one of them.' }),
    /** When a scheduled listing comes on sale. */
    onSaleAt: z.iso.datetime({ offset: true, error: scheduledWithin }).nullable(),
  })
  .refine(({ state, onSaleAt }) => (state === 'scheduled') === (onSaleAt !== null), {
    path: ['onSaleAt'],
    error: scheduledWithin,
  })

export const listingChange = z.object({
  at: z.iso.datetime(),
  /** shop: a time that the seller had chosen has come. */
  by: z.enum(['seller', 'moderator', 'shop']),
  /** The e-mail of the seller's account. */
  person: z.string().nullable(),
  /** A field of the product's form, or one of sale, bulk, attributes, state and moderation. */
  field: z.string(),
  /** The beginnings of what it was and what it became; null: nothing. */
  was: z.string().nullable(),
  became: z.string().nullable(),
})
export type ListingChange = z.output<typeof listingChange>

const listingState = z.object({
  id: z.string(),
  name: z.string(),
  imageUrl: z.string(),
  state: z.enum(listingStates),
  /** When a scheduled listing comes on sale. */
  onSaleAt: z.string().nullable(),
  /** An administrator has hidden it or taken it down. */
  offSale: offSale.nullable(),
  missing: sellersProduct.shape.missing,
  /** It is not on sale for what is missing. */
  heldBack: z.boolean(),
  /** The newest 100, the newest first. */
  changes: z.array(listingChange),
})
export type ListingDetail = z.output<typeof listingState>

const params = z.object({ id })

export const listing = {
  get: endpoint({
    method: 'GET',
    path: '/private/product/{id}/listing',
    roles: ['SELLER'],
    areas: ['products'],
    summary: 'Whether a product of the caller is on sale, and why not.',
    params,
    reply: listingState,
  }),
  preview: endpoint({
    method: 'GET',
    path: '/private/product/{id}/preview',
    roles: ['SELLER'],
    areas: ['products'],
    summary: 'A product of the caller as its page shows it, also while it is not on sale.',
    params,
    reply: productDetail.extend({ onSale: z.boolean() }),
  }),
  setState: endpoint({
    method: 'POST',
    path: '/private/product/{id}/state',
    roles: ['SELLER'],
    areas: ['products'],
    limits: workLimits,
    summary:
      'Put a product of the caller on sale, at once or at a time, or hide it. What is in unpaid checkouts can still be paid. 404 for another seller’s.',
    params,
    body: listingStateBody,
    reply: message,
  }),
}
