/** Administrator: payments that a buyer's bank disputes, their evidence, and the shop's answer. Rupees. */
import { z } from 'zod'
import { searchableList } from './admin-people.ts'
import { endpoint, workLimits } from './endpoint.ts'
import { externalId, file, message, text } from './fields.ts'

const ADMIN = ['ADMIN'] as const

export const disputeKinds = ['not-received', 'not-as-described', 'fraud', 'other'] as const
export type DisputeKind = (typeof disputeKinds)[number]
/** Won, lost and closed are ends. 'action-required': the bank wants more evidence. */
export const disputeStates = ['open', 'action-required', 'under-review', 'won', 'lost', 'closed'] as const
export type DisputeState = (typeof disputeStates)[number]
/** What can be sent to the bank: invoices, tracking of the parcels, what was written and decided, refunds. */
export const evidenceKinds = ['invoice', 'delivery', 'history', 'refunds'] as const
export type EvidenceKind = (typeof evidenceKinds)[number]

export const adminDispute = z.object({
  /** The provider's. */
  id: z.string(),
  paymentId: z.string(),
  amount: z.number(),
  /** What the provider has taken for it at present. */
  taken: z.number(),
  kind: z.enum(disputeKinds),
  /** The bank's words. */
  reasonCode: z.string(),
  phase: z.string(),
  state: z.enum(disputeStates),
  /** Until then the shop may answer; null where the provider names no time. */
  respondBy: z.iso.datetime().nullable(),
  needsAnswer: z.boolean(),
  raisedAt: z.iso.datetime(),
  customerEmail: z.string(),
  /** What an administrator answered, and when it was last sent. */
  answer: z.enum(['accepted', 'contested']).nullable(),
  answeredAt: z.iso.datetime().nullable(),
})
export type AdminDispute = z.output<typeof adminDispute>

export const disputeDetail = adminDispute.extend({
  answerWords: z.string().nullable(),
  /** Taken although it was refunded before. */
  twice: z.number(),
  orders: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      product: z.string(),
      seller: z.string(),
      amount: z.number(),
      refunded: z.number(),
      /** The part of the dispute that is about it. */
      share: z.number(),
      deliveredAt: z.iso.datetime().nullable(),
      /** Who bears it if the dispute is lost as things are now. */
      bears: z.enum(['seller', 'shop']),
      documents: z.array(z.object({ id: z.string(), number: z.string() })),
    }),
  ),
  /** The kinds of evidence that there is anything of. */
  evidence: z.array(z.enum(evidenceKinds)),
})
export type DisputeDetail = z.output<typeof disputeDetail>

export const contestBody = z.object({
  words: text(1_000, 'Please say why the payment is right.'),
  evidence: z
    .array(z.enum(evidenceKinds))
    .min(1, 'Please choose at least one document: the bank takes no answer without.')
    .max(evidenceKinds.length),
})

const params = z.object({ id: externalId(40) })

export const adminDisputes = {
  disputes: endpoint({
    method: 'GET',
    path: '/public/admin/disputes',
    roles: ADMIN,
    duties: ['finance'],
    summary:
      "Disputed payments, newest first; `show=open` (the default) only those without an end. `q` is an id of a dispute or payment, or a buyer's e-mail.",
    query: searchableList.extend({ show: z.enum(['open', 'all']).default('open') }),
    reply: z.array(adminDispute),
    paged: true,
  }),
  dispute: endpoint({
    method: 'GET',
    path: '/public/admin/disputes/{id}',
    roles: ADMIN,
    duties: ['finance'],
    summary: 'One disputed payment with its orders and the evidence that is ready.',
    params,
    reply: disputeDetail,
  }),
  disputeEvidence: endpoint({
    method: 'GET',
    path: '/public/admin/disputes/{id}/evidence/{kind}',
    roles: ADMIN,
    duties: ['finance'],
    costly: ['render'],
    limits: workLimits,
    summary:
      'A document of the evidence, a PDF; invoices have a call of their own. Each call is written to the audit.',
    params: params.extend({ kind: z.enum(['delivery', 'history', 'refunds']) }),
    reply: file,
    file: 'application/pdf',
  }),
  acceptDispute: endpoint({
    method: 'POST',
    path: '/public/admin/disputes/{id}/accept',
    roles: ADMIN,
    duties: ['finance'],
    recentLogin: true,
    costly: ['mail', 'render'],
    limits: workLimits,
    summary:
      'Give the disputed money up. 409 for a dispute that needs no answer or that the provider refuses to end; 403 with `recentLogin` if the password was entered too long ago; 503 while the provider does not respond.',
    params,
    reply: message,
  }),
  contestDispute: endpoint({
    method: 'POST',
    path: '/public/admin/disputes/{id}/contest',
    roles: ADMIN,
    duties: ['finance'],
    recentLogin: true,
    costly: ['mail', 'render'],
    limits: workLimits,
    summary:
      "Submit a text and documents to the buyer's bank. 409 for a dispute that needs no answer, for evidence that there is none of, and where the provider refuses; 403 with `recentLogin` if the password was entered too long ago; 503 while the provider does not respond.",
    params,
    body: contestBody,
    reply: message,
  }),
}
