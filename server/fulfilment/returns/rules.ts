/** Returns, decided on plain values: the moves from state to state, what may be asked, and what goes back. */
import { limits } from '../../../contract/limits.ts'
import { daysInWords } from '../../../contract/period-words.ts'
import {
  type ReturnActor,
  type ReturnReason,
  type ReturnState,
  returnStateWords,
} from '../../../contract/return-words.ts'
import { attentionFor, isGone, statusAfter } from '../shipments/courier-rules.ts'

interface Transition {
  from: ReturnState
  to: ReturnState
  by: readonly ReturnActor[]
}

/** All moves. One conditional UPDATE makes each (queries.ts), so that of two concurrent moves one succeeds. */
const transitions: readonly Transition[] = [
  { from: 'requested', to: 'accepted', by: ['seller', 'shop', 'clock'] },
  { from: 'requested', to: 'disputed', by: ['seller'] },
  { from: 'requested', to: 'withdrawn', by: ['buyer'] },
  { from: 'disputed', to: 'accepted', by: ['shop'] },
  { from: 'disputed', to: 'rejected', by: ['shop'] },
  { from: 'disputed', to: 'refunded', by: ['shop'] },
  { from: 'accepted', to: 'pickup-booked', by: ['courier'] },
  // The courier does not fetch the goods.
  { from: 'accepted', to: 'to-send', by: ['courier'] },
  { from: 'pickup-booked', to: 'to-send', by: ['courier'] },
  { from: 'pickup-booked', to: 'picked-up', by: ['courier'] },
  { from: 'pickup-booked', to: 'received', by: ['courier', 'seller', 'shop'] },
  { from: 'picked-up', to: 'received', by: ['courier', 'seller', 'shop'] },
  { from: 'to-send', to: 'received', by: ['seller', 'shop'] },
  { from: 'to-send', to: 'withdrawn', by: ['buyer'] },
  // Lost on the way, or never sent: an administrator decides.
  { from: 'pickup-booked', to: 'disputed', by: ['courier', 'clock'] },
  { from: 'picked-up', to: 'disputed', by: ['courier', 'clock'] },
  { from: 'to-send', to: 'disputed', by: ['clock'] },
  { from: 'received', to: 'disputed', by: ['seller'] },
  { from: 'received', to: 'refunded', by: ['seller', 'shop', 'clock'] },
  // Exchanges. The delivery of a replacement also ends a dispute about it.
  { from: 'received', to: 'replacing', by: ['seller', 'shop', 'clock'] },
  { from: 'disputed', to: 'replacing', by: ['shop'] },
  { from: 'replacing', to: 'sent', by: ['courier'] },
  { from: 'disputed', to: 'sent', by: ['courier'] },
  { from: 'replacing', to: 'exchanged', by: ['courier'] },
  { from: 'sent', to: 'exchanged', by: ['courier'] },
  { from: 'disputed', to: 'exchanged', by: ['courier'] },
  { from: 'replacing', to: 'refunded', by: ['courier', 'shop'] },
  { from: 'sent', to: 'refunded', by: ['courier', 'shop'] },
  { from: 'disputed', to: 'refunded', by: ['courier'] },
  { from: 'replacing', to: 'disputed', by: ['clock'] },
  { from: 'sent', to: 'disputed', by: ['clock'] },
]

/** The states from which this actor may move a return to `to`. */
export function sourcesOf(to: ReturnState, by: ReturnActor): ReturnState[] {
  return transitions.filter((one) => one.to === to && one.by.includes(by)).map(({ from }) => from)
}

const decisionStates = {
  accept: 'accepted',
  reject: 'rejected',
  receive: 'received',
  exchange: 'replacing',
  refund: 'refunded',
} as const
export type Decision = keyof typeof decisionStates

/** Whether the goods cannot be fetched any more: they are back, or the courier lost them. */
const isPastFetching = (row: { receivedAt: Date | null; courierCode: number | null }): boolean =>
  row.receivedAt !== null || isGone(row.courierCode)

/**
 * Whether the way back costs something: the courier had the goods. A booking alone is not a carriage, because a pickup that was
 * cancelled, or goods that the buyer brought otherwise, cost nothing.
 */
export const isCarriedBack = (row: { carriedAt: Date | null }): boolean => row.carriedAt !== null

export interface DecisionFacts {
  state: ReturnState
  receivedAt: Date | null
  courierCode: number | null
  /** An exchange for which pieces are held, and no courier was asked yet. */
  canReplace: boolean
  /** A courier was asked to deliver a replacement. */
  isReplaced: boolean
}

/**
 * What an administrator may decide about a return. A return whose goods cannot be fetched is not accepted again, a replacement
 * is sent once, and a return whose replacement is in transit is not rejected.
 */
export function decisionsFor({ canReplace, isReplaced, ...row }: DecisionFacts): Decision[] {
  return (Object.keys(decisionStates) as Decision[]).filter(
    (decision) =>
      sourcesOf(decisionStates[decision], 'shop').includes(row.state) &&
      !(decision === 'accept' && isPastFetching(row)) &&
      !(decision === 'exchange' && !canReplace) &&
      !(decision === 'reject' && isReplaced),
  )
}

