/** A seller sends the documents that an administrator looks at before their goods go on sale. */
import { z } from 'zod'
import { endpoint, formLimits } from './endpoint.ts'
import { documentKey, message, uploadedFile } from './fields.ts'
import { approvalBody, ownApproval } from './seller-approval.ts'

export const sellerApproval = {
  get: endpoint({
    method: 'GET',
    path: '/private/seller-approval',
    roles: ['SELLER'],
    areas: ['owner'],
    summary: 'Whether the caller may sell, and which documents they have sent.',
    reply: ownApproval,
  }),
  submit: endpoint({
    method: 'POST',
    path: '/private/seller-approval',
    roles: ['SELLER'],
    areas: ['owner'],
    limits: formLimits,
    summary:
      'Send the three documents, by the keys of their uploads; those of before are replaced. 409 for a seller who was approved and has changed nothing since, and for the documents with which they were approved.',
    body: approvalBody,
    reply: message,
  }),
  document: endpoint({
    method: 'GET',
    path: '/private/seller-documents/{key}',
    roles: ['SELLER', 'ADMIN'],
    areas: ['owner'],
    duties: ['support'],
    summary:
      'A document of the caller; an administrator sees those that were sent, and each call is written to the audit and needs a recent login (403 with the field `recentLogin`). A PDF, or a picture as AVIF.',
    params: z.object({ key: documentKey() }),
    file: 'application/pdf',
    reply: uploadedFile,
  }),
}
