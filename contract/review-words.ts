/** The limits and words of reviews: how lists of them are sorted, and why one may be taken down. */
export const reviewLimits = {
  length: 2_000,
  answerLength: 1_000,
  photos: 4,
  /** How often a review can be changed. */
  edits: 20,
  /** Reviews on a page of a product. */
  shown: 8,
  /** How a seller delivers is shown from so many parcels within 90 days on. */
  ratedParcels: 10,
} as const

export const reviewSorts = ['helpful', 'newest', 'lowest'] as const
export type ReviewSort = (typeof reviewSorts)[number]

/** The only reasons for which a review is taken down; that it is bad is none. People report for the same ones. */
export const reviewFaults = [
  'personal-data',
  'abusive',
  'illegal',
  'advertising',
  'other-product',
  'not-genuine',
] as const
export type ReviewFault = (typeof reviewFaults)[number]

/** After 'Removed: ', of a review and of the seller's answer. */
export const reviewFaultWords: Record<ReviewFault, string> = {
  'personal-data': 'it has personal details of somebody',
  abusive: 'it insults or threatens somebody',
  illegal: 'it is unlawful',
  advertising: 'it advertises something else',
  'other-product': 'it is about something other than this product',
  'not-genuine': 'it was paid for, or written by somebody with an interest in the product',
}
