/** Suggestions for a search while it is typed. */
import { limits } from '../../../contract/limits.ts'
import type { Suggestion } from '../../../contract/product.ts'
import type { Db } from '../../platform/db/client.ts'
import { cached } from '../../platform/page-cache/query-cache.ts'
import { refuseIfTooSlow } from './search-products.ts'
import { withSearchTimeout } from './search-queries.ts'
import { knownSynonyms, readSearch } from './read-search.ts'
import { completedSynonym, synonymReadingsOf } from './search-rules.ts'
import { type SuggestedRow, suggestionsFor } from './suggest-queries.ts'

/**
 * At most `limits.suggestions`, no name and no family twice; none for a text without letters and digits. Behind those of the words as typed come
 * those of what they stand for in listings.
 * Refuses when the database needs longer than two seconds ('unavailable').
 */
export async function suggest(db: Db, typed: string): Promise<Suggestion[]> {
  const { asked } = await readSearch(db, typed)
  if (asked.words.length === 0) return []
  return cached(db, JSON.stringify(['suggest', asked]), async () => {
    const read = (words: readonly string[]) =>
      refuseIfTooSlow(() =>
        withSearchTimeout(db.reads, (tx) => suggestionsFor(tx, words, limits.suggestions)),
      )
    const found = onceEach(await read(asked.words))
    const meant =
      synonymReadingsOf(asked)[0] ??
      (found.length > 0 ? null : completedSynonym(asked, await knownSynonyms(db)))
    const more = meant && found.length < limits.suggestions ? await read(meant) : []
    return onceEach([...found, ...more])
      .slice(0, limits.suggestions)
      .map(({ familyId: _, ...suggestion }) => suggestion)
  })
}

function onceEach(rows: readonly SuggestedRow[]): SuggestedRow[] {
  const seen = new Set<string>()
  return rows.filter(({ kind, id, name, familyId }) => {
    const key = kind === 'product' ? (familyId ?? name) : `${kind} ${id}`
    return !seen.has(key) && seen.add(key)
  })
}
