/** Exchanges, decided on plain values: when the buyer may ask for one, and how the courier's events change the replacement. */
import { exchangeReasons, type FallBackReason, type ReturnReason } from '../../../contract/return-words.ts'
import { attentionFor, isGone, statusAfter } from '../shipments/courier-rules.ts'

/** What decides whether pieces of an order may be exchanged. */
export interface ExchangeFacts {
  /** The terms of the order. */
  exchanges: boolean
  /** Of the product, on sale; 0 for one that is deleted, or whose seller is suspended. */
  stockUnits: number
  /** Of the order: pieces that were not exchanged before, and 0 when only replacements can be returned. */
  unitsToExchange: number
  /** How many pieces the part of the order's price that was not refunded pays for, less those of open returns. */
  unitsPaidFor: number
}

/** How many pieces of `unitsLeft` can be exchanged now. */
export const exchangeUnits = (
  { exchanges, stockUnits, unitsToExchange, unitsPaidFor }: ExchangeFacts,
  unitsLeft: number,
): number => (exchanges ? Math.max(0, Math.min(unitsLeft, stockUnits, unitsToExchange, unitsPaidFor)) : 0)

/** Why the pieces are not exchanged; null where they may be. The buyer may always ask for a refund instead. */
export function exchangeRefusal(
  facts: ExchangeFacts,
  asked: { units: number; reason: ReturnReason },
): string | null {
  if (!facts.exchanges) return 'This product is not exchanged. Please ask for a refund.'
  if (!exchangeReasons.includes(asked.reason))
    return 'A product is exchanged if something is wrong with it. For this reason, please ask for a refund.'
  if (asked.units > facts.unitsToExchange)
    return 'A replacement is not exchanged a second time. Please ask for a refund.'
  if (asked.units > facts.unitsPaidFor)
    return `A part of the price of this order was refunded to you. Please ${facts.unitsPaidFor > 0 ? 'exchange fewer pieces, or ' : ''}ask for a refund.`
  if (facts.stockUnits === 0) return 'This product is sold out. Please ask for a refund.'
  return asked.units > facts.stockUnits
    ? `Only ${facts.stockUnits} of this product can be sent again. Please exchange fewer pieces, or ask for a refund.`
    : null
}

/**
 * The move of a replacement for an event of the courier; null: none. `handedOver`: an earlier event said that the courier has
 * it.
 */
export function afterReplacementEvent(
  code: number,
  handedOver: boolean,
): { to: 'sent' | 'exchanged' } | { to: 'refunded'; why: FallBackReason } | null {
  if (isGone(code)) return { to: 'refunded', why: 'lost' }
  const told = statusAfter(null, code)
  if (told === 'Delivered') return { to: 'exchanged' }
  if (told === 'RTO') return { to: 'refunded', why: 'undelivered' }
  if (told === 'Cancelled') return { to: 'refunded', why: handedOver ? 'undelivered' : 'not-booked' }
  return told === null || told === 'Pending' ? null : { to: 'sent' }
}

/** The text for an administrator about a replacement that is not needed any more. */
export const notCancelled =
  'The courier has not cancelled the replacement of a return that is refunded: call the courier, and tell the seller not to hand it over.'
export const pickedUp =
  'The courier has fetched the replacement of a return that is refunded: ask the courier to bring it back to the seller. The customer keeps the refund.'

const deliveredAfterRefund =
  'The courier has delivered the replacement of a return that is refunded, so the customer has both: ask the customer to return one of them, and the seller to count their stock.'
/** The text for an administrator about a replacement that is still to be delivered. */
export const inTrouble =
  'The courier reports a problem with the replacement of a return: ask the courier where it is.'

/**
 * Which of these texts follow from an event of a replacement whose return is refunded: `flag` is added to the order, `unflag`
 * removed. `handedOver`: the courier had it before the refund, so a late event of its way is no news.
 */
export function attentionAfterEnd(
  code: number,
  handedOver: boolean,
): { flag?: string; unflag: string[] } | null {
  const told = statusAfter(null, code)
  if (told === 'Delivered') return { flag: deliveredAfterRefund, unflag: [notCancelled, pickedUp, inTrouble] }
  if (told === 'Cancelled' || told === 'RTO')
    return { unflag: [notCancelled, pickedUp, deliveredAfterRefund, inTrouble] }
  return told === null || told === 'Pending' || handedOver ? null : { flag: pickedUp, unflag: [] }
}

/** Whether an event of a replacement that is still to be delivered needs an administrator, although it is no move. */
export const isInTrouble = (code: number): boolean =>
  attentionFor(code) !== null && !isGone(code) && statusAfter(null, code) === null
