/** Text of the mail that tells a seller of a payout. */
import { formatAmount, rupees } from '../../../contract/money.ts'
import type { Tx } from '../../platform/db/client.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import type { Shop } from '../../platform/shop.ts'

const dayFormat = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })

export async function queuePaidMail(
  shop: Shop,
  tx: Tx,
  paid: { payoutId: string; email: string; company: string; upTo: string; paise: number; reference: string },
): Promise<void> {
  const amount = formatAmount(rupees(paid.paise))
  const upTo = dayFormat.format(new Date(`${paid.upTo}T12:00:00Z`))
  await queueMail(shop, tx, {
    id: `payout-${paid.payoutId}`,
    to: paid.email,
    subject: `${amount} were paid to you - ${shop.config.brandName}`,
    heading: `${amount} were paid to you`,
    paragraphs: [
      `Hello ${paid.company},`,
      `we have paid ${amount} for your sales that were settled up to ${upTo}. The reference of the transfer is ${paid.reference}.`,
      'The statement with every order, return and deduction is on your page Earnings. A bank transfer may take a working day to arrive.',
    ],
    footer: `If something is not right, please write to ${shop.config.supportEmail}.`,
  })
}
