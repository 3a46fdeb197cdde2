/** Decisions about a sale and about bulk prices on plain values. */
import { limits } from '../../../contract/limits.ts'
import { paise, rupees } from '../../../contract/money.ts'
import {
  type BulkPrice,
  bulkNotBelow,
  type PricesInput,
  saleAtMostDays,
  saleEndsBefore,
  saleNotBelow,
} from '../../../contract/prices.ts'
import { Refusal } from '../../platform/refusal.ts'

export interface StoredPrices {
  version: number
  /** Outside of the sale. */
  regularPaise: number
  salePaise: number | null
  saleBegins: Date | null
  saleEnds: Date | null
  /** By the database's clock. */
  now: Date
}

export interface Sale {
  pricePaise: number
  begins: Date
  ends: Date
  /** It runs already, at this price. */
  goesOn: boolean
}

export function saleRuns({ saleBegins, saleEnds, now }: StoredPrices): boolean {
  return saleBegins !== null && saleEnds !== null && saleBegins <= now && now < saleEnds
}

const refuse = (field: string, words: string) => new Refusal('invalid', words, { fields: { [field]: words } })
const longestMs = limits.saleDaysMax * 86_400_000

/**
 * The sale that a seller asks for; null for none. Another price is another reduction, which begins now or later: what is told as
 * the lowest price before it counts the sale so far. Refuses: invalid for a price that is not below the regular one, and for times
 * that are not possible.
 */
export function saleOf(input: PricesInput, stored: StoredPrices): Sale | null {
  if (input.salePrice === null) return null
  const pricePaise = paise(input.salePrice)
  if (pricePaise >= stored.regularPaise) throw refuse('salePrice', saleNotBelow)
  const { now, saleBegins } = stored
  const asked = input.saleBegins === null ? now : new Date(input.saleBegins)
  const goesOn = saleRuns(stored) && stored.salePaise === pricePaise && asked <= now
  const begins = goesOn && saleBegins ? saleBegins : asked > now ? asked : now
  const ends = new Date(input.saleEnds ?? Number.NaN)
  if (!(ends > now && ends > begins)) throw refuse('saleEnds', saleEndsBefore)
  if (begins.getTime() - now.getTime() > longestMs) throw refuse('saleBegins', saleAtMostDays)
  if (ends.getTime() - begins.getTime() > longestMs) throw refuse('saleEnds', saleAtMostDays)
  return { pricePaise, begins, ends, goesOn }
}

/** Refuses: invalid for steps that do not need more and more pieces, or whose price does not fall. */
export function bulkOf(
  { bulkPrices }: PricesInput,
  { regularPaise }: StoredPrices,
): { from: number; pricePaise: number }[] {
  const steps = bulkPrices.map(({ from, price }) => ({ from, pricePaise: paise(price) }))
  for (const [index, { from, pricePaise }] of steps.entries()) {
    const before = steps[index - 1] ?? { from: 1, pricePaise: regularPaise }
    if (from <= before.from || pricePaise >= before.pricePaise) throw refuse('bulkPrices', bulkNotBelow)
  }
  return steps
}

/** The stored steps that make a piece cheaper than `pricePaise`. */
export const stepsBelow = (
  pricePaise: number,
  { bulkFrom, bulkPaise }: { bulkFrom: readonly number[]; bulkPaise: readonly number[] },
): BulkPrice[] =>
  bulkFrom
    .map((from, index) => ({ from, price: rupees(bulkPaise[index] ?? pricePaise) }))
    .filter(({ price }) => price < rupees(pricePaise))
