/** Administrator: parcels that did not come although the courier calls them delivered. */
import { z } from 'zod'
import { searchableList } from './admin-people.ts'
import { claimStates } from './claim-words.ts'
import { endpoint, workLimits } from './endpoint.ts'
import { id, message, text } from './fields.ts'

const ADMIN = ['ADMIN'] as const

const adminClaim = z.object({
  id: z.string(),
  state: z.enum(claimStates),
  words: z.string(),
  reason: z.string().nullable(),
  askedAt: z.iso.datetime(),
  decideBy: z.iso.datetime(),
  late: z.boolean(),
  order: z.object({ id: z.string(), number: z.string(), product: z.string(), amount: z.number() }),
  customer: z.object({
    name: z.string(),
    email: z.string(),
    /** This one included. */
    claims: z.number().int(),
    orders: z.number().int(),
  }),
  seller: z.object({ company: z.string(), email: z.string() }),
  /** What the courier says of the delivery. */
  delivered: z.object({
    at: z.iso.datetime().nullable(),
    place: z.string().nullable(),
    awbNumber: z.string().nullable(),
    proofUrl: z.string().nullable(),
  }),
})
export type AdminClaim = z.output<typeof adminClaim>

export const adminClaims = {
  claims: endpoint({
    method: 'GET',
    path: '/public/admin/not-received',
    roles: ADMIN,
    duties: ['finance', 'support'],
    summary:
      'Claims of buyers that a delivered parcel did not come, newest first; `show=open` (the default) those to be decided, `show=all` all. `q` is an order’s number or a buyer’s e-mail.',
    query: searchableList.extend({ show: z.enum(['open', 'all']).default('open') }),
    reply: z.array(adminClaim),
    paged: true,
  }),
  decideClaim: endpoint({
    method: 'POST',
    path: '/public/admin/not-received/{id}/decide',
    roles: ADMIN,
    duties: ['finance', 'support'],
    recentLogin: true,
    costly: ['mail', 'render'],
    limits: workLimits,
    summary:
      'Decide such a claim: refund what is left of the order (the shop compensates the seller as for a lost parcel), or deny it. Buyer and seller read the reason. 409 for one that is decided.',
    params: z.object({ id }),
    body: z.object({
      decision: z.enum(['refund', 'deny'], { error: 'Please choose.' }),
      note: text(500, 'Please give a reason.'),
    }),
    reply: message,
  }),
}
