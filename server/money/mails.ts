/** Texts of the mails that tell all administrators of money that moved as nobody wanted. */
import { formatAmount, rupees } from '../../contract/money.ts'
import { emailsOfAdministrators } from '../people/identity/accounts.ts'
import type { Tx } from '../platform/db/client.ts'
import { queueMail } from '../platform/mail/queue-mail.ts'
import type { Shop } from '../platform/shop.ts'

/** The row `id` of `paid_twice`; paise. */
export async function queuePaidTwiceMails(
  shop: Shop,
  tx: Tx,
  { id, paise }: { id: string; paise: number },
): Promise<void> {
  await queueMails(shop, tx, `paid-twice-${id}`, `${formatAmount(rupees(paise))} went to a seller twice`, [
    'Bank or payment provider paid a settlement that another payout had paid.',
    'The seller owes this amount, and their next settlement deducts it.',
  ])
}

/** A refund that waits for a person, or by which money went back twice. */
export async function queueRefundMails(
  shop: Shop,
  tx: Tx,
  refund: { id: string; paymentId: string; amountPaise: number },
  attention: 'unmatched' | 'twice',
): Promise<void> {
  const amount = formatAmount(rupees(refund.amountPaise))
  const [heading, ...paragraphs] =
    attention === 'twice'
      ? [
          `${amount} went back to a buyer twice`,
          `${amount} of the payment ${refund.paymentId} were refunded a second time, at the shop's expense.`,
        ]
      : [
          `What is the refund of ${amount} for?`,
          `A refund of ${amount} was made at the payment provider for the payment ${refund.paymentId}, without the shop's number of a refund.`,
          'Please say under Refunds what it was for. Until then other refunds of this payment wait.',
        ]
  await queueMails(shop, tx, `refund-${attention}-${refund.id}`, heading, paragraphs)
}

/** It names no page, because addresses of the administrators' pages are secret. */
async function queueMails(
  shop: Shop,
  tx: Tx,
  id: string,
  heading: string,
  paragraphs: readonly string[],
): Promise<void> {
  for (const [no, to] of (await emailsOfAdministrators(tx)).entries())
    await queueMail(shop, tx, {
      id: `${id}-${no}`,
      to,
      subject: `${heading} - ${shop.config.brandName}`,
      heading,
      paragraphs,
      footer: 'It is among the exceptions of the money pages. You get this email as an administrator.',
    })
}
