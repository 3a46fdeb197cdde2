/** Search behind one function, so that an engine could replace it (specification §2, §7). */
import { limits } from '../../../contract/limits.ts'
import type { Facet, ListedProduct, SearchSummary } from '../../../contract/product.ts'
import type { ListFilters, SearchSort } from '../../../contract/product-lists.ts'
import type { Db } from '../../platform/db/client.ts'
import { invalidCursor, type Page, type PageRequest } from '../../platform/keyset-page.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { toListedProduct } from '../products/present.ts'
import { toFacets } from '../products/list-facets.ts'
import type { Arriving } from '../products/arriving.ts'
import type { ListedRow } from '../products/listed-product.ts'
import { cached } from '../../platform/page-cache/query-cache.ts'
import { listFingerprint } from '../products/list-cursor.ts'
import { filtersOf, isFiltered } from '../products/rules.ts'
import { type TextQuery, rankedMatches, facetsOfMatches, StatementTooSlow } from './search-queries.ts'
import { type Asked, type Guess, readSearchCursor, searchCursor, type SearchMode } from './search-rules.ts'
import type { Budget } from './budget-rules.ts'
import { readSearch } from './read-search.ts'
import { noteMiss } from './note-miss.ts'
import { correctSpelling, guess, minResults, modeFor, queryOfMode } from './correct-spelling.ts'

/** `total` is exact below `limits.searchDepth`. Of `products`, which counts each member of a family, depends how words are read. */
type SearchPage = Page<ListedRow> & { products: number }

export interface SearchQuery extends ListFilters, PageRequest {
  sort: SearchSort
}

interface Search {
  asked: Asked
  sort: SearchSort
  filters: ListFilters
  arriving: Arriving | undefined
  limit: number
  fingerprint: string
}

/**
 * The products that match the words, best first: all words in the name, then all words anywhere (subcategory, seller, category,
 * description). The last word may be unfinished. Where that finds fewer than three, similar words count too. Where even that
 * finds nothing, any of the words counts. What is sold out comes last. A budget in words limits the price where the query has no
 * limit of its own. Without words nothing is found. Other sorts order the same results. Refuses
 * ('invalid') a malformed cursor and one of another search, and ('unavailable') when the database needs longer than two
 * seconds.
 */
export async function searchProducts(
  shop: Pick<Shop, 'db' | 'config' | 'log'>,
  typed: string,
  query: SearchQuery,
  arriving?: Arriving,
): Promise<Page<ListedProduct>> {
  const { db, config } = shop
  const { sort, limit, cursor } = query
  const { asked, budget } = await readSearch(db, typed)
  const filters = withBudget(filtersOf(query), budget)
  const fingerprint = listFingerprint([asked, sort, filters])
  const search = { asked, sort, filters, arriving, limit, fingerprint }
  const from = cursor === undefined ? undefined : readSearchCursor(search.fingerprint, cursor)
  if (from === null || (from && from.offset >= limits.searchDepth)) throw invalidCursor()
  if (asked.words.length === 0) return { items: [], total: 0, next: undefined }
  const { products: _, ...page } = await refuseIfTooSlow(async () => {
    if (!from) return firstPage(db, search)
    const guesses = from.mode === 'typed' ? [] : await guess(db, asked)
    return read(db, search, queryOfMode(from.mode, asked, guesses), from.mode, from.offset)
  })
  // A budget in words is no filter that somebody chose.
  if (page.total === 0 && !isFiltered(filtersOf(query))) await noteMiss(shop, typed)
  return { ...page, items: page.items.map((row) => toListedProduct(config, row)) }
}

/** How the words were understood. Refuses like `searchProducts`. */
export async function summariseSearch(db: Db, typed: string): Promise<SearchSummary> {
  const { asked, budget } = await readSearch(db, typed)
  const limited = budget && { words: budget.words, min: budget.min ?? null, max: budget.max ?? null }
  if (asked.words.length === 0) return { corrected: null, words: 'all', budget: null }
  return cached(db, JSON.stringify(['summary', asked, limited]), () =>
    refuseIfTooSlow(async () => {
      const { mode, corrected } = await correctSpelling(db, asked)
      return { corrected, words: mode === 'any' ? 'some' : 'all', budget: limited }
    }),
  )
}

/** A budget in words holds where the list has no limits of its own. */
function withBudget(filters: ListFilters, budget: Budget | null): ListFilters {
  if (!budget || filters.min !== undefined || filters.max !== undefined) return filters
  return { ...filters, min: budget.min, max: budget.max }
}

/** By what the results can be narrowed. Refuses like `searchProducts`. */
export async function searchFacets(
  { db }: Pick<Shop, 'db'>,
  typed: string,
  chosen: ListFilters,
  arriving?: Arriving,
): Promise<Facet[]> {
  const { asked, budget } = await readSearch(db, typed)
  if (asked.words.length === 0) return []
  const filters = withBudget(chosen, budget)
  return cached(db, JSON.stringify(['search facets', asked, filters]), () =>
    refuseIfTooSlow(async () => {
      const { mode, guesses } = await correctSpelling(db, asked)
      return toFacets(await facetsOfMatches(db, queryOfMode(mode, asked, guesses), filters, arriving))
    }),
  )
}

async function firstPage(db: Db, search: Search): Promise<SearchPage> {
  const { asked, filters } = search
  const readAs = (mode: SearchMode, guesses: readonly Guess[]) =>
    read(db, search, queryOfMode(mode, asked, guesses), mode, 0)
  if (isFiltered(filters)) {
    // The number of filtered results says nothing about the spelling.
    const { mode, guesses } = await correctSpelling(db, asked)
    return readAs(mode, guesses)
  }
  // Most words are spelt right: then one statement suffices.
  const found = await readAs('typed', [])
  if (found.products >= minResults) return found
  try {
    const guesses = await guess(db, asked)
    const near = await readAs('corrected', guesses)
    const mode = modeFor(asked, near.total)
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
  const { rows, total, products } = await rankedMatches(db, asked, {
    sort,
    filters,
    arriving,
    offset,
    limit: size,
  })
  const end = offset + rows.length
  return {
    items: rows,
    total,
    products,
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
