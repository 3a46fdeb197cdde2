/** Texts of the mails about products on wishlists. */
import { formatRupees, rupees } from '../../../contract/money.ts'
import type { Tx } from '../../platform/db/client.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import type { Shop } from '../../platform/shop.ts'
import type { DueWish } from './mail-queries.ts'

/** `mailId` is new for each mail. */
export async function queueWishMail(shop: Shop, tx: Tx, due: DueWish, mailId: string): Promise<void> {
  const { email, firstName, productId, name, pricePaise, belowPaise, inStock } = due
  const price = formatRupees(rupees(pricePaise))
  const what = belowPaise === null ? `${name} is back in stock` : `${name} costs ${price} now`
  await queueMail(shop, tx, {
    id: `wish-${mailId}`,
    to: email,
    subject: what,
    heading: belowPaise === null ? `Back in stock, ${firstName}` : `A lower price, ${firstName}`,
    paragraphs: [
      belowPaise === null
        ? `${name} on your wishlist can be bought again, for ${price}.`
        : `${name} on your wishlist costs ${price} now. It was ${formatRupees(rupees(belowPaise))} when you asked us to tell you.${inStock ? '' : ' It is out of stock at the moment.'}`,
      'Nothing is put aside for you. You asked for this mail on your wishlist, and we send it once.',
    ],
    link: { label: 'Look at it', url: `${shop.config.publicUrl}/product/${productId}` },
  })
}
