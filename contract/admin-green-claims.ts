/** Administrator: the review of green claims. */
import { z } from 'zod'
import { searchableList } from './admin-people.ts'
import { endpoint, workLimits } from './endpoint.ts'
import { documentKey, file, id, message, storable } from './fields.ts'
import { greenClaimFields } from './green-claim.ts'
import { greenClaimStates } from './green-claim-list.ts'
import { readFields } from './green-words.ts'

const ADMIN = ['ADMIN'] as const

export const adminGreenClaim = z.object({
  ...greenClaimFields,
  /** The names of the first products. */
  productNames: z.array(z.string()),
  seller: z.object({ company: z.string(), email: z.string() }),
})
export type AdminGreenClaim = z.output<typeof adminGreenClaim>

/** Words of a listing on sale that need a proof and have none. */
export const adminGreenWords = z.object({
  id: z.string(),
  field: z.enum(readFields),
  /** In lower case. */
  words: z.string(),
  /** Why the seller keeps them. */
  reason: z.string().nullable(),
  foundAt: z.iso.datetime(),
  product: z.object({ id: z.string(), name: z.string() }),
  seller: z.object({ company: z.string(), email: z.string() }),
})
export type AdminGreenWords = z.output<typeof adminGreenWords>

export const adminGreenClaims = {
  greenWords: endpoint({
    method: 'GET',
    path: '/public/admin/green-words',
    roles: ADMIN,
    duties: ['catalogue'],
    summary:
      'Green words in products on sale that no accepted claim of the product settles, newest first; `reason` given or none. `q` is in the words, a product’s name, a company’s name or an e-mail.',
    query: searchableList.extend({ reason: z.enum(['given', 'none']).optional() }),
    reply: z.array(adminGreenWords),
    paged: true,
  }),
  greenClaims: endpoint({
    method: 'GET',
    path: '/public/admin/green-claims',
    roles: ADMIN,
    duties: ['catalogue'],
    summary:
      'Green claims by state, those in review (the default) first come first; the others newest first. `q` is in a company’s name, an e-mail or a certificate’s number.',
    query: searchableList.extend({ state: z.enum(greenClaimStates).default('submitted') }),
    reply: z.array(adminGreenClaim),
    paged: true,
  }),
  greenClaimPages: endpoint({
    method: 'GET',
    path: '/public/admin/green-claim-documents/{key}/pages',
    roles: ADMIN,
    duties: ['catalogue'],
    limits: workLimits,
    summary:
      'The first pages of a PDF of a claim, copied without scripts, links and forms, for a frame of the review; of one that cannot be read, a page that says so.',
    params: z.object({ key: documentKey() }),
    file: 'application/pdf',
    reply: file.extend({ framed: z.literal(true) }),
  }),
  decideGreenClaim: endpoint({
    method: 'POST',
    path: '/public/admin/green-claims/{id}/decide',
    roles: ADMIN,
    duties: ['catalogue'],
    costly: ['mail', 'rows'],
    limits: workLimits,
    summary:
      'Accept or refuse a claim in review, or refuse one that was accepted. The seller reads the reason. 409 where it was decided or changed since `version`.',
    params: z.object({ id }),
    body: z
      .object({
        decision: z.enum(['accept', 'refuse'], { error: 'Please choose.' }),
        version: z.number().int().positive(),
        reason: z
          .string()
          .trim()
          .max(500, 'At most 500 characters.')
          .refine(storable, 'This text has characters that cannot be stored.')
          .default(''),
      })
      .refine(({ decision, reason }) => decision === 'accept' || reason !== '', {
        path: ['reason'],
        error: 'Please give a reason.',
      }),
    reply: message,
  }),
}
