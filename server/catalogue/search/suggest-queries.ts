/** SQL of suggestions: names that complete a text that somebody is typing. */
import type { Suggestion } from '../../../contract/product.ts'
import type { Readable } from '../../platform/db/client.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { plainText } from './search-document.ts'
import { hitsOfWord, singleWord } from './product-word-queries.ts'
import { allWordsCompleted, plainInput } from './search-queries.ts'

const maxCategories = 3
/** How many products are read before repeated names and families are left out: more than a family has. */
const maxNames = 72

export interface SuggestedRow extends Suggestion {
  familyId: string | null
}

const familyOfProduct = sql`(select m.family_id from family_member m where m.product_id = p.id) as family_id`

/** Products with all the words in their names, as `found`. For one word the table of product words has the first ones. */
function namesWith(words: readonly string[]): Sql {
  const single = singleWord(words)
  return single === undefined
    ? sql`found as (
      select p.id, p.name, ${familyOfProduct} from goods_on_sale p
      where to_tsvector('english', p.search_text) @@ (select ${allWordsCompleted(words)})
    )`
    : sql`${hitsOfWord({ word: single, synonyms: [], others: [] }, { stock: false }, maxNames)},
    found as (
      select p.id, p.name, ${familyOfProduct} from hits join product p on p.id = hits.id where hits.in_name
    )`
}

/** In the form of a typed text: words with one blank between them. */
const asWords = (name: Sql) => sql`regexp_replace(${plainText(name)}, '[^[:alnum:]]+', ' ', 'g')`

/**
 * Categories and subcategories with a word that begins like the text, then names that begin like it. Where those are too few
 * and the text is long enough to be rare, also names that have all its words.
 */
export async function suggestionsFor(
  db: Readable,
  words: readonly string[],
  enough: number,
): Promise<SuggestedRow[]> {
  const text = words.join(' ')
  // Two letters begin so many words that searching all of them would outlast the pause before the next key.
  const searched = text.length >= 3
  return db.query(sql`
    with input as materialized (select ${plainInput(text)} as text),
    taxonomy as (
      select 'category' as kind, c.id, c.name, null as within, ${asWords(sql`c.name`)} as plain from category c
      union all
      select 'subcategory', s.id, s.name, c.name, ${asWords(sql`s.name`)}
      from subcategory s join category c on c.id = s.category_id
    ),
    named as materialized (
      select p.id, p.name, ${familyOfProduct} from goods_on_sale p
      where p.search_text collate "C" >= (select text from input)
        and p.search_text collate "C" < (select text || chr(1114111) from input)
      order by p.search_text collate "C" limit ${maxNames}
    ),
    ${namesWith(words)},
    containing as materialized (
      select found.* from found
      where ${searched}::boolean and (select count(distinct coalesce(family_id::text, name)) from named) < ${enough} limit ${maxNames}
    )
    (select kind, id::text, name, within, null::uuid as "familyId" from taxonomy, input where ' ' || plain like '% ' || input.text || '%'
      order by plain like input.text || '%' desc, kind, name, id limit ${maxCategories})
    union all (select 'product', id::text, name, null, family_id from named)
    union all (select 'product', id::text, name, null, family_id from containing)`)
}
