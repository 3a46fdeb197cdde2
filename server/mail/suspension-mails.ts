import type { Tx } from '../db/client.ts'
import type { Shop } from '../shop.ts'
import { composeMail } from './layout.ts'
import { queueMail } from './queue-mail.ts'

/** Tells somebody why he cannot log in any more, and whom to ask. */
export async function queueSuspendedMail(shop: Shop, tx: Tx, to: string, reason: string): Promise<void> {
  const { brandName, supportEmail } = shop.config
  const mail = composeMail({
    to,
    brandName,
    subject: `Your account is suspended - ${brandName}`,
    heading: 'Your account is suspended',
    paragraphs: [
      `Your ${brandName} account has been suspended. You cannot log in, and products you sell are not shown for now.`,
      'Orders that were placed before are still delivered.',
      `If you think that this is a mistake, write to ${supportEmail}.`,
    ],
    rows: [['Reason', reason]],
  })
  await queueMail(shop, tx, mail)
}

export async function queueReinstatedMail(shop: Shop, tx: Tx, to: string): Promise<void> {
  const { brandName, publicUrl } = shop.config
  const mail = composeMail({
    to,
    brandName,
    subject: `Your account is active again - ${brandName}`,
    heading: 'Your account is active again',
    paragraphs: [`Your ${brandName} account is no longer suspended. You can log in as before.`],
    link: { label: 'Log in', url: `${publicUrl}/login` },
  })
  await queueMail(shop, tx, mail)
}
