/** Entries of the audit: who did what to whom, when and from where. */
import { z } from 'zod'
import { day } from './fields.ts'

/** All actions that are audited. */
export const auditActions = [
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
  'administrator-invited',
  'invitation-withdrawn',
  'invitation-accepted',
  'duties-changed',
  'administrator-suspended',
  'administrator-reinstated',
  'administrator-removed',
  'call-asked',
  'call-confirmed',
  'call-declined',
  'call-withdrawn',
  'demo-removed',
  'category-created',
  'category-deleted',
  'subcategory-created',
  'subcategory-deleted',
  'list-exported',
  'label-opened',
  'document-opened',
  'order-refunded',
  'order-part-refunded',
  'order-cancelled',
  'refund-retried',
  'refund-settled',
  'payment-resolved',
  'return-decided',
  'return-policy-changed',
  'settlement-started',
  'bank-file-made',
  'bank-file-downloaded',
  'bank-reply-taken',
  'payout-paid',
  'payout-failed',
  'payout-repeated',
  'route-account-linked',
  'month-end-exported',
  'day-reconciled',
  'rate-added',
  'rate-ended',
  'rate-withdrawn',
  'job-retried',
  'mail-read',
  'mail-retried',
  'call-refused',
] as const
export type AuditAction = (typeof auditActions)[number]

/** `act` is the action, `by` the actor, `to` the target. `by` is null for a visitor; a command or job has a name and no id. */
export const auditEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  act: z.enum(auditActions),
  by: z.object({ id: z.string().nullable(), name: z.string() }).nullable(),
  /** The account, order, category … by its id and by the name that people see. */
  to: z.object({ kind: z.string(), id: z.string().nullable(), name: z.string() }).nullable(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  requestId: z.string().nullable(),
  /** A short free text, for example the reason of a suspension. */
  note: z.string().nullable(),
})
export type AuditEntry = z.output<typeof auditEntry>

/** Filters of a list of entries; `from` and `to` are days, both included. */
export const auditFilter = { act: z.enum(auditActions).optional(), from: day.optional(), to: day.optional() }
