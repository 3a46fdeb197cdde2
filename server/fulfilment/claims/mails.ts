/** Texts of the mails about a claim that a delivered parcel did not come: to its buyer and its seller at each step. */
import { claimAnswerDays } from '../../../contract/claim-words.ts'
import { dayInWords } from '../../../contract/day-in-words.ts'
import { formatAmount, rupees } from '../../../contract/money.ts'
import { dayOf } from '../../platform/calendar.ts'
import { emailsOfAdministrators } from '../../people/identity/accounts.ts'
import type { Tx } from '../../platform/db/client.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import type { Shop } from '../../platform/shop.ts'
import type { OrderToRefund } from '../orders/refund-queries.ts'

type Step =
  | { state: 'open'; decideBy: Date }
  | { state: 'withdrawn' }
  | { state: 'refunded' | 'denied'; reason: string; paise: number; isLost: boolean }

interface Words {
  heading: string
  text: string[]
}

function toBuyer(step: Step): Words {
  if (step.state === 'open')
    return {
      heading: 'We look for your parcel',
      text: [
        `You told us that your parcel did not come although the courier calls it delivered. The courier looks for it, and we tell you the outcome by ${dayInWords(dayOf(step.decideBy))}.`,
        'If it comes meanwhile, please tell us on the page of the order.',
      ],
    }
  if (step.state === 'withdrawn')
    return { heading: 'Your parcel has come', text: ['You told us that your parcel has come. Thank you!'] }
  if (step.state === 'denied')
    return {
      heading: 'We cannot refund your order',
      text: [
        'Our team and the courier have looked into what became of your parcel, and we cannot refund the order.',
        `The reason: ${step.reason}`,
        'If you know more, please write to us and name the order.',
      ],
    }
  return {
    heading: 'Your order is refunded',
    text: [
      `Your parcel did not come. ${step.paise > 0 ? `We are refunding ${formatAmount(rupees(step.paise))}. The money goes to the card or account it came from, usually within 5 to 7 working days.` : 'What you paid was refunded to you before.'}`,
      `Our team says: ${step.reason}`,
    ],
  }
}

function toSeller(step: Step): Words {
  if (step.state === 'open')
    return {
      heading: 'A buyer misses a parcel',
      text: [
        `A buyer says that a parcel did not come which the courier calls delivered. The courier looks for it, and we decide by ${dayInWords(dayOf(step.decideBy))}. Until then the money of this order waits. There is nothing you need to do.`,
      ],
    }
  if (step.state === 'withdrawn')
    return {
      heading: 'The parcel has come',
      text: ['The buyer who missed a parcel has it now. The money of this order is paid out as usual.'],
    }
  return {
    heading: 'A missed parcel is decided',
    text: [
      step.state === 'denied'
        ? 'The buyer is not refunded. The money of this order is paid out as usual.'
        : step.isLost
          ? 'The buyer is refunded. You lose nothing by it: the shop compensates what you would have got for this order.'
          : 'The buyer is refunded. The goods come back to you or never left you, so nothing is paid for this order.',
    ],
  }
}

export async function queueClaimMails(shop: Shop, tx: Tx, order: OrderToRefund, step: Step): Promise<void> {
  const { brandName, publicUrl } = shop.config
  const readers = [
    {
      who: 'buyer',
      words: toBuyer(step),
      to: order.buyerEmail,
      name: order.buyerName,
      link: { label: 'See your order', url: `${publicUrl}/my-orders/${order.number}` },
    },
    {
      who: 'seller',
      words: toSeller(step),
      to: order.sellerEmail,
      name: order.sellerName,
      link: { label: 'See your orders', url: `${publicUrl}/manage-orders` },
    },
  ]
  for (const { who, words, to, name, link } of readers)
    await queueMail(shop, tx, {
      id: `not-received-${step.state}-${who}-${order.id}`,
      to,
      subject: `${words.heading} - ${brandName}`,
      heading: words.heading,
      paragraphs: [`Hello ${name},`, ...words.text],
      rows: [
        ['Product', order.productName],
        ['Order', order.number],
      ],
      link,
    })
}

/** To each administrator. The path of their pages is secret, so the mail names the page instead of linking to it. */
export async function queueOverdueMails(shop: Shop, tx: Tx, order: OrderToRefund): Promise<void> {
  const { brandName, publicUrl } = shop.config
  const heading = 'A missed parcel waits for your decision'
  for (const [no, to] of (await emailsOfAdministrators(tx)).entries())
    await queueMail(shop, tx, {
      id: `not-received-overdue-${order.id}-${no}`,
      to,
      subject: `${heading} - ${brandName}`,
      heading,
      paragraphs: [
        `A buyer told us more than ${claimAnswerDays} days ago that a delivered parcel did not come, and was promised an answer by now.`,
        'You find it in the administration under Not received. Until you decide, the seller is not paid for this order.',
      ],
      rows: [
        ['Product', order.productName],
        ['Order', order.number],
        ['Seller', order.sellerName],
      ],
      link: { label: 'Log in', url: `${publicUrl}/login` },
    })
}
