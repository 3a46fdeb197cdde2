/** Which words a search uses; decided once for all its pages, sorts and filters. */
import type { Db } from '../../platform/db/client.ts'
import { cached } from '../../platform/page-cache/query-cache.ts'
import {
  anyWordQuery,
  correctedQuery,
  type TextQuery,
  typedQuery,
  countMatches,
  similarWords,
} from './search-queries.ts'
import { anyWord, correctedWords, type Guess, nearestWords, type SearchMode } from './search-rules.ts'

/** With fewer results than this the words may be misspelt. */
export const minResults = 3

export interface SpellingResult {
  mode: SearchMode
  guesses: Guess[]
  /** The corrected words that were searched for as well; null where they find no more than the typed ones. */
  corrected: string | null
}

/**
 * The words as typed where they find three products; otherwise with similar words. Where those find nothing, any of the words.
 * Filters are not considered.
 */
export function correctSpelling(db: Db, words: readonly string[]): Promise<SpellingResult> {
  return cached(db, JSON.stringify(['search', words]), async () => {
    const found = await countMatches(db, typedQuery(words), minResults)
    if (found >= minResults) return { mode: 'typed', guesses: [], corrected: null }
    const guesses = await guess(db, words)
    const near = await countMatches(db, queryOfMode('corrected', words, guesses), minResults)
    const mode = modeFor(words, near)
    return { mode, guesses, corrected: mode === 'corrected' && near > found ? correctedWords(guesses) : null }
  })
}

/** For words that find too few products as typed; `near` has similar ones. */
export const modeFor = (words: readonly string[], near: number): SearchMode =>
  near === 0 && words.length > 1 ? 'any' : 'corrected'

export function queryOfMode(
  mode: SearchMode,
  words: readonly string[],
  guesses: readonly Guess[],
): TextQuery {
  if (mode === 'typed') return typedQuery(words)
  return mode === 'any' ? anyWordQuery(anyWord(guesses)) : correctedQuery(words, guesses)
}

/** What each word may have meant; kept for ten seconds. */
export function guess(db: Db, words: readonly string[]): Promise<Guess[]> {
  return cached(db, JSON.stringify(['guess', words]), async () => {
    const candidates = await similarWords(db.reads, words)
    return candidates.map(({ word, near }, i) => ({
      word,
      nearest: nearestWords(word, near, i === candidates.length - 1),
    }))
  })
}
