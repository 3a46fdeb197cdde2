/** Exchanges, decided on plain values: when the buyer may ask for one, and what the courier's events mean for the replacement. */
import { exchangeReasons, type FallBackReason, type ReturnReason } from '../../contract/return-words.ts'
import { isGone, statusAfter } from '../shipping/rules.ts'

/** What decides whether pieces of an order may be exchanged. */
export interface ExchangeFacts {
  /** The terms of the order. */
  exchanges: boolean
  /** Of the product, on sale; 0 for one that is deleted, or whose seller is suspended. */
  stockUnits: number
  /** Of the order: those that were not exchanged before, and 0 when only replacements can be returned. */
  unitsToExchange: number
}

/** How many pieces of `unitsLeft` can be exchanged now. */
export const exchangeUnits = (
  { exchanges, stockUnits, unitsToExchange }: ExchangeFacts,
  unitsLeft: number,
): number => (exchanges ? Math.max(0, Math.min(unitsLeft, stockUnits, unitsToExchange)) : 0)

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

/** Which of these words follow from an event of such a parcel: they are put to the order, or taken from it. */
export function attentionAfterEnd(code: number): { flag: string } | { unflag: string[] } | null {
  const told = statusAfter(null, code)
  if (told === 'Cancelled' || told === 'RTO') return { unflag: [notCancelled, pickedUp] }
  return told === null || told === 'Pending' ? null : { flag: pickedUp }
}
