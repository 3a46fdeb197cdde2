/** Administrator: the archive of a person who asks for it, and the deletion of their account. */
import { z } from 'zod'
import { endpoint, formLimits } from './endpoint.ts'
import { id, message, text } from './fields.ts'
import { archiveLimits, archiveReply, deletionBody } from './own-data.ts'

const ADMIN = ['ADMIN'] as const
const reason = text(500, 'Please give a reason.')
const deletionForAnotherBody = deletionBody.extend({ reason })
const keepBody = z.object({ reason })

export const adminOwnData = {
  archiveOf: endpoint({
    method: 'GET',
    path: '/public/admin/accounts/{id}/archive',
    roles: ADMIN,
    duties: ['support'],
    recentLogin: true,
    costly: ['render'],
    limits: archiveLimits,
    summary:
      'The archive of a buyer or seller, at their request. Needs a recent login; each one is written to the audit.',
    params: z.object({ id }),
    reply: archiveReply,
    file: 'application/zip',
  }),
  deleteAccount: endpoint({
    method: 'POST',
    path: '/public/admin/accounts/{id}/delete',
    roles: ADMIN,
    duties: ['support'],
    recentLogin: true,
    costly: ['mail'],
    limits: formLimits,
    summary:
      'Delete an account at the request of its owner, who is told by mail and can undo it for seven days. Of a suspended account it is what deletes it. Needs a recent login. 409, naming them, while orders, returns, claims, own complaints, refunds or payouts are open.',
    params: z.object({ id }),
    body: deletionForAnotherBody,
    reply: message,
  }),
  keepAccount: endpoint({
    method: 'POST',
    path: '/public/admin/accounts/{id}/keep',
    roles: ADMIN,
    duties: ['support'],
    recentLogin: true,
    costly: ['mail'],
    limits: formLimits,
    summary:
      'Keep an account that is going to be deleted, whose owner is told by mail. Needs a recent login. 409 where nothing was asked for.',
    params: z.object({ id }),
    body: keepBody,
    reply: message,
  }),
}
