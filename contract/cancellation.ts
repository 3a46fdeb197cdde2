/** Cancelling an order, or some of its pieces, before its parcel is handed over (specification §9). */
import { z } from 'zod'
import { text } from './fields.ts'
import { limits } from './limits.ts'

/** What of an order may be cancelled and what was cancelled; part of every order's reply. Amounts in rupees. */
export const cancellationReply = z.object({
  /** Null for an order from before orders had terms. */
  cancelUntil: z.iso.datetime().nullable(),
  /** Whether its buyer may cancel it now. */
  cancellable: z.boolean(),
  /** The pieces that may be cancelled; 0 where none may. */
  units: z.number().int(),
  /** Why not, and what can be done instead; null where it may be cancelled. */
  reason: z.string().nullable(),
  /** The pieces that were cancelled, and what is refunded for them. */
  cancelledUnits: z.number().int(),
  cancelledAmount: z.number(),
  /** The part of the order's amount that is not refunded. */
  leftAmount: z.number(),
})
export type Cancellation = z.output<typeof cancellationReply>

const pieces = z
  .number({ error: 'Please choose how many pieces to cancel.' })
  .int('Please choose a whole number of pieces.')
  .min(1, 'Please choose at least one piece.')
  .max(limits.orderQuantityMax, `At most ${limits.orderQuantityMax} pieces.`)

export const cancelBody = z.object({
  /** How many pieces; without it all that are left. */
  units: pieces.optional(),
  /** How many the caller saw as left. If that has changed, for example by a second click, nothing is cancelled. */
  of: pieces.optional(),
})

/** Why a seller cannot deliver what was ordered, as the buyer reads it. */
export const sellersReasons = {
  'out-of-stock': 'It is out of stock.',
  damaged: 'It is damaged.',
  'wrong-listing': 'The price or the description of the product was wrong.',
  'cannot-send': 'The seller cannot send it in time.',
  other: 'Something else.',
} as const
export type SellersReason = keyof typeof sellersReasons
const reasons = Object.keys(sellersReasons) as [SellersReason, ...SellersReason[]]

export const sellersCancelBody = cancelBody.extend({
  reason: z.enum(reasons, { error: 'Please choose a reason.' }),
  /** The seller's own words, which the buyer reads, too. */
  note: text(limits.sellersNoteLength, 'Please write a few words, or none.').optional(),
})
