/** Texts of the mails about an account that its owner deletes. */
import { dayInWords } from '../../../contract/day-in-words.ts'
import type { Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { dayOf } from '../../platform/calendar.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import type { Shop } from '../../platform/shop.ts'

const meanwhile = {
  buyer: 'You cannot buy anything while this is pending.',
  seller:
    'Your products are off sale from now on. If an order comes in that was already being paid, the deletion waits for its end.',
  member: 'You leave the team of the shop with your account. The shop stays.',
} as const

/** What happens and when, and how to undo it. */
export async function queueDeletionAskedMail(
  shop: Shop,
  tx: Tx,
  { to, dueAt, who, byTeam }: { to: string; dueAt: Date; who: keyof typeof meanwhile; byTeam: boolean },
): Promise<void> {
  const { brandName, publicUrl, supportEmail } = shop.config
  await queueMail(shop, tx, {
    notice: 'deletion',
    to,
    subject: `Your account will be deleted - ${brandName}`,
    heading: 'Your account will be deleted',
    paragraphs: [
      byTeam
        ? `Our team was asked to delete your ${brandName} account. It is deleted after ${dayInWords(dayOf(dueAt))}.`
        : `You asked us to delete your ${brandName} account. It is deleted after ${dayInWords(dayOf(dueAt))}.`,
      'Until then you can keep it: log in, open Your Data and press ‘Keep my account’.',
      meanwhile[who],
      'Invoices and our bookkeeping records are kept as long as the law requires. Your Data lists them.',
      `If it was not you, keep your account, choose a new password and write to ${supportEmail}.`,
    ],
    link: { label: 'Keep my account', url: `${publicUrl}/your-data` },
  })
}

/** The wait is over, and something stands open that has to end first. */
export async function queueDeletionPutOffMail(
  shop: Shop,
  tx: Tx,
  to: string,
  open: readonly string[],
): Promise<void> {
  const { brandName, publicUrl } = shop.config
  await queueMail(shop, tx, {
    notice: 'deletion-put-off',
    to,
    subject: `Your account is not deleted yet - ${brandName}`,
    heading: 'Your account is not deleted yet',
    paragraphs: [
      `We were asked to delete your ${brandName} account. Something has to end first:`,
      ...open,
      'We delete the account as soon as it has ended. Until then you can keep it: open Your Data and press ‘Keep my account’.',
    ],
    link: { label: 'Open Your Data', url: `${publicUrl}/your-data` },
  })
}

export async function queueDeletionUndoneMail(shop: Shop, tx: Tx, to: string): Promise<void> {
  const { brandName, publicUrl } = shop.config
  await queueMail(shop, tx, {
    notice: 'deletion',
    to,
    subject: `Your account stays - ${brandName}`,
    heading: 'Your account stays',
    paragraphs: [`Your ${brandName} account is not deleted.`],
    link: { label: 'Open the shop', url: publicUrl },
  })
}

/** The last mail to this address. */
export async function queueDeletedMail(shop: Shop, tx: Tx, to: string): Promise<void> {
  const { brandName, publicUrl } = shop.config
  await queueMail(shop, tx, {
    id: newId(),
    to,
    subject: `Your account is deleted - ${brandName}`,
    heading: 'Your account is deleted',
    paragraphs: [
      `Your ${brandName} account is deleted, as you asked. What the law makes us keep is listed in the privacy notice.`,
    ],
    link: { label: 'Privacy notice', url: `${publicUrl}/privacy-notice` },
  })
}
