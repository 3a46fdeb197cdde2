/** The mails about an exchange, where they differ from those about a refund. */
import { fallBackWords, returnReasonWords, type ReturnState } from '../../../contract/return-words.ts'
import { amount, due, refunding, type Text } from './mail-text.ts'
import type { ReturnRow } from './queries.ts'

interface Texts {
  buyer?: Text
  seller?: Text
}

const noNeed = 'There is nothing you need to do.'
const parcelOf = ({ newCourierName, newAwbNumber }: ReturnRow) =>
  newAwbNumber ? [`${newCourierName ?? 'The courier'} brings it. The AWB number is ${newAwbNumber}.`] : []
const exchanged: Partial<Record<ReturnState, Texts>> = {
  requested: {
    buyer: (row) => ({
      subject: 'Your exchange is with the seller',
      heading: 'We have passed on your exchange',
      text: [
        `The seller answers until ${due(row)}. If no answer comes by then, the exchange is accepted.`,
        'The replacement is sent once the goods are back with the seller. If the product cannot be had by then, you get your money back.',
      ],
    }),
    seller: (row) => ({
      subject: 'A buyer wants to exchange an order',
      heading: 'Please answer an exchange',
      text: [
        `The reason: ${returnReasonWords[row.reason]}. The buyer wants the same product again. Please accept it, or ask our team to decide, until ${due(row)}. Without an answer it is accepted then.`,
      ],
    }),
  },
  received: {
    buyer: (row) => ({
      subject: 'Your return has arrived',
      heading: 'Your return has arrived',
      text: [
        `The seller looks at the goods and sends the replacement, which is kept for you, by ${due(row)} at the latest. ${noNeed}`,
      ],
    }),
    seller: (row) => ({
      subject: 'Please look at returned goods',
      heading: 'Returned goods have arrived',
      text: [
        `Please look at them until ${due(row)}: press Send replacement, or Problem if they are not as they should be. Otherwise the courier is asked to fetch the replacement then. It is taken from your stock already.`,
      ],
    }),
  },
  replacing: {
    buyer: () => ({
      subject: 'Your replacement is being packed',
      heading: 'Your replacement is being packed',
      text: [
        `The seller has the goods that you returned and packs your replacement. You hear from us when the courier has it. ${noNeed}`,
      ],
    }),
    seller: () => ({
      subject: 'Please pack a replacement',
      heading: 'Please pack a replacement',
      text: [
        'The courier is asked to fetch it at your pickup address. The shipping label appears under Returns as soon as the parcel is booked.',
      ],
    }),
  },
  sent: {
    buyer: (row) => ({
      subject: 'Your replacement is on its way',
      heading: 'Your replacement is on its way',
      text: ['The seller has handed your replacement to the courier.', ...parcelOf(row)],
    }),
  },
  exchanged: {
    buyer: () => ({
      subject: 'Your replacement is delivered',
      heading: 'Your replacement is delivered',
      text: ['The courier has delivered your replacement. We hope you like it.'],
    }),
    seller: () => ({
      subject: 'A replacement is delivered',
      heading: 'A replacement is delivered',
      text: [
        `The exchange is finished. The sale stands; your statement has the charge for the parcels. ${noNeed}`,
      ],
    }),
  },
}

/** An exchange that became a refund: the reason comes first. */
const fallenBack: Partial<Record<ReturnState, Texts>> = {
  received: {
    buyer: (row) => ({
      subject: 'Your return has arrived',
      heading: 'Your return has arrived',
      text: [
        row.fellBack ? fallBackWords[row.fellBack] : '',
        `The seller looks at the goods. You get back ${amount(row)} by ${due(row)} at the latest. ${noNeed}`,
      ],
    }),
  },
  refunded: {
    buyer: (row) => ({
      subject: 'Your exchange is refunded',
      heading: 'Your exchange is refunded',
      text: [
        row.fellBack ? fallBackWords[row.fellBack] : '',
        row.refundPaise > 0
          ? refunding(row)
          : 'What you paid for these goods was refunded to you before, so that nothing more is refunded.',
      ],
    }),
    seller: (row) => ({
      subject: 'An exchange is refunded',
      heading: 'An exchange is refunded',
      text: [
        `The buyer gets back ${amount(row)} instead of a replacement. Your next statement takes it into account.`,
        ...(row.fellBack === 'undelivered'
          ? ['Once the replacement is back with you, please count it in again under your products.']
          : []),
      ],
    }),
  },
}

/** Undefined for a return that the buyer wants refunded, and in states with the same text. */
export function exchangeTexts(row: ReturnRow): Texts | undefined {
  if (row.wanted !== 'exchange') return undefined
  return row.fellBack ? fallenBack[row.state] : exchanged[row.state]
}
