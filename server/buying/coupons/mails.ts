/** The mail to a seller who is asked to bear a part of a coupon of the shop. */
import { dayInWords } from '../../../contract/day-in-words.ts'
import { findContact } from '../../people/identity/accounts.ts'
import type { Tx } from '../../platform/db/client.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import type { Shop } from '../../platform/shop.ts'
import type { NewCoupon } from './queries.ts'

export async function queueCouponAskedMail(
  shop: Shop,
  tx: Tx,
  sellerId: string,
  coupon: NewCoupon,
  discount: string,
): Promise<void> {
  const { brandName, publicUrl } = shop.config
  const { email, name } = await findContact(tx, sellerId)
  await queueMail(shop, tx, {
    id: `coupon-asked-${coupon.id}`,
    to: email,
    subject: `Will you share a coupon? - ${brandName}`,
    heading: 'A coupon for your products',
    paragraphs: [
      `Hello ${name},`,
      'We would like to offer a coupon for your products and to share its cost with you. Buyers can use it once you agree; if you decline, nothing happens.',
    ],
    rows: [
      ['Code', coupon.code],
      ['Discount', discount],
      ['You bear', `${coupon.sellerShareBp / 100} % of it`],
      ['Days', `${dayInWords(coupon.startsOn)} to ${dayInWords(coupon.endsOn)}`],
      ['Uses', `${coupon.totalUses} at most`],
    ],
    link: { label: 'Answer', url: `${publicUrl}/seller-coupons` },
  })
}
