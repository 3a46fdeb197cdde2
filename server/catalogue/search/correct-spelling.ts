/** Which words a search uses; decided once for all its pages, sorts and filters. */
import type { Db } from '../../platform/db/client.ts'
import { cached } from '../../platform/page-cache/query-cache.ts'
import { knownSynonyms } from './read-search.ts'
import {
  anyWordQuery,
  correctedQuery,
  countTogether,
  type TextQuery,
  typedQuery,
  countMatches,
  similarWords,
} from './search-queries.ts'
import {
  anyWord,
  type Asked,
  correctedWords,
  type Guess,
  maxGuesses,
  nearestWords,
  type SearchMode,
  synonymKey,
  withMeanings,
} from './search-rules.ts'

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
export function correctSpelling(db: Db, asked: Asked): Promise<SpellingResult> {
  return cached(db, JSON.stringify(['search', asked]), async () => {
    const found = await countMatches(db, typedQuery(asked))
    if (found >= minResults) return { mode: 'typed', guesses: [], corrected: null }
    const guesses = await guess(db, asked)
    const near = await countMatches(db, queryOfMode('corrected', asked, guesses))
    const mode = modeFor(asked, near)
    return { mode, guesses, corrected: mode === 'corrected' && near > found ? correctedWords(guesses) : null }
  })
}

/** For words that find too few products as typed; `near` has similar ones. */
export const modeFor = ({ words }: Asked, near: number): SearchMode =>
  near === 0 && words.length > 1 ? 'any' : 'corrected'

export function queryOfMode(mode: SearchMode, asked: Asked, guesses: readonly Guess[]): TextQuery {
  if (mode === 'typed') return typedQuery(asked)
  return mode === 'any' ? anyWordQuery(anyWord(guesses)) : correctedQuery(asked, guesses)
}

/**
 * What each word may have meant; kept for ten seconds. A word with synonyms means these. Of several corrections those count that
 * stand with the other words in names of products, where there are any, the one in most of them first.
 */
export function guess(db: Db, asked: Asked): Promise<Guess[]> {
  return cached(db, JSON.stringify(['guess', asked]), async () => {
    const candidates = await similarWords(db.reads, asked.words)
    const synonyms = await knownSynonyms(db)
    const matched = new Map(
      asked.synonyms
        .filter(({ count }) => count === 1)
        .map(({ at, meanings }) => [synonymKey(asked.words[at] ?? ''), meanings]),
    )
    const guesses = candidates.map(({ word, near }, i) => ({
      word,
      nearest:
        matched.get(synonymKey(word)) ??
        withMeanings(nearestWords(word, near, i === candidates.length - 1), synonyms),
    }))
    const together = await togetherFirst(db, guesses)
    return together.map(({ word, nearest }) => ({ word, nearest: nearest.slice(0, maxGuesses) }))
  })
}

async function togetherFirst(db: Db, guesses: readonly Guess[]): Promise<readonly Guess[]> {
  const doubtful = guesses.flatMap(({ nearest }, place) => (nearest.length > 1 ? [place] : [])).slice(0, 3)
  if (guesses.length < 2 || doubtful.length === 0) return guesses
  const counted = await countTogether(db.reads, guesses, doubtful)
  return guesses.map((one, place) => {
    const best = counted.filter((row) => row.place === place && row.products > 0)
    return best.length === 0
      ? one
      : { ...one, nearest: best.toSorted((a, b) => b.products - a.products).map(({ word }) => word) }
  })
}
