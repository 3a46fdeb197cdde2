/** The states of a claim that a parcel did not come. */
export const claimStates = ['open', 'refunded', 'denied', 'withdrawn'] as const
export type ClaimState = (typeof claimStates)[number]

export const claimStateWords: Record<ClaimState, string> = {
  open: 'The courier looks for it',
  refunded: 'Refunded',
  denied: 'Not accepted',
  withdrawn: 'It has come',
}

/** After the delivery. */
export const claimDays = 7
/** Within which the courier looks for the parcel and our team decides. */
export const claimAnswerDays = 5
