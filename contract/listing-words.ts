/** The states of a listing, as its seller wants it. Delete withdraws it. */
export const listingStates = ['draft', 'scheduled', 'on-sale', 'hidden'] as const
export type ListingState = (typeof listingStates)[number]

export const listingStateWords: Record<ListingState, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  'on-sale': 'On sale',
  hidden: 'Hidden',
}

export const listingLimits = {
  /** A listing is scheduled so many days ahead. */
  scheduledDaysMax: 90,
} as const
