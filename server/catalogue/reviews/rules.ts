/** Decisions about reviews on plain values. */

/** First name and initial; 'A buyer' of somebody who prefers it, and of an account that is erased. */
export function authorName(firstName: string | null, initial: string | null): string {
  return firstName === null ? 'A buyer' : initial ? `${firstName} ${initial}.` : firstName
}

/** What else was written about the same product: how many other reviews. */
export interface Neighbours {
  /** By others at the same delivery address, within `ringDays`. */
  sameAddress: number
  /** From the same network, within `ringDays`. A carrier's network has many people. */
  sameNetwork: number
  /** Within the last 24 hours. */
  lastDay: number
}

/** What else may make a review one of somebody with an interest in the product. */
interface Origin extends Neighbours {
  /** The order went to the address of the seller. */
  ownAddress: boolean
  /** The seller is logged in from the same network. */
  ownNetwork: boolean
  /** The order, or a part of it, was paid back. */
  refunded: boolean
}

/** From so many other reviews on a review is flagged. The origins are kept for `ringDays`. */
export const ringDays = 90
const ringLimits = { sameAddress: 1, sameNetwork: 2, lastDay: 20 } as const

/** What a person has to look at. Nothing follows from a flag by itself. */
export function flagsOf({
  sameAddress,
  sameNetwork,
  lastDay,
  ownAddress,
  ownNetwork,
  refunded,
}: Origin): string[] {
  return [
    ...(sameAddress >= ringLimits.sameAddress ? ['same-address'] : []),
    ...(sameNetwork >= ringLimits.sameNetwork ? ['same-network'] : []),
    ...(lastDay >= ringLimits.lastDay ? ['burst'] : []),
    ...(ownAddress ? ['own-address'] : []),
    ...(ownNetwork ? ['own-network'] : []),
    ...(refunded ? ['refunded'] : []),
  ]
}

/** What decides whether a buyer may review the product of an order. */
interface ReviewFacts {
  received: boolean
  /** Their own review of the product; null where there is none. */
  own: { removed: boolean } | null
}

/** Why a buyer may not write a review, or not change theirs; null where they may. */
export function reviewRefusal({ received, own }: ReviewFacts): string | null {
  if (own?.removed) return 'Our team took your review of this product down. Our mail to you says why.'
  return received || own ? null : 'You can review a product once it is delivered.'
}
