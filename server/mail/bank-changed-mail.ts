import type { Tx } from '../db/client.ts'
import type { Shop } from '../shop.ts'
import { composeMail } from './layout.ts'
import { queueMail } from './queue-mail.ts'

/** Tells a seller that his money will go to another account: somebody else may have changed it. */
export async function queueBankChangedMail(shop: Shop, tx: Tx, to: string): Promise<void> {
  const { brandName, supportEmail } = shop.config
  const mail = composeMail({
    to,
    brandName,
    subject: `Your bank details were changed - ${brandName}`,
    heading: 'Your bank details were changed',
    paragraphs: ['The bank details of your seller account were changed a moment ago.'],
    footer: `If it was not you, please write to ${supportEmail} at once.`,
  })
  await queueMail(shop, tx, mail)
}
