/** The search document of a product, as SQL that every writer of products uses, so that it is always current. */
import { type Sql, sql } from '../../platform/db/sql.ts'

/** Columns or parameters with the texts of a product; parameters need a cast to text. */
export interface SearchTexts {
  name: Sql
  subcategory: Sql
  category: Sql
  company: Sql
  description: Sql
  /** What is proven of it today (`claimWords`); nothing of a new product. */
  claims: Sql
  /** Of the values of its attributes (`attributeWords`). */
  attributes: Sql
}

/** The wordings of the proven claims of the product with this id. A change of these sends `refresh-seller-search`. */
export const claimWords = (productId: Sql): Sql =>
  sql`(select coalesce(string_agg(g.wording, ' ' order by g.wording), '') from shown_green_claim g where g.product_id = ${productId})`

/**
 * Names and other words of the values that this product has, as far as this category asks for them. A change of these sends
 * `refresh-attribute-search`.
 */
export const attributeWords = (productId: Sql, categoryId: Sql): Sql =>
  sql`(select coalesce(string_agg(v.name || ' ' || array_to_string(v.synonyms, ' '), ' ' order by v.id), '')
    from product_attribute x join category_attribute k on k.category_id = ${categoryId} and k.attribute_id = x.attribute_id
    join attribute_value v on v.id = x.value_id where x.product_id = ${productId})`

/**
 * A text as search compares it: lower case, without accents, and without signs that would join two words to an address or a
 * path.
 */
export function plainText(text: Sql): Sql {
  return sql`lower(translate(unaccent(${text}), '/.@_:+&-''"', '          '))`
}

/**
 * The values of product.search and product.search_text, in this order:
 * `insert into product (…, search, search_text) select …, ${searchDocument(texts)}` or
 * `update product set (search, search_text) = (select ${searchDocument(texts)} …)`.
 * It has to be written again when one of the texts changes; afterwards call `indexSearchWords`.
 */
export function searchDocument({
  name,
  subcategory,
  category,
  company,
  description,
  claims,
  attributes,
}: SearchTexts): Sql {
  const weighed = (text: Sql, weight: Sql) =>
    sql`setweight(to_tsvector('english', ${plainText(text)}), ${weight})`
  return sql`
    ${weighed(name, sql`'A'`)} || ${weighed(subcategory, sql`'B'`)} || ${weighed(company, sql`'C'`)}
    || ${weighed(sql`${description} || ' ' || ${category} || ' ' || ${claims} || ' ' || ${attributes}`, sql`'D'`)},
    ${plainText(name)}`
}
