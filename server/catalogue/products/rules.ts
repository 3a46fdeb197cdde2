/** Decisions of the catalogue on plain values. */
import type { ListFilters } from '../../../contract/product-lists.ts'

/** Lists stay small: a description is cut to this many characters, at the end of a word. */
export const excerptLength = 300

/** The beginning of a description as lists show it; whole when it is short. */
export function excerpt(description: string): string {
  if (description.length <= excerptLength) return description
  const room = description.slice(0, excerptLength)
  const end = room.search(/\s\S*$/)
  // Without a space the cut may split a surrogate pair.
  const cut = end > 0 ? room.slice(0, end) : Array.from(room).slice(0, -1).join('')
  return `${cut.replace(/(?<![\s,;:.–-])[\s,;:.–-]+$/, '')}…`
}

export function isFiltered({ stock, ...filters }: ListFilters): boolean {
  const { min, max, sub, arrivesBy, rated, origin, claim } = filters
  return [min, max, sub, arrivesBy, rated, origin, claim].some((value) => value !== undefined) || stock
}
