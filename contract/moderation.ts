/** Anybody reports a listing; its seller appeals against a takedown. */
import { z } from 'zod'
import { endpoint, formLimits, visitorLimits } from './endpoint.ts'
import { id, message, storable, text } from './fields.ts'
import { listingFaults, moderationLimits } from './moderation-words.ts'

export const listingReportBody = z.object({
  reason: z.enum(listingFaults, { error: 'Please choose what is wrong.' }),
  words: z
    .string()
    .trim()
    .max(moderationLimits.reportLength, `At most ${moderationLimits.reportLength} characters.`)
    .refine(storable, 'This text has characters that cannot be stored.'),
})
export const appealBody = z.object({
  words: text(moderationLimits.appealLength, 'Please say why we should put it back.'),
})

/** A listing that an administrator took off sale, as its seller reads it. */
export const offSale = z.object({
  state: z.enum(['hidden', 'taken-down']),
  reason: z.enum(listingFaults),
  note: z.string(),
  /** An administrator looks at what the seller has saved, or at the appeal. */
  waits: z.boolean(),
  /** The seller has not appealed yet. */
  appealable: z.boolean(),
})
export type OffSale = z.output<typeof offSale>

const params = z.object({ id })

export const moderation = {
  report: endpoint({
    method: 'POST',
    path: '/public/product/{id}/report',
    roles: ['visitor'],
    limits: visitorLimits,
    summary:
      'Report a listing, with or without an account. One report of an account, or of the visitors of one network, is open at a time: 409 for a second one of an account, while one of a network is answered alike and not counted. From the 11th a day for an account on, or the 31st for a network, 429; visitors get a challenge with it, and repeat the call with a proof of work, up to 1,000 times a network.',
    params,
    body: listingReportBody,
    reply: message,
  }),
  appeal: endpoint({
    method: 'POST',
    path: '/private/product/{id}/appeal',
    roles: ['SELLER'],
    areas: ['products'],
    limits: formLimits,
    summary:
      'Appeal once against the takedown of a product of the caller. 404 for another seller’s; 409 where it is not taken down, or the caller has appealed.',
    params,
    body: appealBody,
    reply: message,
  }),
}
