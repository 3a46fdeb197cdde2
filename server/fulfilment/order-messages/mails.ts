/** The mail that there is a message. Neither its words nor anything of its writer but their name stand in it. */
import type { Tx } from '../../platform/db/client.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import type { Shop } from '../../platform/shop.ts'
import type { Side } from './queries.ts'

export async function queueMessageMail(
  shop: Shop,
  tx: Tx,
  message: { id: string; by: Side; to: string; orderId: string; number: string; product: string },
): Promise<void> {
  const { brandName, publicUrl } = shop.config
  const { by, number } = message
  await queueMail(shop, tx, {
    id: `order-message-${message.id}`,
    to: message.to,
    subject: `A message about order ${number} - ${brandName}`,
    heading: by === 'buyer' ? 'Your buyer has written to you' : 'The seller has written to you',
    paragraphs: [
      'Please read it on the page of the order, and answer there, not by email. We send no other email about this order’s messages until you have seen this one.',
    ],
    rows: [
      ['Order', number],
      ['Product', message.product],
    ],
    link: {
      label: 'Read the message',
      url: `${publicUrl}${by === 'buyer' ? `/seller-messages/${message.orderId}` : `/my-orders/${number}`}`,
    },
  })
}
