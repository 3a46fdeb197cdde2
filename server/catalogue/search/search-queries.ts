/** SQL of search: full text, and the list of words that a misspelt one is compared with. */
import { isStocked } from '../holidays/columns.ts'
import { limits } from '../../../contract/limits.ts'
import type { ListFilters, SearchSort } from '../../../contract/product-lists.ts'
import { type Db, type Readable, type Reads } from '../../platform/db/client.ts'
import { compile, emptySql, type Sql, sql } from '../../platform/db/sql.ts'
import { cached } from '../../platform/page-cache/query-cache.ts'
import { matchesFilters } from '../products/list-queries.ts'
import { type Arriving, arrivesInTime } from '../products/arriving.ts'
import { listedColumns, type ListedRow } from '../products/listed-product.ts'
import { chosenFacets, type FacetRow, facetRows, hasFacets } from '../products/facet-queries.ts'
import { hitsOfWord, maxCompletions, singleWord, type WordQuery } from './product-word-queries.ts'
import {
  type Asked,
  type Candidate,
  everyWord,
  everyWordWith,
  type Guess,
  readingsOf,
  synonymReadingsOf,
} from './search-rules.ts'

/** What a search of several words looks for in the texts of products. */
interface FullTextQuery {
  /** A statement that returns one row of two tsqueries: `matches` finds the results, and those of `meant` come first. */
  query: Sql
}

export type TextQuery = WordQuery | FullTextQuery

/** The statement ran into its time limit. */
export class StatementTooSlow extends Error {}

/**
 * One plan for all words, because planning these statements takes longer than running most of them. Below the threshold, a
 * share of common trigrams (0 to 1), two words are not compared letter by letter.
 */
const searchSettings = `set local statement_timeout = 2000; set local plan_cache_mode = force_generic_plan;
  set local pg_trgm.similarity_threshold = 0.3`
const maxSimilarWords = 30

/** Runs `work` with a limit of two seconds on each statement, and with generic plans. */
export async function withSearchTimeout<T>(db: Reads, work: (tx: Readable) => Promise<T>): Promise<T> {
  try {
    return await db.transaction(work, { settings: searchSettings })
  } catch (error) {
    if ((error as { code?: string }).code === '57014') throw new StatementTooSlow()
    throw error
  }
}

/** A typed text in the form of the words in `search_word` and of the names in `product.search_text`. */
export const plainInput = (text: string) => sql`lower(unaccent(${text}::text))`
const or = (queries: readonly Sql[]) => queries.reduce((all, query) => sql`${all} || ${query}`)

/** All words, stemmed. Stop words are dropped; where no word is left, nothing matches. */
const allWords = (words: readonly string[]) => sql`plainto_tsquery('english', ${plainInput(words.join(' '))})`

/**
 * The same, but the last word, from two letters on, may be the beginning of a known one. A prefix search in the index of
 * products is not used, because it would read every product of every such word.
 */
export const allWordsCompleted = (words: readonly string[]) => sql`(
      select ${allWords(words.slice(0, -1))} && case when numnode(stem) = 0 or length(word) < 2 then stem else stem || coalesce((
        select to_tsquery('english', string_agg(quote_literal(known.word), ' | '))
        from (
          select word from search_word where word > last.word and word < last.word || chr(1114111)
          order by word limit ${maxCompletions}
        ) as known), stem) end
      from (select word, plainto_tsquery('english', word) as stem from ${plainInput(words.at(-1) ?? '')} as word) as last)`

interface Reading {
  words: readonly string[]
  /** Its last word is not the beginning of another one. */
  finished: boolean
}

/** The words as typed, and with what they stand for. A word with synonyms is finished. */
function allReadingsOf(asked: Asked): Reading[] {
  const finished = asked.synonyms.some(({ at, count }) => at + count === asked.words.length)
  return [
    ...readingsOf(asked.words).map((words) => ({ words, finished: false })),
    ...synonymReadingsOf(asked).map((words) => ({ words, finished })),
  ]
}
const readingQuery = (reading: Reading) =>
  reading.finished ? allWords(reading.words) : allWordsCompleted(reading.words)

/**
 * The words as typed, or what they stand for in listings. Whole words as typed come first, then the others and unfinished ones.
 */
export function typedQuery(asked: Asked): TextQuery {
  const single = wordOf(asked, [])
  if (single !== undefined) return { word: single, synonyms: meantBeside(single, asked), others: [] }
  return {
    query: sql`select ${or(allReadingsOf(asked).map(readingQuery))} as matches,
      ${or(readingsOf(asked.words).map(allWords))} as meant`,
  }
}

/** The words as typed, or as corrected. Results of the typed words come first, then those of the likeliest correction. */
export function correctedQuery(asked: Asked, guesses: readonly Guess[]): TextQuery {
  const corrections = guesses.flatMap(({ nearest }) => nearest)
  const single = wordOf(asked, corrections)
  if (single !== undefined) return { word: single, synonyms: meantBeside(single, asked), others: corrections }
  const text = everyWord(guesses)
  const likeliest = everyWord(guesses.map(({ word, nearest }) => ({ word, nearest: nearest.slice(0, 1) })))
  const typed = or(allReadingsOf(asked).map(readingQuery))
  return {
    query: sql`select ${typed} || to_tsquery('english', ${text}::text) as matches,
      ${typed} || to_tsquery('english', ${likeliest}::text) as meant`,
  }
}

