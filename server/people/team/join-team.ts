/** Somebody who was invited joins the team of a shop, with an account of their own. */
import type { Shop } from '../../platform/shop.ts'
import { Refusal } from '../../platform/refusal.ts'
import { tokenHash } from '../../platform/secrets.ts'
import { record } from '../audit/record.ts'
import { recordConsents } from '../consents/consents.ts'
import { createInvitedAccount } from '../identity/accounts.ts'
import { hashPassword } from '../identity/passwords.ts'
import { queueJoinedMail } from './mails.ts'
import { findInvitingShop, insertMember, lockOpenShop, takeInvitation } from './queries.ts'

const noLongerGood = () =>
  new Refusal(
    'conflict',
    'This link was used already, or is no longer good. Ask the owner of the shop for a new one.',
  )

/**
 * Returns the e-mail to log in with. The owner is told by mail, so that nobody joins unseen. Refuses: conflict for an unknown, used
 * or expired token, for a shop that is suspended or being deleted, and for an e-mail that got an account meanwhile.
 */
export async function joinTeam(
  shop: Shop,
  { token, name, newPassword }: { token: string; name: string; newPassword: string },
): Promise<string> {
  // First, so that a made-up token costs no hash.
  const sellerId = await findInvitingShop(shop.db, tokenHash(token))
  if (sellerId === undefined) throw noLongerGood()
  const passwordHash = await hashPassword(newPassword, shop.config.hashCost)
  return shop.db.transaction(async (tx) => {
    const open = await lockOpenShop(tx, sellerId)
    const invitation = open && (await takeInvitation(tx, tokenHash(token)))
    if (!invitation) throw noLongerGood()
    const { email, areas } = invitation
    const id = await createInvitedAccount(tx, { email, passwordHash, role: 'SELLER' })
    await insertMember(tx, { accountId: id, sellerId, name, areas })
    await recordConsents(tx, id)
    await queueJoinedMail(shop, tx, { to: open.email, name, email, areas })
    await record(tx, 'team-joined', {
      actor: { id, name: email },
      target: { kind: 'account', id: sellerId, name: open.email },
      note: areas.join(', '),
    })
    return email
  })
}
