/** The audit: who did what to whom, when, from where. */
import { z } from 'zod'
import { day } from './fields.ts'

/** Everything that is ever written down. */
export const acts = [
  'login',
  'login-failed',
  'login-suspended',
  'logout',
  'login-confirmed',
  'login-confirm-failed',
  'email-verified',
  'password-reset',
  'password-changed',
  'password-change-failed',
  'sessions-ended',
  'second-factor-failed',
  'second-factor-on',
  'second-factor-off',
  'recovery-code-used',
  'recovery-codes-made',
  'bank-account-changed',
  'bank-account-shown',
  'account-suspended',
  'account-reinstated',
  'administrator-made',
  'demo-removed',
  'category-created',
  'category-deleted',
  'subcategory-created',
  'subcategory-deleted',
  'list-exported',
  'label-opened',
  'order-refunded',
  'refund-retried',
  'refund-settled',
  'payment-resolved',
  'job-retried',
  'mail-read',
  'mail-retried',
  'call-refused',
] as const
export type AuditAction = (typeof acts)[number]

/** `by` is null for a visitor; a command or a job of the shop has a `name` and no id. */
export const auditEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  act: z.enum(acts),
  by: z.object({ id: z.string().nullable(), name: z.string() }).nullable(),
  /** Whom or what it was done to: an account, order, category … by id and by the name that people know it by. */
  to: z.object({ kind: z.string(), id: z.string().nullable(), name: z.string() }).nullable(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  requestId: z.string().nullable(),
  /** In few words, e.g. the reason of a suspension. */
  note: z.string().nullable(),
})
export type AuditEntry = z.output<typeof auditEntry>

/** What a list of entries is narrowed to; `from` and `to` are days, both included. */
export const auditFilter = { act: z.enum(acts).optional(), from: day.optional(), to: day.optional() }
