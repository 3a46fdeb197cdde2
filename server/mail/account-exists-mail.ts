import type { Tx } from '../db/client.ts'
import type { Shop } from '../shop.ts'
import { composeMail } from './layout.ts'
import { queueMail } from './queue-mail.ts'

/** Tells the owner of an account that somebody signed up with its e-mail; the page itself must not say so (api-rules §6). */
export async function queueAccountExistsMail(shop: Shop, tx: Tx, to: string): Promise<void> {
  const { brandName, publicUrl } = shop.config
  const mail = composeMail({
    to,
    brandName,
    subject: `You already have an account - ${brandName}`,
    heading: 'You already have an account',
    paragraphs: [
      `Somebody just registered at ${brandName} with this email address, which has an account already. Nothing was changed.`,
      `If it was you, log in with your password, or choose a new one at ${publicUrl}/reset-password.`,
    ],
    link: { label: 'Log in', url: `${publicUrl}/login` },
    footer: 'If it was not you, you can ignore this email.',
  })
  await queueMail(shop, tx, mail)
}
