/** Texts of the mails about reviews. */
import { type ReviewFault, reviewFaultWords } from '../../../contract/review-words.ts'
import type { Tx } from '../../platform/db/client.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import type { Shop } from '../../platform/shop.ts'

interface Removed {
  id: string
  to: string
  productName: string
  reason: ReviewFault
  note: string
}

/** To the author. */
export async function queueRemovedMail(shop: Shop, tx: Tx, removed: Removed): Promise<void> {
  await queueMail(shop, tx, {
    id: `review-removed-${removed.id}`,
    to: removed.to,
    subject: 'Your review was taken down',
    heading: 'Your review was taken down',
    paragraphs: [
      `Our team has taken down your review of ${removed.productName}, because ${reviewFaultWords[removed.reason]}.`,
      `Our team says: ${removed.note}`,
      'A review is never taken down for being bad. If you think that we are wrong, please write to us.',
    ],
    link: { label: 'Write to us', url: `${shop.config.publicUrl}/contact` },
  })
}

/** To the seller. */
export async function queueAnswerRemovedMail(shop: Shop, tx: Tx, removed: Removed): Promise<void> {
  await queueMail(shop, tx, {
    id: `review-answer-removed-${removed.id}`,
    to: removed.to,
    subject: 'Your answer to a review was taken down',
    heading: 'Your answer to a review was taken down',
    paragraphs: [
      `Our team has taken down your answer to a review of ${removed.productName}, because ${reviewFaultWords[removed.reason]}.`,
      `Our team says: ${removed.note}`,
      'The review itself stays. If you think that we are wrong, please write to us.',
    ],
    link: { label: 'Write to us', url: `${shop.config.publicUrl}/contact` },
  })
}

export interface Invitation {
  parcelId: string
  email: string
  firstName: string
  orders: { number: string; product: string }[]
}

/** One mail about all products of a parcel. */
export async function queueInvitationMail(shop: Shop, tx: Tx, invited: Invitation): Promise<void> {
  const { parcelId, email, firstName, orders } = invited
  const formOf = (number: string) => `${shop.config.publicUrl}/my-orders/${number}/review`
  const [first, ...others] = orders
  if (!first) return
  await queueMail(shop, tx, {
    id: `review-invitation-${parcelId}`,
    to: email,
    subject: others.length > 0 ? 'How are your products?' : `How is ${first.product}?`,
    heading: `What do you think, ${firstName}?`,
    paragraphs: [
      'Your parcel came some days ago. Others who think of buying would like to know what you like and what you do not.',
      'A good or a bad review is shown just the same. We ask only once.',
    ],
    ...(others.length > 0 && {
      rows: orders.map(({ number, product }) => [product, formOf(number)] as const),
    }),
    link: { label: `Review ${first.product}`, url: formOf(first.number) },
  })
}
