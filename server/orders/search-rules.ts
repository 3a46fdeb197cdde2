/** What an administrator means by the words that he looks for among orders. */

export type Wanted =
  | { email: string }
  | { from: string; to: string }
  | { words: readonly string[]; parcel: string }

/**
 * With an @ it is a person, eight or more digits of an id are an order, and anything else is a parcel's number or words
 * of a product's name. Undefined for nothing.
 */
export function orderSearch(text: string | undefined): Wanted | undefined {
  const typed = text?.trim() ?? ''
  if (typed === '') return undefined
  if (typed.includes('@')) return { email: typed.toLowerCase() }
  const hex = typed.replaceAll('-', '').toLowerCase()
  // An AWB number has digits only, and an order's id a hyphen after the eighth.
  if (/^[0-9a-f]{8,32}$/.test(hex) && (typed.includes('-') || /[a-f]/.test(hex) || hex.length === 32))
    return { from: asId(hex.padEnd(32, '0')), to: asId(hex.padEnd(32, 'f')) }
  return { words: typed.split(/\s+/).slice(0, 8), parcel: typed }
}

function asId(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
