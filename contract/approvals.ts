/** Administrator: calls that a second administrator has to confirm, because they pay, mark as paid, reinstate or change policies. */
import { z } from 'zod'
import { searchableList } from './admin-people.ts'
import { anyDuty, endpoint, workLimits } from './endpoint.ts'
import { id, message, streamedFile, text } from './fields.ts'

const ADMIN = ['ADMIN'] as const
const params = z.object({ id })

/** How long a call waits. */
export const approvalHours = 24

/** The reply with status 202: nothing has been done yet. */
export const waitingReply = z.object({ msg: z.string(), approvalId: z.string() })

export const waitsForSecondPerson = `Another administrator has to confirm this. It waits for ${approvalHours} hours under "Waiting for confirmation".`

/** Lines of what is to be decided: label and value. */
const facts = z.array(z.object({ label: z.string(), value: z.string() }))
export type Fact = z.output<typeof facts>[number]

export const approvalStates = ['waiting', 'confirmed', 'declined', 'withdrawn', 'failed', 'expired'] as const

export const approval = z.object({
  id: z.string(),
  /** What the call does. */
  title: z.string(),
  /** While it waits: as they are now. */
  facts,
  /** What it is about is not as it was when it was asked for: it cannot be confirmed any more. */
  changed: z.boolean(),
  /** It takes a file (`approvalFile`). */
  file: z.boolean(),
  askedBy: z.string(),
  askedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** The caller asked for it: they may withdraw it, and not confirm it. */
  own: z.boolean(),
  /** 'failed': confirmed, and then refused by the shop. */
  state: z.enum(approvalStates),
  decidedBy: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  /** What the confirmed call replied, or why it was declined. */
  outcome: z.string().nullable(),
})
export type Approval = z.output<typeof approval>

export const approvals = {
  approvals: endpoint({
    method: 'GET',
    path: '/public/admin/approvals',
    roles: ADMIN,
    duties: anyDuty,
    summary:
      'Calls that wait for a second administrator, newest first; `show=all` also those of the last 30 days that were decided. Only those that the caller could make.',
    query: searchableList.omit({ q: true }).extend({ show: z.enum(['waiting', 'all']).default('waiting') }),
    reply: z.array(approval),
    paged: true,
  }),
  approvalFile: endpoint({
    method: 'GET',
    path: '/public/admin/approvals/{id}/file',
    roles: ADMIN,
    duties: anyDuty,
    summary:
      'The whole file of a call that takes one, such as a reply of the bank. 404 for any other call, and for one that the caller could not make.',
    params,
    reply: streamedFile,
    file: 'text/csv',
  }),
  confirmApproval: endpoint({
    method: 'POST',
    path: '/public/admin/approvals/{id}/confirm',
    roles: ADMIN,
    duties: anyDuty,
    recentLogin: true,
    // As the calls that are confirmed.
    costly: ['mail', 'render', 'rows'],
    limits: workLimits,
    summary:
      'Confirm a call of another administrator: it is made now, once, and its reply is returned. 403 for one that the caller could not make; 409 for their own, for one that was decided or has expired, and where anything that it is about is not as it was when it was asked for.',
    params,
    reply: message,
  }),
  declineApproval: endpoint({
    method: 'POST',
    path: '/public/admin/approvals/{id}/decline',
    roles: ADMIN,
    duties: anyDuty,
    recentLogin: true,
    summary: 'Decline a call of another administrator, with a reason. Refuses like `confirmApproval`.',
    params,
    body: z.object({ reason: text(500, 'Please give a reason.') }),
    reply: message,
  }),
  withdrawApproval: endpoint({
    method: 'POST',
    path: '/public/admin/approvals/{id}/withdraw',
    roles: ADMIN,
    duties: anyDuty,
    summary: "Withdraw a call that waits. 404 for another administrator's.",
    params,
    reply: message,
  }),
}
