/** The invited person chooses a password, and is an administrator from then on. A second factor is set up after the first login. */
import { record } from '../../people/audit/record.ts'
import { createAdministrator, findWhoMay } from '../../people/identity/administrators.ts'
import { hashPassword } from '../../people/identity/passwords.ts'
import { passwordProblem } from '../../people/identity/rules.ts'
import { admin } from '../../../contract/admin.ts'
import { Refusal } from '../../platform/refusal.ts'
import { tokenHash } from '../../platform/secrets.ts'
import type { Shop } from '../../platform/shop.ts'
import { isInvitation, takeInvitation } from './queries.ts'

const noLongerGood = () =>
  new Refusal('conflict', 'This link was used already, or is no longer good. Ask for a new one.')

/**
 * Returns the e-mail to log in with. Refuses: invalid for a short password, which leaves the token good; conflict for an unknown,
 * used or expired token, where who asked for it or who confirmed it is no owner any more, and for an e-mail that got an account
 * meanwhile.
 */
export async function acceptInvitation(
  shop: Shop,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<string> {
  const problem = passwordProblem('ADMIN', newPassword)
  if (problem) throw new Refusal('invalid', problem, { fields: { newPassword: problem } })
  // First, so that a made-up token costs no hash.
  if (!(await isInvitation(shop.db, tokenHash(token)))) throw noLongerGood()
  const passwordHash = await hashPassword(newPassword, shop.config.hashCost)
  return shop.db.transaction(async (tx) => {
    const invitation = await takeInvitation(tx, tokenHash(token))
    if (!invitation) throw noLongerGood()
    for (const id of [invitation.invitedBy, invitation.askedBy])
      if (id !== null && !(await findWhoMay(tx, id, admin.inviteAdministrator))) throw noLongerGood()
    const { email, duties } = invitation
    const id = await createAdministrator(tx, { email, passwordHash, duties })
    await record(tx, 'invitation-accepted', {
      actor: { id, name: email },
      target: { kind: 'account', id, name: email },
      note: duties.join(', '),
    })
    return email
  })
}
