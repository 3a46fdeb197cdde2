/** What a seller shows before their goods go on sale, and what became of it. */
import { z } from 'zod'
import { documentKey } from './fields.ts'

export const approvalStates = ['waiting', 'submitted', 'approved', 'refused'] as const
export type ApprovalState = (typeof approvalStates)[number]

export const sellerDocumentKinds = ['gst-certificate', 'cancelled-cheque', 'identity'] as const
export type SellerDocumentKind = (typeof sellerDocumentKinds)[number]

export const sellerDocumentWords: Record<SellerDocumentKind, string> = {
  'gst-certificate': 'GST certificate',
  'cancelled-cheque': 'Cancelled cheque',
  identity: 'Proof of identity',
}

export const approvalBody = z.object({
  'gst-certificate': documentKey(),
  'cancelled-cheque': documentKey(),
  identity: documentKey(),
})
export type ApprovalInput = z.output<typeof approvalBody>

export const sellerDocument = z.object({
  kind: z.enum(sellerDocumentKinds),
  key: z.string(),
  type: z.enum(['pdf', 'picture']),
  at: z.iso.datetime(),
  /** Nobody has decided with it yet. */
  waits: z.boolean(),
})

/** The same for the seller and for administrators. */
export const approvalFields = {
  state: z.enum(approvalStates),
  at: z.iso.datetime(),
  /** Of a refusal. */
  reason: z.string().nullable(),
  /** An administrator has approved what the seller is, and has sent, at present. */
  seen: z.boolean(),
  /** Empty some time after the decision. */
  documents: z.array(sellerDocument),
}
export const ownApproval = z.object({
  ...approvalFields,
  /** The shop approves sellers by itself. */
  automatic: z.boolean(),
})
export type OwnApproval = z.output<typeof ownApproval>
