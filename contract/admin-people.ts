/** Administrator: suspend and reinstate accounts, show bank account numbers, export lists as CSV. */
import { z } from 'zod'
import { auditFilter } from './audit.ts'
import { endpoint, formLimits, workLimits } from './endpoint.ts'
import { emailFilter, id, message, page, searchText, streamedFile, text } from './fields.ts'
import { orderStatus } from './order.ts'

/** Query of a list that is paged and can be searched. */
export const searchableList = page.extend({
  q: searchText.optional(),
})

/** A list of accounts, narrowed by their state. */
export const accountList = searchableList.extend({
  state: z.enum(['suspended', 'not-verified']).optional(),
})

export const sellerList = accountList.extend({
  state: z.enum(['suspended', 'not-verified', 'not-approved']).optional(),
})

/** Fields that lists of accounts have in addition to the profile. */
export const accountState = {
  id: z.string(),
  verified: z.boolean(),
  suspended: z.object({ at: z.iso.datetime(), reason: z.string() }).nullable(),
}

export const suspendBody = z.object({ reason: text(500, 'Please give a reason.') })

export const payoutNote = z.object({ note: text(500, 'Please give a reason.') })

export const exportLists = ['orders', 'customers', 'sellers', 'audit'] as const
export type ExportList = (typeof exportLists)[number]

const ADMIN = ['ADMIN'] as const
const params = z.object({ id })

export const adminPeople = {
  suspend: endpoint({
    method: 'POST',
    path: '/public/admin/accounts/{id}/suspend',
    roles: ADMIN,
    duties: ['support'],
    costly: ['mail', 'rows'],
    limits: workLimits,
    summary:
      'Suspend a seller or customer: sessions end and listings are hidden at once; parcels of a seller that the courier has not fetched are stopped. 409 for one already suspended.',
    params,
    body: suspendBody,
    reply: message,
  }),
  reinstate: endpoint({
    method: 'POST',
    path: '/public/admin/accounts/{id}/reinstate',
    roles: ADMIN,
    duties: ['support'],
    recentLogin: true,
    secondPerson: 'Reinstate an account',
    costly: ['mail', 'rows'],
    limits: workLimits,
    summary: 'Reinstate a suspended account. 409 for an account that is not suspended.',
    params,
    body: suspendBody,
    reply: message,
  }),
  removeSecondFactor: endpoint({
    method: 'POST',
    path: '/public/admin/accounts/{id}/remove-second-factor',
    roles: ADMIN,
    duties: ['support'],
    recentLogin: true,
    costly: ['mail'],
    limits: formLimits,
    summary:
      'Switch the second factor of a seller off who has lost phone and recovery codes; their sessions end and they are told by mail. Needs a recent login (403 with the field `recentLogin`). 409 while it is off.',
    params,
    body: suspendBody,
    reply: message,
  }),
  removeTeamMember: endpoint({
    method: 'POST',
    path: '/public/admin/team-members/{id}/remove',
    roles: ADMIN,
    duties: ['support'],
    recentLogin: true,
    costly: ['mail'],
    limits: formLimits,
    summary:
      'Delete the account of a member of a seller’s team, whom the seller cannot or does not remove: their sessions end, they and the seller are told by mail. Needs a recent login (403 with the field `recentLogin`). 404 for who is in no team.',
    params,
    body: suspendBody,
    reply: message,
  }),
  bankAccount: endpoint({
    method: 'POST',
    path: '/public/admin/sellers/{id}/bank-account',
    roles: ADMIN,
    duties: ['finance'],
    summary:
      'The whole bank account number of a seller. Needs a recent login (403 with the field `recentLogin`); each call is written to the audit.',
    params,
    reply: z.object({ accountNo: z.string() }),
  }),
  releasePayouts: endpoint({
    method: 'POST',
    path: '/public/admin/sellers/{id}/release-payouts',
    roles: ADMIN,
    duties: ['finance'],
    recentLogin: true,
    secondPerson: 'Let the payouts of a seller go on',
    summary:
      'Release the payouts of a seller that wait after a change of their details. 409 where none wait. Needs a recent login (403 with the field `recentLogin`).',
    params,
    body: payoutNote,
    reply: message,
  }),
  keepPayoutsStopped: endpoint({
    method: 'POST',
    path: '/public/admin/sellers/{id}/keep-payouts-stopped',
    roles: ADMIN,
    duties: ['finance'],
    recentLogin: true,
    summary:
      'Keep the payouts of a seller stopped, which wait after a change of their details, until somebody releases them. 409 where none wait. Needs a recent login (403 with the field `recentLogin`).',
    params,
    body: payoutNote,
    reply: message,
  }),
  exportCsv: endpoint({
    method: 'GET',
    path: '/public/admin/export/{list}',
    roles: ADMIN,
    duties: ['finance', 'support'],
    summary:
      'A whole list as CSV for spreadsheets, newest first. Needs a recent login (403 with the field `recentLogin`); each export is written to the audit.',
    params: z.object({ list: z.enum(exportLists) }),
    query: z.object({
      q: searchableList.shape.q,
      // Orders only, as in their list.
      sellerEmail: emailFilter.optional(),
      status: orderStatus.optional(),
      attention: z.enum(['yes']).optional(),
      // Sellers and customers only.
      state: sellerList.shape.state,
      // The audit only, as in its list.
      ...auditFilter,
    }),
    reply: streamedFile,
    file: 'text/csv',
  }),
}
