/** Decisions about a seller's products on plain values. */
import type { ListingEdit } from '../../contract/bulk-edit.ts'
import { limits } from '../../contract/limits.ts'

/** The state of a form when it was loaded: the count of saves, and the units that it showed. */
export interface LoadedForm {
  version: number
  shownUnits: number
}

export function versionOf({ version, shownUnits }: LoadedForm): string {
  return `${version}-${shownUnits}`
}

/** Undefined for a malformed version. */
export function readVersion(text: string): LoadedForm | undefined {
  const [, version, shownUnits] = /^(\d{1,9})-(\d{1,9})$/.exec(text) ?? []
  return version && shownUnits ? { version: Number(version), shownUnits: Number(shownUnits) } : undefined
}

/** The stock of a product: free for sale, in unpaid checkouts, and of those the pieces that are not on sale again afterwards. */
export interface Stock {
  free: number
  held: number
  withheld: number
}

/** Pieces that are not sold yet, as the seller counts them. */
export function unsoldUnits({ free, held, withheld }: Stock): number {
  return free + held - Math.min(withheld, held)
}

/**
 * The stock after a save. The number that a seller types counts every piece not sold yet, so it includes the pieces that unpaid
 * checkouts hold.
 */
export function stockAfterSave(typed: number, now: Stock, shown: number | undefined): Stock {
  // What the form showed comes from the browser.
  const unsold = Math.min(limits.unitsMax, shown === undefined ? typed : unsoldUnits(now) + typed - shown)
  const free = unsold - now.held
  return { free: Math.max(0, free), held: now.held, withheld: Math.min(now.held, Math.max(0, -free)) }
}

/** A price in rupees after an edit of price or stock. */
export function newPrice(price: number, edit: ListingEdit): number {
  if (edit.what === 'price') return edit.to
  if (edit.what === 'price-by') return Math.round((price + edit.rupees) * 100) / 100
  if (edit.what === 'price-percent') return Math.round((price * (100 + edit.percent)) / 100)
  return price
}

/** Units after an edit of price or stock; below zero where there are not as many to take away. */
export function newUnits(units: number, edit: ListingEdit): number {
  if (edit.what === 'stock') return edit.to
  return edit.what === 'stock-by' ? units + edit.units : units
}

/** Words to search for in names, at most eight: more do not narrow the search any further. */
export function searchWords(text: string | undefined): string[] {
  return (text ?? '').split(/\s+/).filter(Boolean).slice(0, 8)
}
