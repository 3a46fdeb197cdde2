/** SQL of searches for one word: its first results are the beginning of a range of an index (decision 8). */
import { paise } from '../../../contract/money.ts'
import type { ListFilters } from '../../../contract/product-lists.ts'
import { emptySql, type Sql, sql } from '../../platform/db/sql.ts'

/** One word as typed: ASCII letters or digits, which full-text search takes as one word. */
export interface WordQuery {
  word: string
  /** Words that it stands for. They count like it and come behind it. */
  synonyms: readonly string[]
  /** Its possible corrections. */
  others: readonly string[]
}

/** The word of a search for one indivisible word. */
export function singleWord(words: readonly string[]): string | undefined {
  const [word] = words
  return words.length === 1 && word !== undefined && /^(?:[a-z]+|\d+)$/i.test(word) ? word : undefined
}

/** How many known words are tried as completions of an unfinished one. */
export const maxCompletions = 50
const maxSpellings = 20

/** From this score on a word is in the name of a product. */
const nameScore = sql`16`
/**
 * A product may have several of the words that begin alike. So this many times the wanted product words are read, and each
 * product is taken once.
 */
const repeats = sql`2`

/** Which product words a step reads: of products with the word in the name or without it, and of those in stock or sold out. */
interface Wanted {
  inName?: boolean
  stocked: boolean
}

/**
 * For a product word `s`: it is `wanted`, passes the filters but that of the stock, and its product is on offer. Product words of deleted
 * products are deleted with them. Those of listings that are held back stay: each is looked up, so that the order of the index is
 * kept. Only where the mark is that of an absent seller is the product read, because another seller may have the same mark. The
 * case keeps PostgreSQL from looking up first.
 */
function isFound({ inName, stocked }: Wanted, { min, max, sub }: ListFilters): Sql {
  return sql`${inName === undefined ? emptySql : inName ? sql`s.score >= ${nameScore} and` : sql`s.score < ${nameScore} and`}
        case when s.score & 1 = ${stocked ? sql`1` : sql`0`}
          ${sub === undefined ? emptySql : sql`and s.subcategory_id = any(${sub}::int[])`}
          ${min === undefined ? emptySql : sql`and s.price_paise >= ${paise(min)}`}
          ${max === undefined ? emptySql : sql`and s.price_paise <= ${paise(max)}`}
        then (select h.product_id from held_back_product h where h.product_id = s.product_id limit 1) is null
          and (s.seller_mark not in (select mark from absent)
            or not exists (select from product p join absent a on a.id = p.seller_id where p.id = s.product_id))
        end`
}

const ofProductWord = sql`s.score, s.product_id, s.subcategory_id, s.price_paise`
const bestFirst = sql`s.score desc, s.product_id desc`

const meantWords = sql`select * from meant_word`
const otherWords = sql`select * from other`

/**
 * The best `left` product words of several `words`, a table of stems and how much each is `meant`: each product once, those of the
 * word that is meant most first. The words are read one after the other in a fixed order, so that the same ones are cut off each
 * time; sorting their rows would read all.
 */
function ofWords(words: Sql, filters: ListFilters, left: Sql, wanted: Wanted, but: Sql): Sql {
  return sql`
      select max(s.score) as score, max(s.meant) as meant, s.product_id, s.subcategory_id, s.price_paise from (
        select s.*, known.meant from (select * from (${words}) as w order by meant desc, stem) as known, lateral (
          select ${ofProductWord} from product_word s where s.word = known.stem and ${isFound(wanted, filters)}
          order by ${bestFirst} limit ${left}
        ) as s
        where true ${but}
        limit ${repeats} * ${left}
      ) as s
      group by s.product_id, s.subcategory_id, s.price_paise
      order by max(s.score) >= ${nameScore} desc, 2 desc, 1 desc, s.product_id desc limit ${left}`
}

