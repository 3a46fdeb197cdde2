/** What a search among orders asks for, decided on plain values. */
import { z } from 'zod'
import { readOrderNumber } from '../../../contract/order-number.ts'

export type OrderSearchText =
  | { email: string }
  | { from: string; to: string }
  | { number: string }
  | { words: readonly string[]; parcel: string }

/** Further words would not narrow a search. */
const maxWords = 8

/**
 * An administrator's search. A text with an @ is an e-mail. An order's number, or eight or more digits of its id, is an order.
 * Anything else is a parcel's number or, where no parcel has it, a customer's name or mobile, words of a product's name, or a
 * part of an order's number. Undefined for an empty text.
 */
export function readOrderSearch(text: string | undefined): OrderSearchText | undefined {
  const typed = text?.trim() ?? ''
  if (typed === '') return undefined
  if (typed.includes('@')) return { email: typed.toLowerCase() }
  const number = readOrderNumber(typed)
  if (number) return { number }
  const hex = typed.replaceAll('-', '').toLowerCase()
  // An AWB number has digits only; an order's id has a hyphen after the eighth.
  if (/^[0-9a-f]{8,32}$/.test(hex) && (typed.includes('-') || /[a-f]/.test(hex) || hex.length === 32))
    return { from: toUuid(hex.padEnd(32, '0')), to: toUuid(hex.padEnd(32, 'f')) }
  return { words: typed.split(/\s+/).slice(0, maxWords), parcel: typed }
}

function toUuid(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** A seller's search: one order by its whole id, or words, one of which may be an order's number. */
export function readSellerSearch(text: string | undefined): { id?: string; words: string[] } {
  const number = readOrderNumber((text ?? '').trim())
  if (number) return { words: [number] }
  const words = (text ?? '').split(/\s+/).filter(Boolean).slice(0, maxWords)
  const [first = ''] = words
  return words.length === 1 && z.uuid().safeParse(first).success
    ? { id: first, words: [] }
    : { words: words.map((word) => readOrderNumber(word) ?? word) }
}
