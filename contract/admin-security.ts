/** Administrator: addresses of the pages, second factor, and reading the audit. */
import { z } from 'zod'
import { searchableList } from './admin-people.ts'
import { auditEntry, auditFilter } from './audit.ts'
import { secondFactorCode } from './auth.ts'
import { anyDuty, duties, endpoint, formLimits } from './endpoint.ts'
import { message } from './fields.ts'

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

const withCode = z.object({ code: secondFactorCode })

export const adminSecurity = {
  me: endpoint({
    method: 'GET',
    path: '/public/admin/me',
    roles: ADMIN,
    duties: anyDuty,
    mutates: false,
    beforeSecondFactor: true,
    summary: "The addresses of the administrator's pages and the state of the caller's login.",
    reply: z.object({
      email: z.string(),
      duties: z.array(z.enum(duties)),
      paths: adminPaths,
      /** Until when sensitive views need no password; null when they need one now. */
      confirmedUntil: z.iso.datetime().nullable(),
      secondFactor: z.object({
        on: z.boolean(),
        /** Whether the shop requires one of every administrator. */
        required: z.boolean(),
        recoveryCodesLeft: z.number().int(),
      }),
    }),
  }),
  beginSecondFactor: endpoint({
    method: 'POST',
    path: '/public/admin/second-factor/begin',
    roles: ADMIN,
    duties: anyDuty,
    mutates: true,
    beforeSecondFactor: true,
    summary:
      'A new secret for the authenticator app, shown once; it takes effect with `confirm`. Needs a recent login. 409 while one is on.',
    reply: z.object({ secret: z.string(), uri: z.string() }),
  }),
  confirmSecondFactor: endpoint({
    method: 'POST',
    path: '/public/admin/second-factor/confirm',
    roles: ADMIN,
    duties: anyDuty,
    mutates: true,
    costly: ['hash'],
    limits: formLimits,
    beforeSecondFactor: true,
    summary: 'Switch the second factor on with a code of the app. Returns the recovery codes, shown once.',
    body: withCode,
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/public/admin/second-factor/recovery-codes',
    roles: ADMIN,
    duties: anyDuty,
    mutates: true,
    costly: ['hash'],
    limits: formLimits,
    summary: 'New recovery codes; the earlier ones become void. Needs a recent login.',
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
  removeSecondFactor: endpoint({
    method: 'POST',
    path: '/public/admin/second-factor/remove',
    roles: ADMIN,
    duties: anyDuty,
    mutates: true,
    costly: ['hash'],
    limits: formLimits,
    summary: 'Switch the second factor off, with a code of the app. Needs a recent login.',
    body: withCode,
    reply: message,
  }),
  audit: endpoint({
    method: 'GET',
    path: '/public/admin/audit',
    roles: ADMIN,
    duties: ['finance', 'support'],
    mutates: false,
    summary:
      'Who did what to whom, newest first. `q` is the beginning of an e-mail or name, an IP address or a request id; `from` and `to` are days, both included.',
    query: searchableList.extend(auditFilter),
    reply: z.array(auditEntry),
    paged: true,
  }),
}
