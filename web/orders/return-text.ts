/** One sentence for each state of a return, for its buyer or its seller. */
import { formatAmount } from '../../contract/money.ts'
import {
  type FallBackReason,
  fallBackWords,
  fallBackWordsForOthers,
  type ReturnState,
} from '../../contract/return-words.ts'
import type { OrderReturn } from '../../contract/returns.ts'

const zone = { timeZone: 'Asia/Kolkata' } as const
const day = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', year: 'numeric', ...zone })
const moment = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  ...zone,
})

export const shortDay = (iso: string): string => day.format(new Date(iso))
/** The end of a period, such as '24 Nov, 4:30 pm'. */
const dueTime = (iso: string | null): string => (iso ? moment.format(new Date(iso)) : 'soon')

export type ReturnReader = 'buyer' | 'seller' | 'shop'

type Sentence = (one: OrderReturn) => string
const lastNote = ({ steps }: OrderReturn) => {
  const note = steps.at(-1)?.note
  return note ? ` ${note}` : ''
}
const parcel = ({ courierName, awbNumber }: OrderReturn) =>
  `${courierName ?? 'The courier'}${awbNumber ? `, AWB ${awbNumber},` : ''}`

const newParcel = ({ replacement }: OrderReturn) =>
  `${replacement?.courierName ?? 'The courier'}${replacement?.awbNumber ? `, AWB ${replacement.awbNumber},` : ''}`

const forBuyer: Record<ReturnState, Sentence> = {
  requested: (one) =>
    `The seller answers by ${dueTime(one.dueAt)}. If no answer comes by then, your return is accepted.`,
  disputed: () =>
    'Our team looks into your return and tells you the outcome. There is nothing you need to do.',
  accepted: () => 'We are booking a courier who fetches the goods at your delivery address.',
  'pickup-booked': (one) =>
    `${parcel(one)} fetches the goods at your delivery address. Please pack them safely.`,
  'to-send': (one) =>
    `No courier can fetch the goods. Please send them by ${dueTime(one.dueAt)} to ${one.sendTo ?? 'the seller'}, and keep the receipt.`,
  'picked-up': () => 'The goods are on their way back to the seller.',
  received: (one) =>
    `The seller looks at the goods. You get back ${formatAmount(one.refund)} by ${dueTime(one.dueAt)} at the latest.`,
  replacing: () => 'The seller packs your replacement and hands it to the courier.',
  sent: (one) => `${newParcel(one)} brings your replacement.`,
  exchanged: (one) => `${newParcel(one)} has delivered your replacement.`,
  refunded: (one) =>
    one.refund === 0
      ? 'What you paid for these goods was refunded to you before.'
      : one.refundDone
        ? `${formatAmount(one.refund)} went back to the card or account it came from.`
        : one.refundWaits
          ? `You get back ${formatAmount(one.refund)}. Your bank disputes the payment, so the money waits until the bank has decided.`
          : `${formatAmount(one.refund)} is going back to the card or account it came from, usually within 5 to 7 working days.`,
  rejected: (one) => `Our team could not accept this return.${lastNote(one)}`,
  withdrawn: () => 'You have withdrawn this return.',
}

const forSeller: Record<ReturnState, Sentence> = {
  requested: (one) => `Answer until ${dueTime(one.dueAt)}. Without an answer the return is accepted then.`,
  disputed: () => 'Our team decides about this return and tells you the outcome.',
  accepted: () => 'The courier is asked to fetch the goods at the buyer’s.',
  'pickup-booked': (one) => `${parcel(one)} fetches the goods at the buyer’s and brings them to you.`,
  'to-send': (one) =>
    `The buyer sends the goods by ${dueTime(one.dueAt)}. Press Received as soon as they are with you.`,
  'picked-up': () => 'The goods are on their way to you.',
  received: (one) =>
    `Look at the goods until ${dueTime(one.dueAt)}. Without a word from you the buyer is refunded then.`,
  replacing: (one) =>
    `${newParcel(one)} fetches the replacement at your pickup address. Please hand it over by ${dueTime(one.dueAt)}.`,
  sent: (one) => `${newParcel(one)} brings the replacement to the buyer.`,
  exchanged: () => 'The buyer has the replacement. The sale stands.',
  refunded: (one) => `The buyer gets back ${formatAmount(one.refund)}.`,
  rejected: (one) => `Our team decided for the seller.${lastNote(one)}`,
  withdrawn: () => 'The buyer has withdrawn this return and keeps the goods.',
}