const meaningsOf = ({ synonyms }: Asked) => synonyms.flatMap(({ meanings }) => meanings)

/** The word of a search for one word that stands for single words only; of another script the first that it stands for. */
function wordOf(asked: Asked, others: readonly string[]): string | undefined {
  const meanings = meaningsOf(asked)
  if (asked.words.length !== 1 || [...meanings, ...others].some((text) => text.includes(' ')))
    return undefined
  return singleWord(asked.words) ?? meanings[0]
}

const meantBeside = (word: string, asked: Asked): string[] =>
  [...meaningsOf(asked), ...asked.words].filter((meant) => meant !== word)

/** Any of the words or of their corrections, where all together find nothing; `text` in the syntax of to_tsquery. */
export function anyWordQuery(text: string): TextQuery {
  return { query: sql`select matches, matches as meant from to_tsquery('english', ${text}::text) as matches` }
}

/** The matches of several words as `hits`, at most `limits.searchDepth`, those in names first. */
function hitsOfText({ query }: FullTextQuery, filters: ListFilters): Sql {
  const depth = sql`${limits.searchDepth}::int`
  const matching = sql`${filters.sub === undefined ? emptySql : sql`and p.subcategory_id = any(${filters.sub}::int[])`} ${matchesFilters(filters)}`
  return sql`asked as materialized (${query}),
    named as materialized (
      select p.id, ${ranked} from goods_on_sale p
      where to_tsvector('english', p.search_text) @@ ${matches} ${matching} limit ${depth}
    ),
    hits as (
      select true as in_name, named.* from named
      union all
      (select false, p.id, ${ranked} from goods_on_sale p
      where p.search @@ ${matches} ${matching} and not exists (select from named where named.id = p.id)
      limit ${depth} - (select count(*) from named))
    )`
}
const matches = sql`(select matches from asked)`
const meant = sql`(select meant from asked)`
const ranked = sql`p.price_paise, p.rating_score, (${isStocked})::int as stocked, p.search @@ ${meant} as meant,
        ts_rank(p.search, ${matches}) as rank`

/** First products in stock, then matches in the name, then matches of `meant`, then by the position of the words, then the newest. */
const byRelevance = sql`stocked desc, in_name desc, meant desc, rank desc, id desc`

interface Hit {
  id: string
  pricePaise: number
  ratingScore: number
  familyId: string | null
}

/**
 * At most `limits.searchDepth` matches, best first. The first page, its summary, its facets, further pages and sorts ask for the
 * same, so they are kept for ten seconds. `rated`: with the rating, which one word's matches do not have by themselves.
 */
function keptHits(db: Db, asked: TextQuery, filters: ListFilters, rated = false): Promise<Hit[]> {
  const readsProducts = rated || chosenFacets(filters).length > 0
  const ofWord = (query: WordQuery) => sql`with ${hitsOfWord(query, filters, limits.searchDepth)},
    found as (
      ${
        readsProducts
          ? sql`select hits.*, p.rating_score from hits join goods p on p.id = hits.id where true ${hasFacets(filters)}`
          : sql`select hits.*, 0 as rating_score from hits`
      }
    )`
  const statement = sql`
    ${'word' in asked ? ofWord(asked) : sql`with ${hitsOfText(asked, filters)}, found as (select * from hits)`}
    select id, price_paise as "pricePaise", rating_score as "ratingScore",
      (select m.family_id from family_member m where m.product_id = found.id) as "familyId"
    from found order by ${byRelevance}`
  const key = JSON.stringify(compile(statement))
  return cached(db, key, () => withSearchTimeout(db.reads, (tx) => tx.query<Hit>(statement)), 'long')
}

const byId = (a: Hit, b: Hit) => (a.id < b.id ? -1 : 1)
const compareHits: Record<Exclude<SearchSort, 'relevance'>, (a: Hit, b: Hit) => number> = {
  newest: (a, b) => byId(b, a),
  'price-low': (a, b) => a.pricePaise - b.pricePaise || byId(a, b),
  'price-high': (a, b) => b.pricePaise - a.pricePaise || byId(b, a),
  rating: (a, b) => b.ratingScore - a.ratingScore || byId(b, a),
}

/** The first match of each family, and all that are in none. */
function onceAFamily(hits: readonly Hit[]): Hit[] {
  const seen = new Set<string>()
  return hits.filter(({ familyId }) => familyId === null || (!seen.has(familyId) && seen.add(familyId)))
}

interface SearchedPage {
  rows: ListedRow[]
  /** A family counts once. */
  total: number
  /** Every member counts. */
  products: number
}
interface Wanted {
  sort: SearchSort
  filters: ListFilters
  arriving: Arriving | undefined
  offset: number
  limit: number
}

