/** Exchanges, decided on plain values: when the buyer may ask for one, and what the courier's events mean for the replacement. */
import { exchangeReasons, type FallBackReason, type ReturnReason } from '../../../contract/return-words.ts'
import { attentionFor, isGone, statusAfter } from '../orders/courier-rules.ts'

/** What decides whether pieces of an order may be exchanged. */
export interface ExchangeFacts {
  /** The terms of the order. */
  exchanges: boolean
  /** Of the product, on sale; 0 for one that is deleted, or whose seller is suspended. */
  stockUnits: number
  /** Of the order: those that were not exchanged before, and 0 when only replacements can be returned. */
  unitsToExchange: number
  /** What was not given back of the price of the order pays for so many pieces, less those that open returns ask for. */
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
    return `A part of the price of this order was given back to you. Please ${facts.unitsPaidFor > 0 ? 'exchange fewer pieces, or ' : ''}ask for a refund.`
  if (facts.stockUnits === 0) return 'This product is sold out. Please ask for a refund.'
  return asked.units > facts.stockUnits
    ? `Only ${facts.stockUnits} of this product can be sent again. Please exchange fewer pieces, or ask for a refund.`
    : null
}

/** What an event of the courier means for a replacement; null: nothing. `handedOver`: an event before told that the courier has it. */
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

/** What an administrator reads of a replacement that is not needed any more. */
export const notCancelled =
  'The courier has not cancelled the replacement of a return that is refunded: call the courier, and tell the seller not to hand it over.'
export const pickedUp =
  'The courier has fetched the replacement of a return that is refunded: ask the courier to bring it back to the seller. The customer keeps the refund.'

export const deliveredAfterRefund =
  'The courier has delivered the replacement of a return that is refunded, so the customer has both: ask the customer to give one of them back, and the seller to count his stock.'
/** What an administrator reads of a replacement that is still to be brought. */
export const inTrouble =
  'The courier reports a problem with the replacement of a return: ask the courier where it is.'

/**
 * Which of these words follow from an event of a replacement whose return is refunded: they are put to the order, or taken from it.
 * `handedOver`: the courier had it before the refund. Then a late word of its way says nothing new, but that it was found does.
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

/** Whether an event of a replacement that is still to be brought needs a person, of whom the table of moves knows nothing. */
export const isInTrouble = (code: number): boolean =>
  attentionFor(code) !== null && !isGone(code) && statusAfter(null, code) === null
