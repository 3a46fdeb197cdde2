/** Texts of the mails to administrators about their own account. */
import { invitationHours } from '../../../contract/administrators.ts'
import type { Duty } from '../../../contract/endpoint.ts'
import type { Tx } from '../../platform/db/client.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import type { Shop } from '../../platform/shop.ts'

interface InvitationMail {
  id: string
  to: string
  token: string
  invitedBy: string
  duties: readonly Duty[]
}

/** The token stands behind '#', which browsers send to no server. */
export async function queueInvitationMail(
  shop: Shop,
  tx: Tx,
  { id, to, token, invitedBy, duties }: InvitationMail,
): Promise<void> {
  const { brandName, publicUrl } = shop.config
  await queueMail(shop, tx, {
    id,
    awaited: true,
    to,
    subject: `You are invited to work at ${brandName}`,
    heading: 'You are invited',
    paragraphs: [
      `${invitedBy} invites you to help run ${brandName}. Choose a password with the link below; afterwards you log in with this email address.`,
      `The link works once, and for ${invitationHours} hours.`,
    ],
    rows: [['You will do', duties.join(', ')]],
    link: { label: 'Choose a password', url: `${publicUrl}/invitation#${token}` },
    footer: 'If you do not know what this is about, you can ignore this email.',
  })
}

const ends = {
  suspended: ['Your access is suspended', 'Your access as an administrator is suspended.'],
  removed: ['Your access has ended', 'Your account of an administrator was removed.'],
} as const

/** Tells an administrator that they cannot log in any more, and who decided it. */
export async function queueAccessEndedMail(
  shop: Shop,
  tx: Tx,
  { to, how, by, reason }: { to: string; how: keyof typeof ends; by: string; reason: string },
): Promise<void> {
  const [heading, text] = ends[how]
  await queueMail(shop, tx, {
    notice: 'access',
    to,
    subject: `${heading} - ${shop.config.brandName}`,
    heading,
    paragraphs: [text, 'If you think that this is a mistake, ask another owner of the shop.'],
    rows: [
      ['By', by],
      ['Reason', reason],
    ],
  })
}
