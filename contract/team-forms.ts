/** What people type about the team of a shop: an invitation, areas, and the name and password of who joins. */
import { z } from 'zod'
import { teamAreas } from './endpoint.ts'
import { email, newPassword, plainText } from './fields.ts'
import { limits } from './limits.ts'

const memberAreas = z
  .array(z.enum(teamAreas), { error: 'Please choose at least one area.' })
  .min(1, 'Please choose at least one area.')
  .max(teamAreas.length)
  .transform((chosen) => teamAreas.filter((area) => chosen.includes(area)))

export const inviteMemberBody = z.object({
  email: email('Please enter an email address.'),
  areas: memberAreas,
})
export const memberAreasBody = z.object({ areas: memberAreas })

/** What the person types who opens the mailed link. */
export const joinTeamForm = z.object({
  name: plainText(limits.nameLength, 'Please enter your name.'),
  newPassword: newPassword('Please choose a password.', 'Password must be at least 6 characters long'),
})
export const joinTeamBody = joinTeamForm.extend({
  token: z.string({ error: 'This link is not complete.' }).regex(/^[\w-]{43}$/, 'This link is not complete.'),
})
