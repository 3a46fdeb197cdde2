/** Text of the mail about a seller's bank details. */
import type { Tx } from '../../platform/db/client.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import type { Shop } from '../../platform/shop.ts'

/** Tells a seller that payouts go to another bank account from now on, because an intruder may have changed it. */
export async function queueBankChangedMail(shop: Shop, tx: Tx, to: string): Promise<void> {
  const { brandName, supportEmail } = shop.config
  await queueMail(shop, tx, {
    to,
    subject: `Your bank details were changed - ${brandName}`,
    heading: 'Your bank details were changed',
    paragraphs: ['The bank details of your seller account were changed a moment ago.'],
    footer: `If it was not you, please write to ${supportEmail} at once.`,
  })
}