const forShop: typeof forSeller = {
  ...forSeller,
  requested: (one) =>
    `The seller answers until ${dueTime(one.dueAt)}. Without an answer it is accepted then.`,
  disputed: () => 'This return waits for your decision.',
  'pickup-booked': (one) => `${parcel(one)} fetches the goods at the buyer’s and brings them to the seller.`,
  'to-send': (one) =>
    `The courier does not fetch the goods. The buyer sends them by ${dueTime(one.dueAt)}; the seller presses Received.`,
  'picked-up': () => 'The goods are on their way to the seller.',
  received: (one) =>
    `The seller looks at the goods until ${dueTime(one.dueAt)}. Without a word from them the buyer is refunded then.`,
}
/** Of an exchange, where the words differ. */
const forExchange: Record<ReturnReader, Partial<Record<ReturnState, Sentence>>> = {
  buyer: {
    requested: (one) =>
      `The seller answers by ${dueTime(one.dueAt)}. If no answer comes by then, your exchange is accepted.`,
    received: (one) =>
      `The seller looks at the goods and sends your replacement, which is kept for you, by ${dueTime(one.dueAt)} at the latest.`,
  },
  seller: {
    requested: (one) =>
      `The buyer wants the same product again. Answer until ${dueTime(one.dueAt)}; without an answer the exchange is accepted then.`,
    received: (one) =>
      `Look at the goods until ${dueTime(one.dueAt)}. Without a word from you the replacement, which is taken from your stock, is booked then.`,
  },
  shop: {
    requested: (one) =>
      `The buyer wants the same product again. The seller answers until ${dueTime(one.dueAt)}; without an answer the exchange is accepted then.`,
    received: (one) =>
      `The seller looks at the goods until ${dueTime(one.dueAt)}. Without a word from them the replacement is booked then.`,
    replacing: (one) =>
      `${newParcel(one)} fetches the replacement at the seller’s, who hands it over by ${dueTime(one.dueAt)}.`,
  },
}

const sentences = { buyer: forBuyer, seller: forSeller, shop: forShop }

export const isExchange = ({ wanted, fellBack }: OrderReturn): boolean =>
  wanted === 'exchange' && fellBack === null

export function returnSentence(one: OrderReturn, reader: ReturnReader): string {
  const special = isExchange(one) ? forExchange[reader][one.state] : undefined
  const sentence = (special ?? sentences[reader][one.state])(one)
  return one.fellBack ? `${fallBack(one.fellBack, reader)} ${sentence}` : sentence
}

const fallBack = (why: FallBackReason, reader: ReturnReader) =>
  reader === 'buyer' ? fallBackWords[why] : fallBackWordsForOthers[why]

interface Station {
  name: string
  /** The day on which the return reached this station; null where it did not, or where the day is unknown. */
  at: string | null
  /** Whether the return has reached this station or a later one. */
  done: boolean
}

const asked: [string, ReturnState][] = [
  ['Asked', 'requested'],
  ['Accepted', 'accepted'],
  ['Picked up', 'picked-up'],
  ['Received', 'received'],
]

export function stationsOf(one: OrderReturn): Station[] {
  const { steps } = one
  const isSent = isExchange(one) || steps.some(({ state }) => state === 'sent')
  const stations: [string, ReturnState][] = [
    ...asked,
    ...(isSent ? [['Sent', 'sent'] as [string, ReturnState]] : []),
    isExchange(one) ? ['Delivered', 'exchanged'] : ['Refunded', 'refunded'],
  ]
  const times = stations.map(([, state]) => steps.findLast((step) => step.state === state)?.at ?? null)
  const last = times.findLastIndex((at) => at !== null)
  return stations.map(([name], place) => ({ name, at: times[place] ?? null, done: place <= last }))
}
