/** Search behind one function, so that an engine could replace it (specification §2, §7). */
import { limits } from '../../../contract/limits.ts'
import type { ListedProduct, SearchSummary } from '../../../contract/product.ts'
import type { ListFilters, SearchSort } from '../../../contract/product-lists.ts'
import type { Db } from '../../platform/db/client.ts'
import { invalidCursor, type Page, type PageRequest } from '../../platform/keyset-page.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { toListedProduct } from '../products/present.ts'
import { toCountry, toWording } from '../products/counted-choices.ts'
import type { Arriving } from '../products/arriving.ts'
import type { ListedRow } from '../products/listed-product.ts'
import { cached } from '../../platform/page-cache/query-cache.ts'
import { listFingerprint } from '../products/list-cursor.ts'
import { isFiltered } from '../products/rules.ts'
import { type TextQuery, rankedMatches, choicesOfMatches, StatementTooSlow } from './search-queries.ts'
import { type Guess, readSearchCursor, searchCursor, type SearchMode, wordsOf } from './search-rules.ts'
import { correctSpelling, guess, minResults, modeFor, queryOfMode } from './correct-spelling.ts'

/** `total` is exact below `limits.searchDepth`. */
type SearchPage = Page<ListedRow>

export interface SearchQuery extends ListFilters, PageRequest {
  sort: SearchSort
}

interface Search {
  words: string[]
  sort: SearchSort
  filters: ListFilters
  arriving: Arriving | undefined
  limit: number
  fingerprint: string
}

/**
 * The products that match the words, best first: all words in the name, then all words anywhere (subcategory, seller, category,
 * description). The last word may be unfinished. Where that finds fewer than three, similar words count too. Where even that
 * finds nothing, any of the words counts. Without words nothing is found. Other sorts order the same results. Refuses
 * ('invalid') a malformed cursor and one of another search, and ('unavailable') when the database needs longer than two
 * seconds.
 */
export async function searchProducts(
  { db, config }: Pick<Shop, 'db' | 'config'>,
  typed: string,
  query: SearchQuery,
  arriving?: Arriving,
): Promise<Page<ListedProduct>> {
  const { sort, limit, cursor, min, max, sub, stock, rated, origin, claim, pin, arrivesBy } = query
  const words = wordsOf(typed)
  const filters = { min, max, sub, stock, rated, origin, claim, pin, arrivesBy }
  const fingerprint = listFingerprint([words, sort, filters])
  const search = { words, sort, filters, arriving, limit, fingerprint }
  const from = cursor === undefined ? undefined : readSearchCursor(search.fingerprint, cursor)
  if (from === null || (from && from.offset >= limits.searchDepth)) throw invalidCursor()
  if (words.length === 0) return { items: [], total: 0, next: undefined }
  const page = await refuseIfTooSlow(async () => {
    if (!from) return firstPage(db, search)
    const guesses = from.mode === 'typed' ? [] : await guess(db, words)
    return read(db, search, queryOfMode(from.mode, words, guesses), from.mode, from.offset)
  })
  return { ...page, items: page.items.map((row) => toListedProduct(config, row)) }
}

/** How the words were understood, and by what the results can be narrowed. Refuses like `searchProducts`. */
export async function summariseSearch(db: Db, typed: string): Promise<SearchSummary> {
  const words = wordsOf(typed)
  if (words.length === 0) return { corrected: null, words: 'all', subcategories: [], origins: [], claims: [] }
  return cached(db, JSON.stringify(['summary', words]), () =>
    refuseIfTooSlow(async () => {
      const { mode, guesses, corrected } = await correctSpelling(db, words)
      const asked = queryOfMode(mode, words, guesses)
      const { subcategories, origins, claims } = await choicesOfMatches(db, asked)
      return {
        corrected,
        words: mode === 'any' ? 'some' : 'all',
        subcategories,
        origins: origins.map(toCountry),
        claims: claims.map(toWording),
      }
    }),
  )
}

async function firstPage(db: Db, search: Search): Promise<SearchPage> {
  const { words, filters } = search
  const readAs = (mode: SearchMode, guesses: readonly Guess[]) =>
    read(db, search, queryOfMode(mode, words, guesses), mode, 0)
  if (isFiltered(filters)) {
    // The number of filtered results says nothing about the spelling.
    const { mode, guesses } = await correctSpelling(db, words)
    return readAs(mode, guesses)
  }
  // Most words are spelt right: then one statement suffices.
  const found = await readAs('typed', [])
  if (found.total >= minResults) return found
  try {
    const guesses = await guess(db, words)
    const near = await readAs('corrected', guesses)
    const mode = modeFor(words, near.total)
    return mode === 'corrected' ? near : await readAs(mode, guesses)
  } catch (error) {
    // Correcting the spelling took too long; the results of the words as typed are returned.
    if (error instanceof StatementTooSlow) return found
    throw error
  }
}

async function read(
  db: Db,
  { sort, filters, arriving, limit, fingerprint }: Search,
  asked: TextQuery,
  mode: SearchMode,
  offset: number,
): Promise<SearchPage> {
  const size = Math.min(limit, limits.searchDepth - offset)
  const { rows, total } = await rankedMatches(db, asked, { sort, filters, arriving, offset, limit: size })
  const end = offset + rows.length
  return {
    items: rows,
    total,
    next: rows.length > 0 && end < total ? searchCursor(fingerprint, mode, end) : undefined,
  }
}

/** Refuses ('unavailable') where the database needed longer than a search may. */
export async function refuseIfTooSlow<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StatementTooSlow)
      throw new Refusal('unavailable', 'Search is busy. Please try again.', { retryAfterSeconds: 5 })
    throw error
  }
}
