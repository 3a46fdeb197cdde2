/** Periods, columns and limits of a seller's figures. Plain values, so that pages need no schema for them. */

/** In days, up to today. Those of more than a week are divided into steps of seven days, a week into days. */
export const figurePeriods = [7, 28, 91, 364] as const
export type FigurePeriod = (typeof figurePeriods)[number]

/** What the table of products is sorted by. */
export const figureSorts = [
  'name',
  'views',
  'added',
  'bought',
  'amount',
  'conversion',
  'cancelled',
  'returned',
  'rating',
  'units',
] as const
export type FigureSort = (typeof figureSorts)[number]

export const figureLimits = {
  /** Products on a page of the table. */
  shown: 50,
  /** A conversion is shown from so many views on. */
  conversionViews: 20,
  /** Days for which counts are kept: a year's comparison would need more. */
  keptDays: 400,
  /** What to do next: at most so many products of one kind. */
  adviceMax: 5,
  /** The days that stock is compared with, and that seldom bought products were seen in. */
  recentDays: 28,
  /** The stock lasts less than so many days at the pace of `recentDays`. */
  stockDays: 14,
  /** The days in which returned pieces were bought. */
  returnDays: 91,
  /** Returns are high from so many pieces that were bought, and above this part of them in percent. */
  returnPieces: 10,
  returnPercent: 15,
  /** Seldom bought: so many views, of which less than this part in percent became bought pieces. */
  seldomViews: 100,
  seldomPercent: 0.5,
  /** Promises kept in less than so many percent of at least so many promises. */
  keptPercent: 90,
  keptPromises: 10,
} as const
