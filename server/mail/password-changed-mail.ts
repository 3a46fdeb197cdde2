import type { Tx } from '../db/client.ts'
import type { Shop } from '../shop.ts'
import { composeMail } from './layout.ts'
import { queueMail } from './queue-mail.ts'

/** Tells the owner that his password was changed: if it was not him, he can act. */
export async function queuePasswordChangedMail(shop: Shop, tx: Tx, to: string): Promise<void> {
  const { brandName, publicUrl, supportEmail } = shop.config
  const mail = composeMail({
    to,
    brandName,
    subject: `Your password was changed - ${brandName}`,
    heading: 'Your password was changed',
    paragraphs: [
      `The password of your ${brandName} account was changed just now, and every device was logged out.`,
      `If it was not you, choose a new password at ${publicUrl}/reset-password and write to ${supportEmail}.`,
    ],
    link: { label: 'Log in', url: `${publicUrl}/login` },
  })
  await queueMail(shop, tx, mail)
}
