/** Administrators: invited, listed, suspended and removed by an owner; what each of them may do. */
import { z } from 'zod'
import { duties, endpoint, formLimits } from './endpoint.ts'
import { email, id, message, text } from './fields.ts'

const ADMIN = ['ADMIN'] as const
const params = z.object({ id })

/** How long the link in the mail is good. */
export const invitationHours = 72

const ownDuties = z
  .array(z.enum(duties))
  .min(1, 'Please choose at least one role.')
  .max(duties.length)
  .transform((chosen) => duties.filter((duty) => chosen.includes(duty)))

export const inviteBody = z.object({ email: email('Please enter an email address.'), duties: ownDuties })
export const dutiesBody = z.object({ duties: ownDuties })
const reasonBody = z.object({ reason: text(500, 'Please give a reason.') })

export const administrator = z.object({
  id: z.string(),
  email: z.string(),
  duties: z.array(z.enum(duties)),
  suspended: z.object({ at: z.iso.datetime(), reason: z.string() }).nullable(),
  secondFactor: z.boolean(),
  /** The last visit of a browser that is still logged in. */
  lastSeenAt: z.iso.datetime().nullable(),
  /** The caller, whom another owner has to change. */
  own: z.boolean(),
})
export type Administrator = z.output<typeof administrator>

export const invitation = z.object({
  id: z.string(),
  email: z.string(),
  duties: z.array(z.enum(duties)),
  invitedBy: z.string(),
  expiresAt: z.iso.datetime(),
})
export type Invitation = z.output<typeof invitation>

export const administrators = {
  administrators: endpoint({
    method: 'GET',
    path: '/public/admin/administrators',
    roles: ADMIN,
    duties: ['owner'],
    summary:
      'The administrators by e-mail, and the invitations that were not accepted yet; 200 of each at most.',
    reply: z.object({ administrators: z.array(administrator), invitations: z.array(invitation) }),
  }),
  inviteAdministrator: endpoint({
    method: 'POST',
    path: '/public/admin/administrators/invite',
    roles: ADMIN,
    duties: ['owner'],
    recentLogin: true,
    secondPerson: 'Invite an administrator',
    costly: ['mail'],
    limits: [{ max: 10, seconds: 3_600 }],
    summary:
      'Mail somebody a link, good once and for 72 hours, by which they become an administrator with these duties. Replaces an earlier invitation of theirs. 409 for an e-mail that has an account.',
    body: inviteBody,
    reply: message,
  }),
  withdrawInvitation: endpoint({
    method: 'POST',
    path: '/public/admin/administrators/invitations/{id}/withdraw',
    roles: ADMIN,
    duties: ['owner'],
    recentLogin: true,
    summary: 'Withdraw an invitation: its link is void.',
    params,
    reply: message,
  }),
  changeDuties: endpoint({
    method: 'POST',
    path: '/public/admin/administrators/{id}/duties',
    roles: ADMIN,
    duties: ['owner'],
    recentLogin: true,
    secondPerson: 'Change what an administrator may do',
    summary:
      'Change the duties of an administrator, from their next request on. 409 for the caller and for the last owner.',
    params,
    body: dutiesBody,
    reply: message,
  }),
  suspendAdministrator: endpoint({
    method: 'POST',
    path: '/public/admin/administrators/{id}/suspend',
    roles: ADMIN,
    duties: ['owner'],
    recentLogin: true,
    costly: ['mail'],
    limits: formLimits,
    summary:
      'Suspend an administrator; their sessions end at once. 409 for the caller and for the last owner.',
    params,
    body: reasonBody,
    reply: message,
  }),
  reinstateAdministrator: endpoint({
    method: 'POST',
    path: '/public/admin/administrators/{id}/reinstate',
    roles: ADMIN,
    duties: ['owner'],
    recentLogin: true,
    secondPerson: 'Reinstate an administrator',
    summary: 'End the suspension of an administrator.',
    params,
    body: reasonBody,
    reply: message,
  }),
  removeAdministrator: endpoint({
    method: 'POST',
    path: '/public/admin/administrators/{id}/remove',
    roles: ADMIN,
    duties: ['owner'],
    recentLogin: true,
    costly: ['mail'],
    limits: formLimits,
    summary:
      'Delete the account of an administrator; their sessions end at once, the audit keeps what they did. 409 for the caller and for the last owner.',
    params,
    body: reasonBody,
    reply: message,
  }),
}
