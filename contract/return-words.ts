/** The reasons and states of returns, and how people read them. Plain values, so that pages need no schema for them. */
export const returnReasons = [
  'damaged',
  'defective',
  'wrong-item',
  'not-as-described',
  'incomplete',
  'late',
  'changed-mind',
] as const
export type ReturnReason = (typeof returnReasons)[number]

/** The reasons as people read them. */
export const returnReasonWords: Record<ReturnReason, string> = {
  damaged: 'It arrived damaged',
  defective: 'It does not work',
  'wrong-item': 'It is not what I ordered',
  'not-as-described': 'It is not as described',
  incomplete: 'Something is missing',
  late: 'It came too late',
  'changed-mind': 'I changed my mind',
}

/** What a buyer may want for returned pieces: the money, or the same product again. */
export const returnWishes = ['refund', 'exchange'] as const
export type ReturnWish = (typeof returnWishes)[number]

/** An exchange is possible where something is wrong with the piece itself. */
export const exchangeReasons: readonly ReturnReason[] = [
  'damaged',
  'defective',
  'wrong-item',
  'not-as-described',
  'incomplete',
]

/** Why an exchange that the buyer wanted became a refund. */
export const fallBackReasons = ['sold-out', 'not-booked', 'undelivered', 'lost', 'seller', 'shop'] as const
export type FallBackReason = (typeof fallBackReasons)[number]

/** For the buyer; followed by what they get back. */
export const fallBackWords: Record<FallBackReason, string> = {
  'sold-out': 'The product cannot be had again, so you get your money back.',
  'not-booked': 'No courier takes the replacement, so you get your money back.',
  undelivered: 'The replacement could not be delivered, so you get your money back.',
  lost: 'The courier lost the replacement, so you get your money back.',
  seller: 'The seller cannot send a replacement, so you get your money back.',
  shop: 'Our team gives your money back instead of a replacement.',
}

/** For the seller and administrators. */
export const fallBackWordsForOthers: Record<FallBackReason, string> = {
  'sold-out': 'The buyer wanted an exchange; the product was sold out or deleted.',
  'not-booked': 'The buyer wanted an exchange; no courier took the replacement.',
  undelivered: 'The buyer wanted an exchange; the replacement could not be delivered.',
  lost: 'The buyer wanted an exchange; the courier lost the replacement.',
  seller: 'The buyer wanted an exchange; the seller could not send a replacement.',
  shop: 'The buyer wanted an exchange; our team decided for a refund.',
}

/**
 * 'replacing': the seller hands a replacement over to the courier. 'to-send': the courier does not fetch it, so the buyer sends it.
 * 'disputed': an administrator decides.
 */
export const returnStates = [
  'requested',
  'disputed',
  'accepted',
  'pickup-booked',
  'to-send',
  'picked-up',
  'received',
  'replacing',
  'sent',
  'exchanged',
  'refunded',
  'rejected',
  'withdrawn',
] as const
export type ReturnState = (typeof returnStates)[number]

export const returnStateWords: Record<ReturnState, string> = {
  requested: 'Asked',
  disputed: 'With our team',
  accepted: 'Accepted',
  'pickup-booked': 'Pickup booked',
  'to-send': 'To be sent',
  'picked-up': 'Picked up',
  received: 'Received',
  replacing: 'Replacement booked',
  sent: 'Replacement sent',
  exchanged: 'Exchanged',
  refunded: 'Refunded',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
}

export const returnActors = ['buyer', 'seller', 'shop', 'courier', 'clock'] as const
export type ReturnActor = (typeof returnActors)[number]
