/** Limits of the specification that browser and server share: lengths, counts, stock thresholds, times. */
export const limits = {
  otpDigits: 6,
  otpSeconds: 600,
  /** From one sent code to the next. */
  otpResendSeconds: 30,
  otpTries: 5,
  passwordMin: 6,
  passwordMax: 128,
  /** Sessions per account; a new login ends the one that was used least recently. */
  sessionsMax: 20,
  mobileDigits: 10,
  pinCodeDigits: 6,
  addToCartQuantity: 1,
  cartQuantityMax: 1_000,
  /** Products whose delivery one call asks for. */
  estimatesMax: 50,
  /** Working days from an order to its hand-over to the courier that a seller may take. */
  handlingDaysMax: 7,
  /** Shipments that a seller packs, or prints the papers of, with one call. */
  dispatchMax: 50,
  /** So long a suspended seller's parcel is stopped before its orders are refunded. */
  stoppedDays: 3,
  /** A seller's own words about what they cannot deliver. */
  sellersNoteLength: 200,
  /** Pieces of one order that one call cancels, returns or refunds: at least as many as any order has. */
  orderQuantityMax: 1_000,
  productImages: 5,
  /** 'N items left' below this many units on cards: those of the home page and of the strip on a product's page. */
  lowStockBelowOnCards: 11,
  /** The same on a product's page itself and in all lists; also the seller's filter 'low'. */
  lowStockBelowElsewhere: 10,
  /** The seller gets the low-stock e-mail below this many units. */
  lowStockMailBelow: 10,
  listDefault: 48,
  listMax: 200,
  /** Products in a row of the home page. */
  homeRowMax: 12,
  /** Other products of the subcategory on the page of a product. */
  othersShown: 10,
  /** Products side by side on one page. */
  comparedMax: 4,
  /** Search results end here; a total of this many means 'at least'. */
  searchDepth: 1_000,
  /** Counting a filtered list stops here; a total of this many means 'at least'. */
  countFiltered: 10_000,
  /** Where a list has more products, the choices of facets are counted in a sample of so many. */
  facetSample: 4_000,
  /** Values of one facet: those that a list shows, most products first, and those that an address may choose. */
  facetShownMax: 40,
  facetChosenMax: 20,
  /** The number of rows in each state, of which a filter shows 'at least' from here. */
  countStates: 1_000,
  /** The same for a seller's search among orders, which runs while they type. */
  countSearched: 1_000,
  suggestions: 8,
  hsnChoices: 20,
  nameLength: 100,
  streetLength: 200,
  storyLength: 2_000,
  netQuantityMax: 999_999,
  grievanceContactLength: 200,
  cityLength: 100,
  /** What a buyer writes to the seller at the checkout. */
  noteToSellerLength: 300,
  searchLength: 100,
  productNameLength: 200,
  descriptionLength: 5_000,
  detailsLength: 10_000,
  priceMinPaise: 100,
  priceMaxPaise: 100_000_000,
  unitsMax: 1_000_000,
  /** A sale of a product: how long it lasts, and how long before it is set; its bulk prices. The schema has both (0054). */
  saleDaysMax: 90,
  bulkPricesMax: 3,
  /** A sale names the lowest price of so many days before it. */
  lowestPriceDays: 30,
  /** Products of one seller that are on sale; a trigger of the database (0014-catalogue-floods) counts them. */
  liveProductsMax: 10_000,
  documentBytesMax: 5_000_000,
  sideMaxCm: 1_000,
  /** The least height of a packed parcel: the courier takes no thinner one. */
  sideMinCm: 0.5,
  weightMaxGrams: 1_000_000,
  companyLength: 200,
  accountNumberMax: 34,
  uploadBytesMax: 12_000_000,
  uploadPixelsMax: 50_000_000,
  holdMinutes: 15,
  /** Total time within an hour for which a buyer may hold the same goods with several unpaid checkouts. */
  holdMinutesInAll: 30,
  trackingDays: 7,
  /** However long a return policy lets a refund take, the shop promises it within these days (specification §9). */
  refundDays: 7,
  /** Business days of the specification; as long the owner can undo it, in days of 24 hours. */
  accountDeletionDays: 7,
  /** A session of a customer or seller ends so long after its last request, and so long after its login. */
  sessionIdleDays: 7,
  sessionDays: 30,
  /** A browser is recognised so long after the last login in it. */
  knownBrowserDays: 180,
  /** So long after a decision the documents of a seller are kept. */
  sellerDocumentDays: 180,
} as const
