/** Texts of the mails about the team of a shop. */
import type { TeamArea } from '../../../contract/endpoint.ts'
import { invitationDays } from '../../../contract/team.ts'
import type { Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import type { Shop } from '../../platform/shop.ts'

interface InvitationMail {
  id: string
  to: string
  company: string
}

/** The token stands behind '#', which browsers send to no server. */
export async function queueTeamInvitationMail(
  shop: Shop,
  tx: Tx,
  { id, to, company, token, areas }: InvitationMail & { token: string; areas: readonly TeamArea[] },
): Promise<void> {
  const { brandName, publicUrl } = shop.config
  await queueMail(shop, tx, {
    id,
    awaited: true,
    to,
    subject: `You are invited to a shop at ${brandName}`,
    heading: 'You are invited',
    paragraphs: [
      `A seller at ${brandName} invites you to help run their shop. With the link below you choose a password; afterwards you log in with this email address.`,
      `The link works once, and for ${invitationDays} days.`,
    ],
    rows: [
      ['Shop', company],
      ['You will do', areas.join(', ')],
    ],
    link: { label: 'Join the team', url: `${publicUrl}/invitation#team.${token}` },
    footer: 'If you do not know this shop, you can ignore this email.',
  })
}

/** Tells who has an account why they cannot join; the seller's page must not say so. */
export async function queueCannotJoinMail(
  shop: Shop,
  tx: Tx,
  { id, to, company }: InvitationMail,
): Promise<void> {
  const { brandName } = shop.config
  await queueMail(shop, tx, {
    id,
    to,
    subject: `You are invited to a shop at ${brandName}`,
    heading: 'You are invited',
    paragraphs: [
      `A seller at ${brandName} invites you to help run their shop. This email address has an account at ${brandName} already, and an account is either a buyer’s, a shop’s or a team member’s.`,
      'If you want to join, tell them another address of yours. Otherwise you need not do anything: they do not learn that you have an account.',
    ],
    rows: [['Shop', company]],
  })
}

/** To the owner: whoever is in their account could invite somebody to stay in the shop. */
export async function queueJoinedMail(
  shop: Shop,
  tx: Tx,
  { to, name, email, areas }: { to: string; name: string; email: string; areas: readonly TeamArea[] },
): Promise<void> {
  const { brandName, publicUrl } = shop.config
  await queueMail(shop, tx, {
    id: newId(),
    to,
    subject: `Somebody has joined your team - ${brandName}`,
    heading: 'Somebody has joined your team',
    paragraphs: [
      'They can log in to your shop and do what you gave them. On the page Team you change that, or remove them.',
      'If you did not invite them, remove them and choose a new password.',
    ],
    rows: [
      ['Name', name],
      ['Email', email],
      ['They do', areas.join(', ')],
    ],
    link: { label: 'Open Team', url: `${publicUrl}/seller-team` },
  })
}

export const queueRemovedMail = (shop: Shop, tx: Tx, mail: { to: string; company: string }): Promise<void> =>
  queueLeftMail(shop, tx, mail, 'The owner of the shop', 'the owner of the shop')

/** By an administrator. */
export const queueRemovedByUsMail = (
  shop: Shop,
  tx: Tx,
  mail: { to: string; company: string },
): Promise<void> => queueLeftMail(shop, tx, mail, 'Our team', shop.config.supportEmail)

/** To the owner, of a member whom an administrator removed. */
export async function queueMemberRemovedMail(
  shop: Shop,
  tx: Tx,
  { to, name, email }: { to: string; name: string; email: string },
): Promise<void> {
  const { brandName, publicUrl, supportEmail } = shop.config
  await queueMail(shop, tx, {
    id: newId(),
    to,
    subject: `Somebody is no longer in your team - ${brandName}`,
    heading: 'Somebody is no longer in your team',
    paragraphs: [
      'We have removed a member from the team of your shop. Their log-in is deleted; what they did for your shop stays.',
    ],
    rows: [
      ['Name', name],
      ['Email', email],
    ],
    link: { label: 'Open Team', url: `${publicUrl}/seller-team` },
    footer: `If you think that this is a mistake, write to ${supportEmail}.`,
  })
}

async function queueLeftMail(
  shop: Shop,
  tx: Tx,
  { to, company }: { to: string; company: string },
  by: string,
  ask: string,
): Promise<void> {
  const { brandName } = shop.config
  await queueMail(shop, tx, {
    id: newId(),
    to,
    subject: `You are no longer in the team of a shop - ${brandName}`,
    heading: 'You have left a team',
    paragraphs: [
      `${by} has removed you from the team of this shop, and your log-in at ${brandName} is deleted.`,
    ],
    rows: [['Shop', company]],
    footer: `If you think that this is a mistake, ask ${ask}.`,
  })
}
