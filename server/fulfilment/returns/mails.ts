/** The mails about a return: at each step to the people concerned, and to administrators where they have to decide. */
import { returnReasonWords, type ReturnState } from '../../../contract/return-words.ts'
import type { Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import type { Shop } from '../../platform/shop.ts'
import { emailsOfAdministrators } from '../../people/identity/accounts.ts'
import { exchangeTexts } from './exchange-mails.ts'
import { amount, due, refunding, type Text, type ToldReturn } from './mail-text.ts'
import type { Move, ReturnRow } from './queries.ts'
import { isCarriedBack } from './rules.ts'

const said = (note: string | null) => (note ? [`The reason given: ${note}`] : [])
const noNeed = 'There is nothing you need to do.'

const isUsedUpByWayBack = (row: ReturnRow) =>
  row.wayBackPaidBy === 'buyer' && row.wayBackPaise > 0 && isCarriedBack(row) && row.leftUnits > 0

const toBuyer: Partial<Record<ReturnState, Text>> = {
  requested: (row) => ({
    subject: 'Your return is with the seller',
    heading: 'We have passed on your return',
    text: [
      `The seller answers until ${due(row)}. If no answer comes by then, the return is accepted.`,
      `You get back ${amount(row)} once the goods are returned.`,
    ],
  }),
  accepted: () => ({
    subject: 'Your return is accepted',
    heading: 'Your return is accepted',
    text: [
      'We are booking a courier who fetches the goods at your delivery address. You hear from us when it is booked.',
    ],
  }),
  disputed: (_, note) => ({
    subject: 'Our team looks into your return',
    heading: 'Our team looks into your return',
    text: ['Our team decides about your return and tells you the outcome.', ...said(note), noNeed],
  }),
  'pickup-booked': ({ courierName, awbNumber }) => ({
    subject: 'A courier fetches your return',
    heading: 'The pickup of your return is booked',
    text: [
      `${courierName ?? 'A courier'} fetches the goods at your delivery address. Please pack them so that they arrive safely.`,
      ...(awbNumber ? [`The AWB number is ${awbNumber}.`] : []),
    ],
  }),
  'to-send': (row) => ({
    subject: 'Please send your return',
    heading: 'Please send the goods yourself',
    text: [
      `No courier can fetch the goods at your address. Please send them until ${due(row)} to: ${row.sellerAddress}.`,
      'Pack them so that they arrive safely, put the number of your order into the parcel, and keep the receipt of the courier.',
    ],
  }),
  received: (row) => ({
    subject: 'Your return has arrived',
    heading: 'Your return has arrived',
    text: [
      `The seller looks at the goods. You get back ${amount(row)} by ${due(row)} at the latest. ${noNeed}`,
    ],
  }),
  refunded: (row) => ({
    subject: 'Your return is refunded',
    heading: 'Your return is refunded',
    text: [
      row.refundPaise > 0
        ? refunding(row)
        : isUsedUpByWayBack(row)
          ? 'You pay for the way back, because you changed your mind, and it costs as much as the goods, so that nothing is refunded.'
          : 'What you paid for these goods was refunded to you before, so that nothing more is refunded.',
    ],
  }),
  rejected: (_, note) => ({
    subject: 'Your return is not accepted',
    heading: 'Your return is not accepted',
    text: ['Our team has looked into your return and cannot accept it.', ...said(note)],
  }),
}

const toSeller: Partial<Record<ReturnState, Text>> = {
  requested: (row) => ({
    subject: 'A buyer wants to return an order',
    heading: 'Please answer a return',
    text: [
      `The reason: ${returnReasonWords[row.reason]}. Please accept it, or ask our team to decide, until ${due(row)}. Without an answer it is accepted then.`,
    ],
  }),
  accepted: () => ({
    subject: 'A return is accepted',
    heading: 'A return is accepted',
    text: [
      'The courier is asked to fetch the goods at the buyer’s and to bring them to your pickup address.',
    ],
  }),
  'to-send': () => ({
    subject: 'A buyer sends a return to you',
    heading: 'A buyer sends a return to you',
    text: [
      'The courier does not fetch the goods, so the buyer sends them. Please press Received as soon as they are with you.',
    ],
  }),
  received: (row) => ({
    subject: 'Please look at returned goods',
    heading: 'Returned goods have arrived',
    text: [
      `Please look at them until ${due(row)}: press Refund now, or Problem if they are not as they should be. Otherwise the buyer is refunded then.`,
    ],
  }),
  refunded: (row) => ({
    subject: 'A return is refunded',
    heading: 'A return is refunded',
    text: [`The buyer gets back ${amount(row)}. Your next statement takes it into account.`],
  }),
  rejected: (_, note) => ({
    subject: 'A return is not accepted',
    heading: 'A return is not accepted',
    text: ['Our team has decided for you: the buyer is not refunded.', ...said(note)],
  }),
  withdrawn: () => ({
    subject: 'A return is withdrawn',
    heading: 'A return is withdrawn',
    text: [`The buyer keeps the goods. ${noNeed}`],
  }),
}

/** Tells buyer and seller of the new state of the return. `note` is what a person wrote about it. */
export async function queueReturnMails(
  shop: Shop,
  tx: Tx,
  row: ToldReturn,
  note: string | null = null,
): Promise<void> {
  const { brandName, publicUrl } = shop.config
  const readers = [
    {
      words: (exchangeTexts(row)?.buyer ?? toBuyer[row.state])?.(row, note),
      to: row.buyerEmail,
      name: row.buyerName,
      page: 'my-orders',
      label: 'See your orders',
    },
    {
      words: (exchangeTexts(row)?.seller ?? toSeller[row.state])?.(row, note),
      to: row.sellerEmail,
      name: row.sellerName,
      page: 'seller-returns',
      label: 'See your returns',
    },
  ]
  for (const { words, to, name, page, label } of readers)
    if (words)
      await queueMail(shop, tx, {
        id: newId(),
        to,
        subject: `${words.subject} (${brandName})`,
        heading: words.heading,
        paragraphs: [`Hello ${name},`, ...words.text],
        rows: [
          ['Product', `${row.productName} × ${row.units}`],
          ['Order', row.number],
        ],
        link: { label, url: `${publicUrl}/${page}` },
      })
}

const askers: Partial<Record<Move['by'], string>> = {
  seller: 'The seller asks for your decision.',
  courier: 'The courier does not bring the goods.',
  clock: 'The time for the next step is over.',
}

/**
 * One mail to each administrator for each move to 'disputed', in the transaction of the move. The path of the administrator's
 * pages is secret, so the mail names the page instead of linking to it.
 */
export async function queueDisputeMails(
  shop: Shop,
  tx: Tx,
  row: ReturnRow,
  { by, note }: Move,
): Promise<void> {
  const { brandName, publicUrl } = shop.config
  for (const to of await emailsOfAdministrators(tx))
    await queueMail(shop, tx, {
      id: newId(),
      to,
      subject: `A return waits for your decision (${brandName})`,
      heading: 'A return waits for your decision',
      paragraphs: [
        askers[by] ?? askers.seller ?? '',
        note && `What was said: ${note}`,
        'You find it in the administration under Returns. Until you decide, nobody is refunded, and the seller is not paid for this order.',
      ],
      rows: [
        ['Order', row.number],
        ['Product', `${row.productName} × ${row.units}`],
        ['Reason', returnReasonWords[row.reason]],
        ['Seller', row.sellerName],
      ],
      link: { label: 'Log in', url: `${publicUrl}/login` },
    })
}
