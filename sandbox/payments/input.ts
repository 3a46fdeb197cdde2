/** Parses request bodies by the payment provider's rules; every error names the field. */
import { badInput } from './errors.ts'
import type { Notes } from './entities.ts'

export type Body = Record<string, unknown>

const LOWEST_AMOUNT = 100

/** A missing body counts as an empty one. Fields that are not in `known` are refused, as the provider does. */
export function readBody(text: string, known: readonly string[]): Body {
  let body: unknown = {}
  try {
    if (text !== '') body = JSON.parse(text)
  } catch {
    throw badInput('The request body is not valid JSON')
  }
  if (!isObject(body)) throw badInput('The request body must be an object')
  const unknown = Object.keys(body).filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    throw badInput(`${unknown.join(', ')} is/are not required and should not be sent`, unknown[0])
  }
  return body
}

export function isObject(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Integer paise, at least one rupee. */
export function readAmount(body: Body): number {
  const { amount } = body
  if (amount === undefined || amount === null) throw badInput('The amount field is required.', 'amount')
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount)) {
    throw badInput('The amount must be an integer.', 'amount')
  }
  if (amount < LOWEST_AMOUNT) throw badInput('The amount must be at least INR 1.00', 'amount')
  return amount
}

export function readCurrency(body: Body): string {
  if (body['currency'] === undefined) throw badInput('The currency field is required.', 'currency')
  if (body['currency'] !== 'INR') throw badInput('Currency is not supported', 'currency')
  return 'INR'
}

export function readReceipt(body: Body): string | null {
  const { receipt } = body
  if (receipt === undefined || receipt === null) return null
  if (typeof receipt !== 'string') throw badInput('The receipt must be a string.', 'receipt')
  if (receipt.length > 40) throw badInput('The receipt may not be greater than 40 characters.', 'receipt')
  return receipt
}

/** At most 15 pairs of at most 256 characters. */
export function readNotes(body: Body): Notes {
  const { notes } = body
  if (notes === undefined || notes === null || (Array.isArray(notes) && notes.length === 0)) return []
  if (!isObject(notes)) throw badInput('The notes must be an array of pairs.', 'notes')
  const pairs = Object.entries(notes)
  if (pairs.length > 15)
    throw badInput('Number of fields in notes should be less than or equal to 15', 'notes')
  const kept: Record<string, string> = {}
  for (const [name, value] of pairs) {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
      throw badInput('Notes values must be text.', 'notes')
    }
    if (String(value).length > 256) {
      throw badInput('Notes value length should be less than or equal to 256', 'notes')
    }
    kept[name] = String(value)
  }
  return pairs.length === 0 ? [] : kept
}

export type Page = { count: number; skip: number; from: number; to: number }

/** Default ten items, at most `most`; `from` and `to` are Unix seconds. */
export function readPage(query: (name: string) => string | undefined, most = 100): Page {
  const count = wholeNumber(query('count'), 'count', 10)
  if (count < 1) throw badInput('The count must be at least 1.', 'count')
  if (count > most) throw badInput(`The count may not be greater than ${most}.`, 'count')
  return {
    count,
    skip: wholeNumber(query('skip'), 'skip', 0),
    from: wholeNumber(query('from'), 'from', 0),
    to: wholeNumber(query('to'), 'to', Number.MAX_SAFE_INTEGER),
  }
}

export function wholeNumber(text: string | undefined, field: string, otherwise: number): number {
  if (text === undefined) return otherwise
  if (!/^\d{1,15}$/.test(text)) throw badInput(`The ${field} must be an integer.`, field)
  return Number(text)
}

/** JSON with sorted keys, so that bodies with the same fields in another order compare as equal. */
export function canonicalJson(body: Body): string {
  return JSON.stringify(body, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
}
