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

/** The filters alone of the parameters of a list. */
export function filtersOf(query: ListFilters): ListFilters {
  const { min, max, sub, stock, pin, arrivesBy, seller, price, rated, origin, claim, attribute } = query
  return { min, max, sub, stock, pin, arrivesBy, seller, price, rated, origin, claim, attribute }
}

/** A pin code alone narrows nothing. */
export function isFiltered({ stock, ...filters }: ListFilters): boolean {
  return stock || Object.entries(filters).some(([name, value]) => name !== 'pin' && value !== undefined)
}
