/** The limits and words of the moderation of listings. */

/** People report a listing for them, and an administrator hides it or takes it down for them. */
export const listingFaults = [
  'not-as-described',
  'unsafe',
  'prohibited',
  'misleading-green',
  'copied',
  'offensive',
  'other',
] as const
export type ListingFault = (typeof listingFaults)[number]

export const listingFaultWords: Record<ListingFault, string> = {
  'not-as-described': 'It is not as described',
  unsafe: 'It is unsafe',
  prohibited: 'It may not be sold',
  'misleading-green': 'It misleads about how green it is',
  copied: 'It copies somebody else’s product, pictures or name',
  offensive: 'It is offensive',
  other: 'Something else is wrong',
}

export const moderationLimits = {
  reportLength: 1_000,
  noteLength: 1_000,
  appealLength: 2_000,
  /** The first listings of a seller who signed up so many days ago at most are looked at. */
  newSellerDays: 30,
  newSellerListings: 5,
  /** A seller with so many takedowns in 12 months is marked. */
  offenderFrom: 3,
} as const
