/** SQL of searches for one word: its first results are the beginning of a range of an index (decision 8). */
import { paise } from '../../../contract/money.ts'
import type { ListFilters } from '../../../contract/product-lists.ts'
import { emptySql, type Sql, sql } from '../../platform/db/sql.ts'

/**
 * One word as typed: ASCII letters or digits, which full-text search takes as one word. `others` are its possible corrections.
 */
export interface WordQuery {
  word: string
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
const inName = sql`16`
/**
 * A product may have several of the words that begin alike. So this many times the wanted product words are read, and each
 * product is taken once.
 */
const repeats = sql`2`

/**
 * For a product word `s`: it passes the filters, and its product is on offer. Product words of deleted products are deleted
 * with them. Those of listings that are held back stay: each is looked up, so that the order of the index is kept. Only where the
 * mark is that of an absent seller is the product read, because another seller may have the same mark.
 */
function isOffered({ min, max, sub, stock }: ListFilters): Sql {
  return sql`${sub === undefined ? emptySql : sql`and s.subcategory_id = ${sub}`}
        ${min === undefined ? emptySql : sql`and s.price_paise >= ${paise(min)}`}
        ${max === undefined ? emptySql : sql`and s.price_paise <= ${paise(max)}`}
        ${stock ? sql`and s.score & 1 = 1` : emptySql}
        and (select h.product_id from held_back_product h where h.product_id = s.product_id limit 1) is null
        and (s.seller_mark not in (select seller_mark(a.id) from absent_seller a)
          or (select p.on_sale from goods p where p.id = s.product_id))`
}

const ofProductWord = sql`s.score, s.product_id, s.subcategory_id, s.price_paise`
const bestFirst = sql`s.score desc, s.product_id desc`

/** The best `left` product words of the `other` words with the score wanted, each product once, without those `found` before. */
function ofOtherWords(filters: ListFilters, left: Sql, score: Sql, found: Sql): Sql {
  return sql`
      select max(s.score) as score, s.product_id, s.subcategory_id, s.price_paise from (
        select s.* from other, lateral (
          select ${ofProductWord} from product_word s where s.word = other.stem and ${score} ${isOffered(filters)}
          order by ${bestFirst} limit ${left}
        ) as s
        where s.product_id not in (${found})
        limit ${repeats} * ${left}
      ) as s
      group by s.product_id, s.subcategory_id, s.price_paise
      order by 1 desc, s.product_id desc limit ${left}`
}

/**
 * The best `depth` matches as `hits`, in this order: the word in the name; in the name its completions, similar sounds and
 * corrections; the word elsewhere; those words elsewhere. Each step finds as many as the steps before left; PostgreSQL does not
 * start one whose limit is 0. Product words know neither rating, country nor claims.
 */
export function hitsOfWord({ word, others }: WordQuery, filters: ListFilters, depth: number): Sql {
  const most = sql`${depth}::int`
  const afterWhole = sql`(select count from after_whole)`
  const afterLonger = sql`(select count from after_longer)`
  const afterElsewhere = sql`(select count from after_elsewhere)`
  const found = sql`select product_id from whole union all select product_id from longer union all select product_id from elsewhere`
  return sql`typed as materialized (
      select word, (tsvector_to_array(to_tsvector('english', word)))[1] as stem from lower(${word}::text) as word
    ),
    other as materialized (
      select distinct near.stem from typed, lateral (
        (select word from search_word
          where length(typed.word) > 1 and word > typed.word and word < typed.word || chr(1114111)
          order by word limit ${maxCompletions})
        union all
        (select word from search_word where sound = sound_of(typed.word) and length(sound) > 2 limit ${maxSpellings})
        union all
        select unnest(${others}::text[])
      ) as known, lateral unnest(tsvector_to_array(to_tsvector('english', known.word))) as near (stem)
      where near.stem <> typed.stem
    ),
    whole as materialized (
      select ${ofProductWord} from product_word s
      where s.word = (select stem from typed) and s.score >= ${inName} ${isOffered(filters)}
      order by ${bestFirst} limit ${most}
    ),
    after_whole as materialized (select ${most} - count(*) as count from whole),
    longer as materialized (${ofOtherWords(filters, afterWhole, sql`s.score >= ${inName}`, sql`select product_id from whole`)}),
    after_longer as materialized (select ${afterWhole} - count(*) as count from longer),
    elsewhere as materialized (
      select ${ofProductWord} from product_word s
      where s.word = (select stem from typed) and s.score < ${inName} ${isOffered(filters)}
        and s.product_id not in (select product_id from longer)
      order by ${bestFirst} limit ${afterLonger}
    ),
    after_elsewhere as materialized (select ${afterLonger} - count(*) as count from elsewhere),
    farther as materialized (${ofOtherWords(filters, afterElsewhere, sql`s.score < ${inName}`, found)}),
    hits as not materialized (
      select true as in_name, true as meant, score as rank, product_id as id, subcategory_id, price_paise, score & 1 as stocked, 0 as rating_score from whole
      union all
      select true, false, score, product_id, subcategory_id, price_paise, score & 1, 0 from longer
      union all
      select false, true, score, product_id, subcategory_id, price_paise, score & 1, 0 from elsewhere
      union all
      select false, false, score, product_id, subcategory_id, price_paise, score & 1, 0 from farther
    )`
}
