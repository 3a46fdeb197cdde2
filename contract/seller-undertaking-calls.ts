/** The undertaking of the seller who asks. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { message } from './fields.ts'

export const undertaken = z.object({
  /** The version of the present text. */
  present: z.string(),
  /** The newest one that the seller has accepted. */
  accepted: z.object({ version: z.string(), words: z.string(), at: z.iso.datetime() }).nullable(),
})
export type Undertaken = z.output<typeof undertaken>

export const sellerUndertaking = {
  get: endpoint({
    method: 'GET',
    path: '/private/profile/undertaking',
    roles: ['SELLER'],
    areas: ['owner'],
    summary: 'What the seller has undertaken last, and the version of the present text.',
    reply: undertaken,
  }),
  accept: endpoint({
    method: 'POST',
    path: '/private/profile/undertaking',
    roles: ['SELLER'],
    areas: ['owner'],
    summary: 'Accept the present text of the undertaking. 409 where the version is not the present one.',
    body: z.object({ version: z.string().max(10) }),
    reply: message,
  }),
}
