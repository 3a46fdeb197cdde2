/** Administrator: returns that need a decision, and the return policy of each category. */
import { z } from 'zod'
import { searchableList } from './admin-people.ts'
import { anyDuty, endpoint, workLimits } from './endpoint.ts'
import { digits, file, id, message, numericId, text } from './fields.ts'
import { listedReturn } from './returns.ts'

const ADMIN = ['ADMIN'] as const
const returnDecisions = ['accept', 'reject', 'receive', 'exchange', 'refund'] as const

export const adminReturn = listedReturn.extend({
  customerEmail: z.string(),
  sellerCompany: z.string(),
  sellerEmail: z.string(),
  /** What may be decided now. */
  decisions: z.array(z.enum(returnDecisions)),
})
export type AdminReturn = z.output<typeof adminReturn>

const whole = (min: number, max: number) =>
  digits(`Please enter a number from ${min} to ${max}.`).pipe(
    z
      .number({ error: `Please enter a number from ${min} to ${max}.` })
      .int(`Please enter a number from ${min} to ${max}.`)
      .min(min, `Please enter a number from ${min} to ${max}.`)
      .max(max, `Please enter a number from ${min} to ${max}.`),
  )

/** Days and minutes in the limits of the table return_policy. */
export const returnPolicyBody = z.object({
  /** Null: all categories without a policy of their own. */
  categoryId: numericId.nullable(),
  cancelMinutes: whole(0, 10_080),
  returnDays: whole(0, 90),
  answerDays: whole(1, 30),
  sendDays: whole(1, 30),
  refundDays: whole(1, 30),
  changeOfMind: z.boolean(),
  /** Whether what is faulty may be exchanged. */
  exchanges: z.boolean(),
  wayBack: z.enum(['buyer', 'seller']),
})
export type ReturnPolicyInput = z.output<typeof returnPolicyBody>

const returnPolicy = returnPolicyBody.extend({
  categoryId: z.number().int().nullable(),
  categoryName: z.string().nullable(),
})
export type ReturnPolicy = z.output<typeof returnPolicy>

export const adminReturns = {
  returns: endpoint({
    method: 'GET',
    path: '/public/admin/returns',
    roles: ADMIN,
    duties: ['finance', 'support'],
    summary:
      "Returns, newest first; `show=disputed` (the default) only those that wait for a decision, `show=open` all that are not ended, `show=all` all. `q` is an order's number or the e-mail of a buyer or seller.",
    query: searchableList.extend({ show: z.enum(['disputed', 'open', 'all']).default('disputed') }),
    reply: z.array(adminReturn),
    paged: true,
  }),
  decideReturn: endpoint({
    method: 'POST',
    path: '/public/admin/returns/{id}/decide',
    roles: ADMIN,
    duties: ['support'],
    costly: ['mail', 'render'],
    limits: workLimits,
    summary:
      'Accept or reject a disputed return, or act for the seller: accept, mark as received, send the replacement, refund at once. A refund, and a replacement, which may become one, need a recent login (403 with the field `recentLogin`).',
    params: z.object({ id }),
    body: z.object({
      decision: z.enum(returnDecisions),
      note: text(500, 'Please give a reason.'),
    }),
    reply: message,
  }),
  returnLabel: endpoint({
    method: 'GET',
    path: '/public/admin/returns/{id}/label',
    roles: ADMIN,
    duties: ['support'],
    summary: 'The shipping label of the replacement of any return, a PDF. Each call is written to the audit.',
    params: z.object({ id }),
    reply: file,
    file: 'application/pdf',
  }),
  returnPolicies: endpoint({
    method: 'GET',
    path: '/public/admin/return-policies',
    roles: ADMIN,
    duties: anyDuty,
    summary: 'The general return policy, and those of categories with their own.',
    reply: z.array(returnPolicy),
  }),
  saveReturnPolicy: endpoint({
    method: 'POST',
    path: '/public/admin/return-policies',
    roles: ADMIN,
    duties: ['finance'],
    recentLogin: true,
    secondPerson: 'Change a return policy',
    summary: 'Change the policy of a category, or of all others. Orders that were placed before keep theirs.',
    body: returnPolicyBody,
    reply: message,
  }),
  removeReturnPolicy: endpoint({
    method: 'POST',
    path: '/public/admin/return-policies/{categoryId}/remove',
    roles: ADMIN,
    duties: ['finance'],
    recentLogin: true,
    secondPerson: 'Remove the return policy of a category',
    summary: 'Delete the policy of a category, which then has the general one.',
    params: z.object({ categoryId: numericId }),
    reply: message,
  }),
}