/** The message for a move that is not possible. */
export const moveRefusal = (state: ReturnState): string =>
  `This return is not waiting for that: it is ${returnStateWords[state].toLowerCase()}.`

/** After so many days a return that is with the courier becomes a dispute. */
export const courierDays = 30
/** So does a replacement that no courier has after these days. */
export const handOverDays = 7

export interface ReturnTerms {
  answerDays: number
  sendDays: number
  refundDays: number
}

/** The time limit of this state in days, after which the timer acts; null: none. */
export function clockDays(state: ReturnState, terms: ReturnTerms): number | null {
  if (state === 'requested') return terms.answerDays
  if (state === 'to-send') return terms.sendDays
  if (state === 'pickup-booked' || state === 'sent') return courierDays
  if (state === 'replacing') return handOverDays
  if (state === 'received') return Math.min(terms.refundDays, limits.refundDays)
  return null
}

/** What decides whether pieces of an order may be returned. */
export interface ReturnFacts {
  status: string
  deliveredAt: Date | null
  until: Date | null
  /** Pieces that are neither returned nor part of an open return. */
  unitsLeft: number
  unitsOpen: number
  changeOfMind: boolean
  returnDays: number
}

const day = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Asia/Kolkata',
})

const noChangeOfMind =
  'For reasons of hygiene and safety, this product is taken back only if it arrived damaged, defective, or is not what you ordered.'

/** Why the pieces cannot be returned; null where they can. `asked` is absent before the buyer has chosen. */
export function returnRefusal(
  { status, deliveredAt, until, unitsLeft, unitsOpen, changeOfMind, returnDays }: ReturnFacts,
  asked?: { units: number; reason: ReturnReason },
): string | null {
  if (status === 'refunded') return 'This order is refunded already.'
  if (deliveredAt === null || until === null || status !== 'completed')
    return 'An order can be returned once it is delivered.'
  if (returnDays === 0)
    return 'This product cannot be returned. Please write to our support if something is wrong.'
  if (new Date() > until)
    return `This order could be returned until ${day.format(until)}, ${daysInWords(returnDays)} from its delivery.`
  if (unitsLeft <= 0)
    return unitsOpen > 0
      ? 'You have asked to return every piece of this order already.'
      : 'Every piece of this order was cancelled or returned already.'
  if (!asked) return null
  if (asked.units > unitsLeft)
    return `Only ${unitsLeft} ${unitsLeft === 1 ? 'piece' : 'pieces'} of this order can still be returned.`
  return asked.reason === 'changed-mind' && !changeOfMind ? noChangeOfMind : null
}

/** Who pays the way back: the seller, unless the buyer no longer wants the goods and the terms make the buyer pay then. */
export const wayBackPaidBy = (reason: ReturnReason, terms: 'buyer' | 'seller'): 'buyer' | 'seller' =>
  reason === 'changed-mind' ? terms : 'seller'

/** Whether the charge for delivery is not refunded: nothing is wrong with what was delivered. */
export const keepsDelivery = (reason: ReturnReason): boolean => reason === 'changed-mind'

/** What is refunded to the buyer, in paise: the price of the pieces less a way back that the buyer pays, GST included. */
export function refundFor(
  { pricePaise, leftPaise }: { pricePaise: number; leftPaise: number },
  wayBackWithGstPaise: number,
): number {
  return Math.max(0, Math.min(pricePaise - wayBackWithGstPaise, leftPaise))
}

/** The move of a return for an event of the courier that carries it; null: none. */
export function stateAfterEvent(code: number): { to: ReturnState; note: string | null } | null {
  const told = statusAfter(null, code)
  if (told === 'Delivered') return { to: 'received', note: null }
  if (told === 'Cancelled') return { to: 'to-send', note: null }
  // The way back of a return's parcel leads to the buyer.
  if (told === 'RTO')
    return { to: 'disputed', note: `The courier takes the goods back to the buyer (${code}).` }
  const attention = attentionFor(code)
  if (attention) return { to: 'disputed', note: attention }
  return told === null || told === 'Pending' ? null : { to: 'picked-up', note: null }
}

/**
 * What an administrator has to settle when the courier reports goods after their return was decided without them (`receivedAt`
 * is null). `Delivered` is to the seller, `RTO` back to the buyer. Null where nothing is to be settled.
 */
export function attentionAfterDecision(
  told: 'Delivered' | 'RTO',
  { state, receivedAt, courierCode }: Pick<DecisionFacts, 'state' | 'receivedAt' | 'courierCode'>,
): string | null {
  if (receivedAt !== null) return null
  if (told === 'RTO')
    return state === 'refunded'
      ? 'The courier takes the goods of a return that is refunded back to the customer: have them fetched, or settle it with the customer.'
      : null
  if (state === 'rejected' || state === 'withdrawn')
    return `The goods of a return that was ${state} were delivered to the seller: the customer has neither them nor the money.`
  return state === 'refunded' && isGone(courierCode)
    ? 'The goods of a return that was refunded as lost were delivered to the seller, whom the shop has compensated.'
    : null
}
