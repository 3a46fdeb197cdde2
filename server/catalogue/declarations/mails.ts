/** Texts of the mails about incomplete listings. */
import { dayInWords } from '../../../contract/day-in-words.ts'
import type { Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import type { Shop } from '../../platform/shop.ts'
import type { ToldSeller } from './queries.ts'

const counted = (products: number) =>
  `${products.toLocaleString('en-IN')} ${products === 1 ? 'product' : 'products'}`

export const queueHeldBackMail = (shop: Shop, tx: Tx, seller: ToldSeller): Promise<void> =>
  tell(shop, tx, seller, 'held-back', `${counted(seller.products)} of yours left sale`, [
    `${seller.products === 1 ? 'It lacks' : 'They lack'} what the law asks of listings, such as MRP, net quantity or country of origin. Nobody can buy ${seller.products === 1 ? 'it' : 'them'} until you fill it in: ${seller.products === 1 ? 'it' : 'each'} comes back with the save that completes it.`,
  ])

export const queueDayMail = (shop: Shop, tx: Tx, seller: ToldSeller, day: string): Promise<void> =>
  tell(shop, tx, seller, 'incomplete', `Please complete ${counted(seller.products)}`, [
    `From ${dayInWords(day)} ${day.slice(0, 4)} on, listings that lack what the law asks, such as MRP, net quantity or country of origin, are not on sale any more until it is filled in.`,
  ])

async function tell(
  shop: Shop,
  tx: Tx,
  { email, company }: ToldSeller,
  about: string,
  heading: string,
  text: string[],
): Promise<void> {
  const { brandName, publicUrl } = shop.config
  await queueMail(shop, tx, {
    id: `${about}-${newId()}`,
    to: email,
    subject: `${heading} - ${brandName}`,
    heading,
    paragraphs: [`Hello ${company},`, ...text],
    link: { label: 'See what is missing', url: `${publicUrl}/manage-products?declared=missing` },
  })
}
