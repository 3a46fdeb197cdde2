/** Texts of the mails about decisions on listings. They say nothing of who reported it. */
import type { DecisionAct } from '../../../contract/admin-moderation.ts'
import { type ListingFault, listingFaultWords } from '../../../contract/moderation-words.ts'
import type { Tx } from '../../platform/db/client.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import type { Shop } from '../../platform/shop.ts'

interface Told {
  decisionId: string
  productId: string
  name: string
  deleted: boolean
  email: string
  company: string
  act: DecisionAct
  reason: ListingFault | null
  note: string
}

const words: Record<
  DecisionAct,
  { heading: string; text: string; link: string; path: (id: string) => string }
> = {
  keep: {
    heading: 'Your product is on sale again',
    text: 'Our team has looked at your product again and put it back on sale.',
    link: 'See your product',
    path: (id) => `/product/${id}`,
  },
  hide: {
    heading: 'Please change your product',
    text: 'Our team has hidden your product until you change it. Save the change, and we look at it and tell you. Orders that you have go on.',
    link: 'Change the product',
    path: (id) => `/edit-product/${id}`,
  },
  'take-down': {
    heading: 'Your product was taken down',
    text: 'Our team has taken your product off sale. If you think that we are wrong, you can appeal once. Orders that you have go on.',
    link: 'Appeal',
    path: (id) => `/manage-products/${id}/appeal`,
  },
  uphold: {
    heading: 'Your appeal is refused',
    text: 'Our team has read your appeal. Your product stays off sale, and this is final.',
    link: 'See your products',
    path: () => '/manage-products',
  },
}

/** The takedown of a product that its seller has deleted. */
const deletedWords: (typeof words)[DecisionAct] = {
  heading: 'A product that you deleted broke our rules',
  text: 'Somebody reported this product before you deleted it. Our team has looked at it, and the decision is on your record. If you think that we are wrong, please write to us.',
  link: 'Write to us',
  path: () => '/contact',
}

export async function queueDecisionMail(shop: Shop, tx: Tx, told: Told): Promise<void> {
  const { heading, text, link, path } = told.deleted ? deletedWords : words[told.act]
  const { brandName, publicUrl } = shop.config
  await queueMail(shop, tx, {
    id: `listing-${told.act}-${told.decisionId}`,
    to: told.email,
    subject: `${heading} - ${brandName}`,
    heading,
    paragraphs: [
      `Hello ${told.company},`,
      text,
      told.reason !== null && `The reason: ${listingFaultWords[told.reason]}.`,
      told.note !== '' && `Our team says: ${told.note}`,
    ],
    rows: [['Product', told.name]],
    link: { label: link, url: publicUrl + path(told.productId) },
  })
}
