/** The nightly timer that asks buyers for reviews, once a parcel. */
import type { Shop } from '../../platform/shop.ts'
import { dueInvitations, insertInvitation } from './invite-queries.ts'
import { queueInvitationMail } from './mails.ts'

const batch = 100

/**
 * Parcels that were delivered REVIEW_INVITATION_DAYS ago. A parcel and its mail are one transaction, so that two runs at once
 * send one mail.
 */
export async function inviteReviews(shop: Shop): Promise<void> {
  const days = shop.config.reviewInvitationDays
  if (days === 0) return
  for (let last = batch; last === batch;) {
    const invitations = await dueInvitations(shop.db, days, batch)
    for (const invitation of invitations)
      await shop.db.transaction(async (tx) => {
        if (!(await insertInvitation(tx, invitation.parcelId))) return
        if (invitation.orders.length > 0) await queueInvitationMail(shop, tx, invitation)
      })
    last = invitations.length
  }
}
