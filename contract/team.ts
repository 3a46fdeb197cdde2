/** The team of a shop: people whom its owner invites, with log-ins of their own, and what each may do. */
import { z } from 'zod'
import { endpoint, formLimits, teamAreas } from './endpoint.ts'
import { id, message } from './fields.ts'
import { inviteMemberBody, joinTeamBody, memberAreasBody } from './team-forms.ts'

const seller = ['SELLER'] as const
const owner = ['owner'] as const
const params = z.object({ id })
const areas = z.array(z.enum(teamAreas))

/** How long the link in the mail is good. */
export const invitationDays = 7
/** Members and open invitations of a shop. */
export const teamMax = 20

export const teamMember = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  areas,
  joinedAt: z.iso.datetime(),
  secondFactor: z.boolean(),
  /** The last visit of a browser that is still logged in. */
  lastSeenAt: z.iso.datetime().nullable(),
})
export type TeamMember = z.output<typeof teamMember>

export const teamInvitation = z.object({
  id: z.string(),
  email: z.string(),
  areas,
  expiresAt: z.iso.datetime(),
})
export type TeamInvitation = z.output<typeof teamInvitation>

export const team = {
  show: endpoint({
    method: 'GET',
    path: '/private/team',
    roles: seller,
    areas: owner,
    summary: 'The members of the team of the caller’s shop by name, and the invitations that are open.',
    reply: z.object({ members: z.array(teamMember), invitations: z.array(teamInvitation) }),
  }),
  invite: endpoint({
    method: 'POST',
    path: '/private/team/invitations',
    roles: seller,
    areas: owner,
    recentLogin: true,
    costly: ['mail'],
    limits: [
      { max: 10, seconds: 3_600 },
      { max: 40, seconds: 86_400 },
    ],
    summary:
      'Mail somebody a link, good once and for 7 days, by which they join the team with these areas. Replaces an earlier invitation of theirs by this shop. The reply is the same for an e-mail that has an account: its owner is told by mail that it cannot join. 409 beyond 20 members and open invitations.',
    body: inviteMemberBody,
    reply: message,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/private/team/invitations/{id}/withdraw',
    roles: seller,
    areas: owner,
    recentLogin: true,
    summary: 'Withdraw an invitation: its link is void.',
    params,
    reply: message,
  }),
  changeAreas: endpoint({
    method: 'POST',
    path: '/private/team/members/{id}/areas',
    roles: seller,
    areas: owner,
    recentLogin: true,
    limits: formLimits,
    summary: 'Change the areas of a member, from their next request on.',
    params,
    body: memberAreasBody,
    reply: message,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/private/team/members/{id}/remove',
    roles: seller,
    areas: owner,
    recentLogin: true,
    costly: ['mail'],
    limits: formLimits,
    summary: 'Delete the account of a member; their sessions end at once, the audit keeps what they did.',
    params,
    reply: message,
  }),
  join: endpoint({
    method: 'POST',
    path: '/auth/team/join',
    roles: ['visitor'],
    costly: ['hash', 'mail'],
    limits: [{ max: 20, seconds: 600 }],
    summary:
      'Join a team with the token of an invitation, which is good once: a name and a password. Returns the e-mail to log in with. 409 for an unknown, used or expired token, and for an e-mail that has an account.',
    body: joinTeamBody,
    reply: message.extend({ email: z.string() }),
  }),
}
