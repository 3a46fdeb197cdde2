/** Which words a search uses; decided once for all its pages, sorts and filters. */
import type { Db } from '../db/client.ts'
import { cached } from '../page-cache/query-cache.ts'
import {
  asAnyOf,
  asCorrected,
  type Asked,
  asTyped,
  countMatches,
  nearWords,
  withSearchTimeout,
} from './search-queries.ts'
import {
  anyWord,
  correctedWords,
  everyWord,
  type Guess,
  nearestWords,
  type SearchMode,
} from './search-rules.ts'

/** With fewer results than this the words may be misspelt. */
export const minResults = 3

export interface SpellingResult {
  mode: SearchMode
  guesses: Guess[]
  /** What was searched for beside the typed words; null where that added nothing. */
  corrected: string | null
}

/**
 * The words as typed where they find three products; else with similar words; and where even those find nothing, any of the
 * words. Filters are not considered.
 */
export function correctSpelling(db: Db, words: readonly string[]): Promise<SpellingResult> {
  return cached(db, JSON.stringify(['search', words]), async () => {
    const count = (asked: Asked) => withSearchTimeout(db, (tx) => countMatches(tx, asked, minResults))
    const found = await count(asTyped(words))
    if (found >= minResults) return { mode: 'typed', guesses: [], corrected: null }
    const guesses = await guess(db, words)
    const near = await count(askedIn('corrected', words, guesses))
    if (near === 0 && words.length > 1) return { mode: 'any', guesses, corrected: null }
    return { mode: 'corrected', guesses, corrected: near > found ? correctedWords(guesses) : null }
  })
}

export function askedIn(mode: SearchMode, words: readonly string[], guesses: readonly Guess[]): Asked {
  if (mode === 'typed') return asTyped(words)
  return mode === 'any' ? asAnyOf(anyWord(guesses)) : asCorrected(words, everyWord(guesses))
}

async function guess(db: Db, words: readonly string[]): Promise<Guess[]> {
  const candidates = await nearWords(db, words)
  return candidates.map(({ word, near }, i) => ({
    word,
    nearest: nearestWords(word, near, i === candidates.length - 1),
  }))
}
