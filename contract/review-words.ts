/** The words of reviews: how lists of them are sorted, and why one may be taken down. */
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

/** After 'Removed: '. */
export const reviewFaultWords: Record<ReviewFault, string> = {
  'personal-data': 'it has personal details of somebody',
  abusive: 'it insults or threatens somebody',
  illegal: 'it is unlawful',
  advertising: 'it advertises something else',
  'other-product': 'it is about something other than this product',
  'not-genuine': 'it was paid for, or written by somebody with an interest in the product',
}
