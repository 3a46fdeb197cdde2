/** The public page of a seller. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'

/** How a seller delivered in the last 90 days. */
export const deliveryFacts = z.object({
  parcels: z.number().int(),
  promised: z.number().int(),
  inTime: z.number().int(),
  ordered: z.number().int(),
  cancelled: z.number().int(),
  received: z.number().int(),
  notAsDescribed: z.number().int(),
})
export type DeliveryFacts = z.output<typeof deliveryFacts>

export const sellerPage = z.object({
  id: z.string(),
  companyName: z.string(),
  city: z.string(),
  state: z.string(),
  /** Null, as the two below, until the seller has accepted the undertaking, which says that they are public. */
  address: z.string().nullable(),
  gstin: z.string().nullable(),
  careNumber: z.string().nullable(),
  /** Who answers complaints, and how to reach them; empty where the seller names nobody. */
  grievanceContact: z.string(),
  /** Empty where the seller tells none. */
  story: z.string(),
  since: z.iso.datetime(),
  /** The newest undertaking that they accepted: its version, which is its day, and its words. */
  undertaking: z.object({ version: z.string(), words: z.string() }).nullable(),
  /** Whether an administrator has seen documents of who they are now. */
  verified: z.boolean(),
  /** Null with too few parcels to say. */
  delivery: deliveryFacts.nullable(),
  /** The last day of a holiday, until which nobody can buy of them. */
  awayUntil: z.string().nullable(),
})
export type SellerPage = z.output<typeof sellerPage>

export const sellerPageCalls = {
  get: endpoint({
    method: 'GET',
    path: '/public/seller/{id}',
    roles: ['visitor'],
    summary: 'Who a seller is, and how they deliver. 404 for one who is suspended or not approved.',
    params: z.object({ id }),
    reply: sellerPage,
  }),
}