/** The same of one word. */
function ofTypedWord(filters: ListFilters, left: Sql, wanted: Wanted, but: Sql): Sql {
  return sql`
      select s.score, 2 as meant, s.product_id, s.subcategory_id, s.price_paise from product_word s
      where s.word = (select stem from typed) and ${isFound(wanted, filters)} ${but}
      order by ${bestFirst} limit ${left}`
}

/**
 * The best `depth` matches as `hits`, in this order: the word in the name; in the name its completions, similar sounds and
 * corrections; the word elsewhere; those words elsewhere; what is sold out. Each step finds as many as the steps before left;
 * PostgreSQL does not start one whose limit is 0. Product words know neither rating, country nor claims.
 */
export function hitsOfWord({ word, synonyms, others }: WordQuery, filters: ListFilters, depth: number): Sql {
  const most = sql`${depth}::int`
  const afterWhole = sql`(select count from after_whole)`
  const afterLonger = sql`(select count from after_longer)`
  const afterElsewhere = sql`(select count from after_elsewhere)`
  const afterFarther = sql`(select count from after_farther)`
  const named = { inName: true, stocked: true }
  const unnamed = { inName: false, stocked: true }
  const butWhole = sql`and s.product_id not in (select product_id from whole)`
  const butNamed = sql`and s.product_id not in (select product_id from whole union all select product_id from longer)`
  const butFound = sql`and s.product_id not in (
          select product_id from whole union all select product_id from longer union all select product_id from elsewhere)`
  const ofMeant = (left: Sql, wanted: Wanted, but: Sql) =>
    synonyms.length === 0
      ? ofTypedWord(filters, left, wanted, but)
      : ofWords(meantWords, filters, left, wanted, but)
  return sql`absent as materialized (select id, seller_mark(id) as mark from absent_seller),
    typed as materialized (
      select word, (tsvector_to_array(to_tsvector('english', word)))[1] as stem from lower(${word}::text) as word
    ),
    meant_word as materialized (
      select stem, 2 as meant from typed
      union all
      select distinct stems[1], 1 from unnest(${synonyms}::text[]) as word, tsvector_to_array(to_tsvector('english', word)) as stems
      where cardinality(stems) = 1 and stems[1] <> (select stem from typed)
    ),
    other as materialized (
      select distinct near.stem, 0 as meant from typed, lateral (
        (select word from search_word
          where length(typed.word) > 1 and word > typed.word and word < typed.word || chr(1114111)
          order by word limit ${maxCompletions})
        union all
        (select word from search_word where sound = sound_of(typed.word) and length(sound) > 2 limit ${maxSpellings})
        union all
        select unnest(${others}::text[])
      ) as known, lateral unnest(tsvector_to_array(to_tsvector('english', known.word))) as near (stem)
      where near.stem not in (select stem from meant_word)
    ),
    whole as materialized (${ofMeant(most, named, emptySql)}),
    after_whole as materialized (select ${most} - count(*) as count from whole),
    longer as materialized (${ofWords(otherWords, filters, afterWhole, named, butWhole)}),
    after_longer as materialized (select ${afterWhole} - count(*) as count from longer),
    elsewhere as materialized (${ofMeant(afterLonger, unnamed, butNamed)}),
    after_elsewhere as materialized (select ${afterLonger} - count(*) as count from elsewhere),
    farther as materialized (${ofWords(otherWords, filters, afterElsewhere, unnamed, butFound)}),
    after_farther as materialized (select ${afterElsewhere} - count(*) as count from farther),
    gone as materialized (${ofWords(
      sql`${meantWords} union all ${otherWords}`,
      filters,
      filters.stock ? sql`0` : afterFarther,
      { stocked: false },
      emptySql,
    )}),
    hits as (
      select score >= ${nameScore} as in_name, meant, score as rank, product_id as id, price_paise,
        score & 1 as stocked
      from (select * from whole union all select * from longer union all select * from elsewhere
        union all select * from farther union all select * from gone) as found
    )`
}
