/** SQL of suggestions: names that complete a text that somebody is typing. */
import type { Suggestion } from '../../contract/product.ts'
import type { Queryable } from '../db/client.ts'
import { type Sql, sql } from '../db/sql.ts'
import { onSale } from './on-sale.ts'
import { plainText } from './search-document.ts'
import { allWordsCompleted, plainInput } from './search-queries.ts'

const maxCategories = 3
/** How many products are read before repeated names are left out. */
const maxNames = 24

/** In the form of a typed text: words with one blank between them. */
const asWords = (name: Sql) => sql`regexp_replace(${plainText(name)}, '[^[:alnum:]]+', ' ', 'g')`

/**
 * Categories and subcategories with a word that begins like the text, then names that begin like it; and, where those
 * are too few and the text is long enough to be rare, names that have all its words.
 */
export async function suggestionsFor(
  db: Queryable,
  words: readonly string[],
  enough: number,
): Promise<Suggestion[]> {
  const text = words.join(' ')
  // Two letters begin so many words that looking for all of them takes longer than the next key.
  const searched = text.length >= 3
  return db.query(sql`
    with typed as materialized (select ${plainInput(text)} as text),
    taxonomy as (
      select 'category' as kind, c.id, c.name, null as within, ${asWords(sql`c.name`)} as plain from category c
      union all
      select 'subcategory', s.id, s.name, c.name, ${asWords(sql`s.name`)}
      from subcategory s join category c on c.id = s.category_id
    ),
    named as materialized (
      select p.id, p.name from product p
      where p.search_text collate "C" >= (select text from typed)
        and p.search_text collate "C" < (select text || chr(1114111) from typed) and ${onSale}
      order by p.search_text collate "C" limit ${maxNames}
    ),
    containing as materialized (
      select p.id, p.name from product p
      where ${searched}::boolean and (select count(distinct name) from named) < ${enough}
        and to_tsvector('english', p.search_text) @@ (select ${allWordsCompleted(words)}) and ${onSale}
      limit ${maxNames}
    )
    (select kind, id::text, name, within from taxonomy, typed where ' ' || plain like '% ' || typed.text || '%'
      order by plain like typed.text || '%' desc, kind, name, id limit ${maxCategories})
    union all (select 'product', id::text, name, null from named)
    union all (select 'product', id::text, name, null from containing)`)
}
