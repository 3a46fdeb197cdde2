/** Suggestions for a search while it is typed. */
import { limits } from '../../../contract/limits.ts'
import type { Suggestion } from '../../../contract/product.ts'
import type { Db } from '../../platform/db/client.ts'
import { cached } from '../../platform/page-cache/query-cache.ts'
import { refuseIfTooSlow } from './search-products.ts'
import { withSearchTimeout } from './search-queries.ts'
import { wordsOf } from './search-rules.ts'
import { suggestionsFor } from './suggest-queries.ts'

/**
 * At most `limits.suggestions`, no name twice; none for a text without letters and digits.
 * Refuses when the database needs longer than two seconds ('unavailable').
 */
export async function suggest(db: Db, typed: string): Promise<Suggestion[]> {
  const words = wordsOf(typed)
  if (words.length === 0) return []
  return cached(db, JSON.stringify(['suggest', words]), async () => {
    const found = await refuseIfTooSlow(() =>
      withSearchTimeout(db.reads, (tx) => suggestionsFor(tx, words, limits.suggestions)),
    )
    const names = new Set<string>()
    const once = found.filter(({ kind, name }) => kind !== 'product' || (!names.has(name) && names.add(name)))
    return once.slice(0, limits.suggestions)
  })
}
