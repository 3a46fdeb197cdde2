/** The administrator's own sign-in (pages, second factor) and the call that reads the audit. */
import { z } from 'zod'
import { searched } from './admin-people.ts'
import { auditEntry, auditFilter } from './audit.ts'
import { secondCode } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { message } from './fields.ts'

const ADMIN = ['ADMIN'] as const

/** Said with 403 and under the field `secondFactor` where the shop asks for one and the account has none yet. */
export const secondFactorFirst = 'Please set up your authenticator app first.'

/** Longer than the shop asks of anybody else: nothing stands between it and every order. */
export const adminPasswordMin = 12

/** Paths of the pages, the first segment of each after the slash. */
export const adminPaths = z.object({
  overview: z.string(),
  sellers: z.string(),
  orders: z.string(),
  customers: z.string(),
})
export type AdminPaths = z.output<typeof adminPaths>

const withCode = z.object({ code: secondCode })

export const adminSecurity = {
  me: endpoint({
    method: 'GET',
    path: '/public/admin/me',
    roles: ADMIN,
    mutates: false,
    beforeSecondFactor: true,
    summary: "The addresses of the administrator's pages, and how he is signed in.",
    reply: z.object({
      email: z.string(),
      paths: adminPaths,
      /** Until when sensitive views need no password; null when they need one now. */
      confirmedUntil: z.iso.datetime().nullable(),
      secondFactor: z.object({
        on: z.boolean(),
        /** Whether the shop asks every administrator for one. */
        required: z.boolean(),
        recoveryCodesLeft: z.number().int(),
      }),
    }),
  }),
  beginSecondFactor: endpoint({
    method: 'POST',
    path: '/public/admin/second-factor/begin',
    roles: ADMIN,
    mutates: true,
    beforeSecondFactor: true,
    summary:
      'A new secret for the authenticator app, shown once; it counts from `confirm` on. Needs a recent login. 409 while one is on.',
    reply: z.object({ secret: z.string(), uri: z.string() }),
  }),
  confirmSecondFactor: endpoint({
    method: 'POST',
    path: '/public/admin/second-factor/confirm',
    roles: ADMIN,
    mutates: true,
    beforeSecondFactor: true,
    summary: 'Switch the second factor on with a code of it. Answers the recovery codes, shown once.',
    body: withCode,
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/public/admin/second-factor/recovery-codes',
    roles: ADMIN,
    mutates: true,
    summary: 'New recovery codes; the earlier ones become void. Needs a recent login.',
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
  removeSecondFactor: endpoint({
    method: 'POST',
    path: '/public/admin/second-factor/remove',
    roles: ADMIN,
    mutates: true,
    summary: 'Switch the second factor off, with a code of it. Needs a recent login.',
    body: withCode,
    reply: message,
  }),
  audit: endpoint({
    method: 'GET',
    path: '/public/admin/audit',
    roles: ADMIN,
    mutates: false,
    summary:
      'Who did what to whom, newest first. `q` is the beginning of an e-mail or name, an IP address or a request id; `from` and `to` are days, both included.',
    query: searched.extend(auditFilter),
    reply: z.array(auditEntry),
    paged: true,
  }),
}
