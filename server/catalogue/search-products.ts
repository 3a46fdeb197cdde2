/** Search behind one function, so that an engine could take its place (specification §2, §7). */
import type { Db } from '../db/client.ts'
import { Refusal } from '../refusal.ts'
import type { ListedRow } from './queries.ts'
import {
  asAnyOf,
  asCorrected,
  type Asked,
  asTyped,
  nearWords,
  ranked,
  StatementTooSlow,
  withSearchTimeout,
} from './search-queries.ts'
import {
  anyWord,
  everyWord,
  type Guess,
  nearestWords,
  readSearchCursor,
  searchCursor,
  type SearchMode,
  wordsOf,
} from './search-rules.ts'

/** As many results can be paged through; a total of this much means 'at least'. */
export const searchDepth = 1_000
/** Fewer results than this and the words may have been misspelt. */
const few = 3

interface SearchPage {
  rows: ListedRow[]
  /** Exact below `searchDepth`. */
  total: number
  next: string | undefined
}

/**
 * The products that match the words, best first: all words in the name, then all words anywhere (subcategory, seller,
 * category, description); the last word may be unfinished. Only where that finds fewer than three, words near to the
 * typed ones count too; and where even that finds nothing, any of the words. No words find nothing.
 * Refuses a cursor that is none ('invalid'), and when the database needs longer than two seconds ('unavailable').
 */
export async function searchProducts(
  db: Db,
  typed: string,
  page: { limit: number; cursor?: string | undefined },
): Promise<SearchPage> {
  const words = wordsOf(typed)
  const from = page.cursor === undefined ? undefined : readSearchCursor(page.cursor)
  if (from === null || (from && from.offset >= searchDepth))
    throw new Refusal('invalid', 'This is no cursor of this list.')
  if (words.length === 0) return { rows: [], total: 0, next: undefined }
  try {
    if (!from) return await firstPage(db, words, page.limit)
    const asked = from.mode === 'typed' ? asTyped(words) : asGuessed(words, await guess(db, words), from.mode)
    return await read(db, asked, from.mode, from.offset, page.limit)
  } catch (error) {
    if (error instanceof StatementTooSlow)
      throw new Refusal('unavailable', 'Search is busy. Please try again.', { retryAfterSeconds: 5 })
    throw error
  }
}

async function firstPage(db: Db, words: string[], limit: number): Promise<SearchPage> {
  const found = await read(db, asTyped(words), 'typed', 0, limit)
  if (found.total >= few) return found
  try {
    const guesses = await guess(db, words)
    const corrected = await read(db, asGuessed(words, guesses, 'corrected'), 'corrected', 0, limit)
    if (corrected.total > 0 || words.length === 1) return corrected
    return await read(db, asGuessed(words, guesses, 'any'), 'any', 0, limit)
  } catch (error) {
    // Guessing is a favour: what the words themselves found is an answer.
    if (error instanceof StatementTooSlow) return found
    throw error
  }
}

async function guess(db: Db, words: string[]): Promise<Guess[]> {
  const candidates = await nearWords(db, words)
  return candidates.map(({ word, near }, i) => ({
    word,
    nearest: nearestWords(word, near, i === candidates.length - 1),
  }))
}

function asGuessed(words: string[], guesses: readonly Guess[], mode: 'corrected' | 'any'): Asked {
  return mode === 'any' ? asAnyOf(anyWord(guesses)) : asCorrected(words, everyWord(guesses))
}

async function read(
  db: Db,
  asked: Asked,
  mode: SearchMode,
  offset: number,
  limit: number,
): Promise<SearchPage> {
  const size = Math.min(limit, searchDepth - offset)
  const { rows, total } = await withSearchTimeout(db, (tx) =>
    ranked(tx, asked, { offset, limit: size, depth: searchDepth }),
  )
  const end = offset + rows.length
  return { rows, total, next: rows.length > 0 && end < total ? searchCursor(mode, end) : undefined }
}
