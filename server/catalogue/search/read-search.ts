/** Reads a typed search: its words, what some of them stand for in listings, and a budget. */
import type { Db } from '../../platform/db/client.ts'
import { cached } from '../../platform/page-cache/query-cache.ts'
import { type Budget, readBudget } from './budget-rules.ts'
import { type Asked, matchSynonyms, quotedText, withoutFillers, wordsOf } from './search-rules.ts'
import { type Synonyms, readSynonyms } from './synonym-queries.ts'

export interface ReadSearch {
  asked: Asked
  /** With the words without it; null where the text has none, or nothing else. */
  budget: (Budget & { words: string }) | null
}

/** A text in quotes means its words and nothing else: no budget, no synonyms. */
export async function readSearch(db: Db, typed: string): Promise<ReadSearch> {
  const quoted = quotedText(typed)
  if (quoted !== null) return { asked: { words: wordsOf(quoted), synonyms: [] }, budget: null }
  const { budget, rest } = readBudget(typed)
  const words = wordsOf(rest)
  const bounded = budget && words.length > 0
  const meant = withoutFillers(bounded ? words : wordsOf(typed))
  const asked = { words: meant, synonyms: matchSynonyms(meant, await knownSynonyms(db)) }
  return { asked, budget: bounded ? { ...budget, words: rest } : null }
}

/** A change of one writes the tag of search pages, which drops them on every node. */
export function knownSynonyms(db: Db): Promise<Synonyms> {
  return cached(db, 'synonyms', () => readSynonyms(db.reads))
}