/** A page of the products that match and pass the filters. Every sort orders the same `limits.searchDepth` results at most. */
export async function rankedMatches(
  db: Db,
  asked: TextQuery,
  { sort, filters, arriving, offset, limit }: Wanted,
): Promise<SearchedPage> {
  const all = await keptHits(db, asked, filters, sort === 'rating')
  const inTime = arriving ? await hitsInTime(db, all, arriving) : all
  const hits = onceAFamily(inTime)
  const sorted = sort === 'relevance' ? hits : hits.toSorted(compareHits[sort])
  const ids = sorted.slice(offset, offset + limit).map(({ id }) => id)
  const rows = await db.reads.query<ListedRow>(sql`
    select ${listedColumns} from unnest(${ids}::uuid[]) with ordinality as shown (id, place)
    join goods p on p.id = shown.id join subcategory s on s.id = p.subcategory_id
    order by shown.place`)
  return { rows, total: hits.length, products: inTime.length }
}

async function hitsInTime(db: Db, hits: readonly Hit[], arriving: Arriving): Promise<Hit[]> {
  const rows = await db.reads.query<{ id: string }>(sql`
    select p.id from goods p where p.id = any(${hits.map(({ id }) => id)}::uuid[]) ${arrivesInTime(arriving)}`)
  const inTime = new Set(rows.map(({ id }) => id))
  return hits.filter(({ id }) => inTime.has(id))
}

const unfiltered: ListFilters = { stock: false }

/** How many products match, at most `limits.searchDepth`. */
export async function countMatches(db: Db, asked: TextQuery): Promise<number> {
  return (await keptHits(db, asked, unfiltered)).length
}

/** The values of the matches, as those of a list. All `limits.searchDepth` are read, whatever the filters. */
export async function facetsOfMatches(
  db: Db,
  asked: TextQuery,
  filters: ListFilters,
  arriving: Arriving | undefined,
): Promise<FacetRow[]> {
  const ids = (await keptHits(db, asked, unfiltered)).map(({ id }) => id)
  const source = {
    before: sql`matching as materialized (
      select f.* from unnest(${ids}::uuid[]) as found (id) join offered_facet f on f.product_id = found.id
    ),`,
    from: () => sql`matching f where true`,
    hasAttributes: sql`true`,
    isPart: sql`${ids.length >= limits.searchDepth}::boolean`,
  }
  return withSearchTimeout(db.reads, (tx) => facetRows(tx, source, filters, arriving))
}

/** Of each correction of the words at `places`: how many names of products have it beside the other words, counted up to 20. */
export async function countTogether(
  db: Reads,
  guesses: readonly Guess[],
  places: readonly number[],
): Promise<{ place: number; word: string; products: number }[]> {
  const asked = places.flatMap((place) =>
    (guesses[place]?.nearest ?? []).map((word) => ({
      place,
      word,
      query: everyWordWith(guesses, place, word),
    })),
  )
  return withSearchTimeout(db, (tx) =>
    tx.query(sql`
      select asked.place, asked.word, (select count(*) from (
        select from goods_on_sale p where to_tsvector('english', p.search_text) @@ to_tsquery('english', asked.query) limit 20
      ) as named) as products
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (place int, word text, query text)`),
  )
}

/**
 * For each word but stop words, in the form of `search_word`: the known words that differ by one letter (two, from six letters
 * on), that sound alike, also among those with synonyms, or that begin with it. Where there are none, those with the most common trigrams.
 */
export async function similarWords(
  db: Reads,
  words: readonly string[],
): Promise<{ word: string; near: Candidate[] }[]> {
  return withSearchTimeout(db, (tx) =>
    tx.query(sql`
      select asked.word, coalesce(near.list, alike.list, '[]') as near
      from unnest(${words}::text[]) with ordinality as typed (word, place),
      lateral (select lower(unaccent(typed.word)) as word) as asked,
      lateral (
        select json_agg(c order by c.similarity desc, c.word) as list from (
          select known.word, similarity(known.word, asked.word) as similarity, known.sound = sound_of(asked.word) as "soundsAlike"
          from (
            select word, sound from search_word where near_keys(word) && near_keys(asked.word)
            union
            (select word, sound from search_word where sound = sound_of(asked.word) and length(sound) > 2 limit ${maxSimilarWords})
            union
            (select word, sound from search_synonym where sound = sound_of(asked.word) and length(sound) > 2 limit ${maxSimilarWords})
            union
            (select word, sound from search_word where word > asked.word and word < asked.word || chr(1114111) order by word limit 1)
          ) as known
          order by similarity desc, known.word limit ${maxSimilarWords}
        ) as c
      ) as near,
      lateral (
        select json_agg(c) as list from (
          select known.word, similarity(known.word, asked.word) as similarity, false as "soundsAlike" from search_word known
          where near.list is null and known.word % asked.word order by similarity desc, known.word limit ${maxSimilarWords}
        ) as c
      ) as alike
      where numnode(plainto_tsquery('english', asked.word)) > 0
      order by typed.place`),
  )
}
