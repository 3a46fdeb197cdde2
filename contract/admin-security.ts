/** Administrator: addresses of the pages, state of the login, and reading the audit. */
import { z } from 'zod'
import { searchableList } from './admin-people.ts'
import { auditEntry, auditFilter } from './audit.ts'
import { anyDuty, duties, endpoint } from './endpoint.ts'
import { secondFactorState } from './second-factor.ts'

const ADMIN = ['ADMIN'] as const

/** Text of the 403 with the field `secondFactor`: the shop requires a second factor and the account has none yet. */
export const secondFactorRequired = 'Please set up your authenticator app first.'

/** Longer than for other roles, because an administrator can see and change everything. */
export const adminPasswordMin = 12

/** First path segment of each page, without the slash. */
export const adminPaths = z.object({
  overview: z.string(),
  sellers: z.string(),
  orders: z.string(),
  customers: z.string(),
})
export type AdminPaths = z.output<typeof adminPaths>

export const adminSecurity = {
  me: endpoint({
    method: 'GET',
    path: '/public/admin/me',
    roles: ADMIN,
    duties: anyDuty,
    beforeSecondFactor: true,
    summary: "The addresses of the administrator's pages and the state of the caller's login.",
    reply: z.object({
      email: z.string(),
      duties: z.array(z.enum(duties)),
      paths: adminPaths,
      /** Until when sensitive views need no password; null when they need one now. */
      confirmedUntil: z.iso.datetime().nullable(),
      secondFactor: secondFactorState,
    }),
  }),
  audit: endpoint({
    method: 'GET',
    path: '/public/admin/audit',
    roles: ADMIN,
    duties: ['finance', 'support'],
    summary:
      'Who did what to whom, newest first. `q` is the beginning of an e-mail or name, an IP address or a request id; `from` and `to` are days, both included.',
    query: searchableList.extend(auditFilter),
    reply: z.array(auditEntry),
    paged: true,
  }),
}
