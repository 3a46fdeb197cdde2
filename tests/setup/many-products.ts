/** Some thousand products for tests of search and lists. */
import { indexSearchWords } from '../../server/catalogue/search/index-search-words.ts'
import { searchDocument } from '../../server/catalogue/search/search-document.ts'
import type { Db, Queryable } from '../../server/platform/db/client.ts'
import { singleRow } from '../../server/platform/db/client.ts'
import { type Sql, sql } from '../../server/platform/db/sql.ts'
import { descriptionParts, syllables } from './many-products-words.ts'

const nouns = ['Soap', 'Comb', 'Bowl', 'Bottle', 'Candle', 'Basket', 'Notebook', 'Towel']
const materials = ['Bamboo', 'Neem Wood', 'Jute', 'Terracotta', 'Brass', 'Khadi', 'Recycled Paper', 'Wool']

/**
 * Inserts `count` products, spread over all subcategories (created if there are none) and over new sellers, one for 250 products.
 * The invented name of a collection occurs in about 40 products, whatever the size; other words grow with the catalogue. The same
 * count gives the same texts, prices and units.
 */
export async function insertManyProducts(db: Db, count: number): Promise<void> {
  const sellers = Math.max(5, Math.ceil(count / 250))
  await insertSellers(db, sellers)
  await insertSubcategories(db)
  await insertProducts(db, count, sellers)
  await indexSearchWords(db)
  await db.execute('vacuum (analyze) product')
  await db.execute('analyze')
}

/** A pseudo-random element of a list, determined by row and salt. */
const pick = (list: readonly string[], salt: number): Sql =>
  sql`(${list}::text[])[1 + (hashint8extended(i, ${salt}) & 2147483647) % ${list.length}]`

async function insertProducts(db: Queryable, count: number, sellers: number): Promise<void> {
  const collections = Math.max(20, Math.ceil(count / 40))
  const random = (salt: number, below: number) =>
    sql`((hashint8extended(i, ${salt}) & 2147483647) % ${below})`
  await db.query(sql`
    with subcategory_list as (
      select array_agg(id order by id) as ids from subcategory
    ), seller_list as (
      select array_agg(s.account_id order by s.gst) as ids from seller s where s.gst like '99MANY%'
    ), drawn as (
      select i, subcategory_list.ids[1 + i % cardinality(subcategory_list.ids)] as subcategory_id,
        seller_list.ids[1 + ${random(1, sellers)}] as seller_id,
        ${collectionName(sql`(i % ${collections})`)} || ' ' || ${pick(materials, 2)} || ' ' || ${pick(nouns, 3)} as name,
        ${pick(descriptionParts, 5)} || ' ' || ${pick(descriptionParts, 6)} || ' ' || ${pick(descriptionParts, 7)} as description,
        'Material: ' || ${pick(materials, 8)} || E'\nCare: ' || ${pick(descriptionParts, 9)} as details,
        4900 + 100 * ${random(10, 2_500)} as price_paise, ${random(11, 300)} as units, 2 + ${random(12, 30)} as cm,
        20 + ${random(13, 2_000)} as grams,
        (lpad(to_hex(${Date.now() - count}::bigint + i), 12, '0') || '7' || substr(md5(i::text), 1, 3) || '8' || substr(md5(i::text), 4, 15))::uuid as id
      from generate_series(0::bigint, ${count - 1}::bigint) as i, subcategory_list, seller_list
    )
    insert into product (id, seller_id, category_id, subcategory_id, name, price_paise, description, details, units,
      height_cm, length_cm, width_cm, weight_grams, images, search, search_text)
    select d.id, d.seller_id, b.category_id, b.id, d.name, d.price_paise, d.description, d.details, d.units,
      d.cm, d.cm, d.cm, d.grams, array[b.image_url],
      ${searchDocument({
        name: sql`d.name`,
        subcategory: sql`b.name`,
        category: sql`c.name`,
        company: sql`s.company_name`,
        description: sql`d.description`,
        claims: sql`''`,
        attributes: sql`''`,
      })}
    from drawn d
    join subcategory b on b.id = d.subcategory_id
    join category c on c.id = b.category_id
    join seller s on s.account_id = d.seller_id
    order by d.i`)
}

/** An invented word for a number: four syllables give 160,000 words. */
function collectionName(number: Sql): Sql {
  const syllable = (divisor: number) =>
    sql`(${syllables}::text[])[1 + (${number} / ${divisor}) % ${syllables.length}]`
  return sql`initcap(${syllable(1)} || ${syllable(20)} || ${syllable(400)} || ${syllable(8_000)})`
}

async function insertSellers(db: Queryable, sellers: number): Promise<void> {
  await db.query(sql`
    with made as (
      insert into account (id, email, role, password_hash, email_verified_at)
      select gen_random_uuid(), 'many-' || i || '@sellers.hariyali.test', 'SELLER', 'none', now() from generate_series(1, ${sellers}::int) as i
      on conflict (email) do nothing returning id, email
    )
    insert into seller (account_id, company_name, gst, mobile, building_no, street, landmark, pin_code, city, state,
      bank_full_name, bank_account_sealed, bank_account_last4, ifsc_code, approval)
    select id, ${collectionName(sql`(i * 97)`)} || ' ' || (array['Crafts', 'Naturals', 'Studio', 'Works', 'Home'])[1 + i % 5],
      '99MANY' || lpad(i::text, 9, '0'), '9000000000', '1', 'Station Road', 'Clock tower', '302001', 'Jaipur', 'Rajasthan',
      'Seller', '', '0000', 'DEMO0000000', 'approved'
    from made, lateral (select substring(email from '[0-9]+')::int as i) as numbered`)
}

async function insertSubcategories(db: Queryable): Promise<void> {
  if (singleRow(await db.query<{ any: boolean }>(sql`select exists (select from subcategory) as any`)).any)
    return
  await db.query(sql`
    with made as (
      insert into category (name) select 'Category ' || i from generate_series(1, 14) as i returning id, name
    )
    insert into subcategory (category_id, name, image_url)
    select id, 'Shelf ' || id || ' ' || (${nouns}::text[])[1 + (id * 4 + i) % ${nouns.length}], '/media/p/none/480.webp'
    from made, generate_series(1, 4) as i`)
}
