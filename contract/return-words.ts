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

/** 'to-send': the courier does not fetch it, so the buyer sends it himself. 'disputed': an administrator decides. */
export const returnStates = [
  'requested',
  'disputed',
  'accepted',
  'pickup-booked',
  'to-send',
  'picked-up',
  'received',
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
  refunded: 'Refunded',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
}

export const returnActors = ['buyer', 'seller', 'shop', 'courier', 'clock'] as const
export type ReturnActor = (typeof returnActors)[number]
