/** Administrator: who may sell. */
import { z } from 'zod'
import { searchableList } from './admin-people.ts'
import { endpoint, workLimits } from './endpoint.ts'
import { id, message, storable } from './fields.ts'
import { approvalFields } from './seller-approval.ts'
import { sellerProfile } from './seller.ts'

const ADMIN = ['ADMIN'] as const

/** 'changed': approved, and their name, GST number, address, bank account or documents are others since. */
export const approvalLists = ['submitted', 'changed', 'approved', 'refused'] as const

export const noNewDocuments =
  'The seller has sent no new documents. Once they have, you can approve what they changed.'

export const adminSellerApproval = z.object({
  ...approvalFields,
  seller: sellerProfile,
  pan: z.string(),
  changed: z.boolean(),
  /** Nobody can approve them, or what they changed, until they have sent new ones. */
  lacksDocuments: z.boolean(),
  version: z.number().int(),
})
export type AdminSellerApproval = z.output<typeof adminSellerApproval>

export const adminSellerApprovals = {
  sellerApprovals: endpoint({
    method: 'GET',
    path: '/public/admin/seller-approvals',
    roles: ADMIN,
    duties: ['support'],
    summary:
      'Sellers who wait for approval (the default), changed since it, are approved, or were refused: who came into that state first comes first. `q` is in company, e-mail, mobile, GST number or city.',
    query: searchableList.extend({ show: z.enum(approvalLists).default('submitted') }),
    reply: z.array(adminSellerApproval),
    paged: true,
  }),
  decideSellerApproval: endpoint({
    method: 'POST',
    path: '/public/admin/sellers/{id}/decide-approval',
    roles: ADMIN,
    duties: ['support'],
    recentLogin: true,
    costly: ['mail', 'rows'],
    limits: workLimits,
    summary:
      'Approve a seller who waits, or has changed since; refuse one who waits, or take an approval back. The seller reads the reason. Needs a recent login (403 with the field `recentLogin`). 409 where it was decided since `version`, and for an approval where it changed, or where documents are asked for and none have come since the last decision.',
    params: z.object({ id }),
    body: z
      .object({
        decision: z.enum(['approve', 'refuse'], { error: 'Please choose.' }),
        version: z.number().int().positive(),
        reason: z
          .string()
          .trim()
          .max(500, 'At most 500 characters.')
          .refine(storable, 'This text has characters that cannot be stored.')
          .default(''),
      })
      .refine(({ decision, reason }) => decision === 'approve' || reason !== '', {
        path: ['reason'],
        error: 'Please give a reason.',
      }),
    reply: message,
  }),
}
