/** Sellers and customers in the administrator's hands: suspending, bank accounts, lists as files. */
import { z } from 'zod'
import { auditFilter } from './audit.ts'
import { endpoint } from './endpoint.ts'
import { emailFilter, id, message, page, searchText, streamedFile, text } from './fields.ts'
import { orderStatus } from './order.ts'

/** A page of a list, and the words that are looked for in it. */
export const searched = page.extend({
  q: searchText.optional(),
})

/** What lists of accounts say beside the profile. */
export const accountState = {
  id: z.string(),
  verified: z.boolean(),
  suspended: z.object({ at: z.iso.datetime(), reason: z.string() }).nullable(),
}

export const suspendBody = z.object({ reason: text(500, 'Please give a reason.') })

export const exportLists = ['orders', 'customers', 'sellers', 'audit'] as const
export type ExportList = (typeof exportLists)[number]

const ADMIN = ['ADMIN'] as const
const params = z.object({ id })

export const adminPeople = {
  suspend: endpoint({
    method: 'POST',
    path: '/public/admin/accounts/{id}/suspend',
    roles: ADMIN,
    mutates: true,
    summary:
      'Suspend a seller or customer: sessions end and listings hide at once, open orders stay. 409 for one suspended already.',
    params,
    body: suspendBody,
    reply: message,
  }),
  reinstate: endpoint({
    method: 'POST',
    path: '/public/admin/accounts/{id}/reinstate',
    roles: ADMIN,
    mutates: true,
    summary: 'Take a suspension back. 409 for an account that is not suspended.',
    params,
    body: suspendBody,
    reply: message,
  }),
  bankAccount: endpoint({
    method: 'POST',
    path: '/public/admin/sellers/{id}/bank-account',
    roles: ADMIN,
    mutates: true,
    summary:
      'The whole bank account number of a seller. Needs a recent login (403 with the field `recentLogin`); each showing is written down.',
    params,
    reply: z.object({ accountNo: z.string() }),
  }),
  exportCsv: endpoint({
    method: 'GET',
    path: '/public/admin/export/{list}',
    roles: ADMIN,
    mutates: false,
    summary:
      'A whole list as CSV for spreadsheets, newest first. Needs a recent login (403 with the field `recentLogin`); each export is written down.',
    params: z.object({ list: z.enum(exportLists) }),
    query: z.object({
      q: searched.shape.q,
      // Orders only, as in their list.
      sellerEmail: emailFilter.optional(),
      status: orderStatus.optional(),
      attention: z.enum(['yes']).optional(),
      // The audit only, as in its list.
      ...auditFilter,
    }),
    reply: streamedFile,
    file: 'text/csv',
  }),
}
