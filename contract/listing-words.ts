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

/** What is noted of a listing beside its declarations. */
export const listingFactWords: Record<string, string> = {
  name: 'Name',
  description: 'Description',
  details: 'Details',
  imageUrls: 'Images',
  imageTexts: 'Texts of images',
  sku: 'SKU',
  price: 'Price (₹)',
  sale: 'Sale',
  bulk: 'Bulk prices',
  noOfUnits: 'Stock',
  subCategoryId: 'Subcategory',
  height: 'Height (cm)',
  width: 'Width (cm)',
  length: 'Length (cm)',
  weight: 'Weight (gm)',
  hsnCode: 'HSN code',
  attributes: 'Attributes',
  state: 'On sale or not',
  moderation: 'Decision of our team',
}
