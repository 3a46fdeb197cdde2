/**
 * Makes the shop that `bench search` measures: products whose words follow the laws of a real catalogue (few common words, a
 * long tail of names), with a table of what each product really is, which the judged queries are graded by.
 */
import { indexSearchWords } from '../server/catalogue/search/index-search-words.ts'
import { searchDocument } from '../server/catalogue/search/search-document.ts'
import type { Db } from '../server/platform/db/client.ts'
import { type Sql, sql } from '../server/platform/db/sql.ts'
import { descriptionParts, syllables } from '../tests/setup/many-products-words.ts'
import { companyEnds, hindiNames, materials, packs, qualities, shelves } from './search-words.ts'

const batch = 50_000

/** `products` products in an empty, migrated database. The same numbers give the same texts, prices, units and ids. */
export async function fillSearchShop(
  db: Db,
  products: number,
  sellers = Math.max(8, Math.round(products / 400)),
): Promise<void> {
  const names = Math.max(60, Math.round(products / 8))
  await insertShelves(db)
  await insertSellers(db, sellers)
  await db.execute(`
    create table bench_truth (product_id uuid, name_no int, material text, quality text, kind text, subcategory text,
      category text, company text, in_stock boolean)`)
  const indexes = await dropTextIndexes(db)
  for (let from = 0; from < products; from += batch)
    await insertBatch(db, { from, to: Math.min(from + batch, products), sellers, names })
  await describeProducts(db)
  await joinFamilies(db)
  await indexSearchWords(db)
  for (const statement of indexes) await db.execute(statement)
  await db.execute('create index on bench_truth (kind, material); analyze bench_truth')
  await db.execute('vacuum (analyze)')
}

/** Between 0 and 1, determined by the row `i` and the salt. */
export const chance = (salt: number) =>
  sql`((hashint8extended(i, ${salt}) & 1073741823) / 1073741824.0::float8)`
/** From 0 up to below `below`; the larger `skew`, the more often the first ones. */
export const drawn = (salt: number, below: number, skew: number) =>
  sql`floor(${below}::float8 * power(${chance(salt)}, ${skew}::float8))::int`
const element = (list: readonly string[], place: Sql) => sql`(${list}::text[])[1 + ${place}]`

/** An invented word for a number below 160,000: four syllables. Neighbouring numbers get words that are not alike. */
export function inventedName(number: number): string {
  const scattered = (number * 48_271) % 160_000
  const place = (divisor: number) => syllables[Math.floor(scattered / divisor) % syllables.length] ?? ''
  const word = [1, 20, 400, 8_000].map(place).join('')
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
const inventedNameSql = (number: Sql) =>
  sql`initcap(${[1, 20, 400, 8_000].map((divisor) => sql`(${syllables}::text[])[1 + ((${number}::bigint * 48271) % 160000 / ${divisor}) % 20]`).reduce((all, next) => sql`${all} || ${next}`)})`

async function insertShelves(db: Db): Promise<void> {
  const categories = [...new Set(shelves.map(([category]) => category))]
  await db.query(sql`insert into category (name) select name from unnest(${categories}::text[]) as name`)
  await db.query(sql`
    insert into subcategory (category_id, name, image_url)
    select c.id, s.name, '/media/p/none/480.webp'
    from unnest(${shelves.map(([category]) => category)}::text[], ${shelves.map(([, name]) => name)}::text[]) as s (category, name)
    join category c on c.name = s.category`)
}

async function insertSellers(db: Db, sellers: number): Promise<void> {
  await db.query(sql`
    with made as (
      insert into account (id, email, role, password_hash, email_verified_at)
      select md5('seller' || i)::uuid, 'search-' || i || '@sellers.hariyali.test', 'SELLER', 'none', now()
      from generate_series(1, ${sellers}::int) as i returning id, email
    )
    insert into seller (account_id, company_name, gst, mobile, building_no, street, landmark, pin_code, city, state,
      bank_full_name, bank_account_sealed, bank_account_last4, ifsc_code, approval)
    select id, ${inventedNameSql(sql`(i * 97 + 5000)`)} || ' ' || ${element(companyEnds, sql`i % ${companyEnds.length}`)},
      '99FIND' || lpad(i::text, 9, '0'), '9000000000', '1', 'Station Road', 'Clock tower', '302001', 'Jaipur', 'Rajasthan',
      'Seller', '', '0000', 'DEMO0000000', 'approved'
    from made, lateral (select substring(email from '[0-9]+')::int as i) as numbered`)
}

interface Batch {
  from: number
  to: number
  sellers: number
  names: number
}

async function insertBatch(db: Db, { from, to, sellers, names }: Batch): Promise<void> {
  const kinds = shelves.flatMap(([category, subcategory, list]) =>
    list.map((kind) => ({ category, subcategory, kind, hindi: hindiNames[kind] ?? [] })),
  )
  const sentences = (salt: number) => element(descriptionParts, drawn(salt, descriptionParts.length, 1.6))
  await db.query(sql`
    with kinds as materialized (
      select (k->>'kind') as kind, (k->>'category') as category, s.id as subcategory_id, s.category_id, s.name as subcategory,
        array(select jsonb_array_elements_text(k->'hindi')) as hindi, row_number() over () - 1 as no
      from jsonb_array_elements(${JSON.stringify(kinds)}::jsonb) as k
      join category c on c.name = k->>'category' join subcategory s on s.category_id = c.id and s.name = k->>'subcategory'
    ), numbered as (
      select i, ${drawn(1, names, 3)} as name_no, ${element(materials, drawn(2, materials.length, 2))} as material,
        case when ${chance(3)} < 0.5 then ${element(qualities, drawn(4, qualities.length, 1.6))} end as quality,
        ${drawn(5, kinds.length, 1.5)} as kind_no, ${element(packs, drawn(6, packs.length, 1.4))} as pack,
        md5('seller' || (1 + ${drawn(7, sellers, 1.5)}))::uuid as seller_id,
        ${sentences(8)} || ' ' || ${sentences(9)} || ' Finished in ' || ${inventedNameSql(drawn(10, 160_000, 3))}
          || ' with ' || lower(${element(materials, drawn(11, materials.length, 2))}) || '.' as description,
        ${chance(12)} as hindi_drawn, ${chance(13)} as spelling_drawn,
        4900 + 100 * ${drawn(14, 3_000, 2.2)} as price_paise,
        ${element(['IN', 'IN', 'IN', 'NP', 'LK', 'BD'], drawn(17, 6, 1.5))} as origin_country,
        case when ${chance(18)} < 0.6 then 20 + ${drawn(19, 31, 0.5)} end as rating_tenths,
        case when ${chance(15)} < 0.06 then 0 else 1 + ${drawn(16, 300, 2)} end as units,
        (lpad(to_hex(1760000000000 + i * 7), 12, '0') || '7' || substr(md5(i::text), 1, 3) || '8' || substr(md5(i::text), 4, 15))::uuid as id
      from generate_series(${from}::bigint, ${to - 1}::bigint) as i
    ), described as materialized (
      select n.*, k.kind, k.subcategory_id, k.category_id, k.subcategory, k.category,
        ${inventedNameSql(sql`n.name_no`)} || coalesce(' ' || n.quality, '') || ' ' || n.material || ' ' || k.kind
          || case when cardinality(k.hindi) > 0 and n.hindi_drawn < 0.4
            then ' ' || k.hindi[1 + floor(cardinality(k.hindi) * power(n.spelling_drawn, 1.8))::int] else '' end
          || ', ' || n.pack as name
      from numbered n join kinds k on k.no = n.kind_no
    ), truth as (
      insert into bench_truth
      select d.id, name_no, material, quality, kind, subcategory, category, s.company_name, units > 0
      from described d join seller s on s.account_id = d.seller_id
    )
    insert into product (id, seller_id, category_id, subcategory_id, name, price_paise, description, details, units,
      origin_country, rating_tenths, height_cm, length_cm, width_cm, weight_grams, images, search, search_text)
    select d.id, d.seller_id, d.category_id, d.subcategory_id, d.name, d.price_paise, d.description, 'Material: ' || d.material, d.units,
      d.origin_country, d.rating_tenths, 10, 10, 10, 200, array['/media/p/none/480.webp'],
      ${searchDocument({
        name: sql`d.name`,
        subcategory: sql`d.subcategory`,
        category: sql`d.category`,
        company: sql`s.company_name`,
        description: sql`d.description`,
        claims: sql`''`,
        attributes: sql`''`,
      })}
    from described d join seller s on s.account_id = d.seller_id
    order by d.i`)
}

/** Every category asks for all attributes, and each product says its material and capacity. */
async function describeProducts(db: Db): Promise<void> {
  await db.query(sql`
    insert into category_attribute (category_id, attribute_id) select c.id, a.id from category c, attribute a on conflict do nothing`)
  await db.query(sql`
    insert into product_attribute (product_id, attribute_id, value_id, number)
    select p.id, a.id, v.id, case when a.kind = 'number' then 50 * (1 + (hashtext(p.id::text) & 7)) end
    from product p join attribute a on a.name in ('Material', 'Capacity')
    left join lateral (select array_agg(id order by place, id) as ids from attribute_value where attribute_id = a.id) as known on true
    left join attribute_value v on v.id = known.ids[1 + (hashtext(p.id::text) & 1023) % cardinality(known.ids)]`)
}

/** Building them once is faster than keeping them up to date; returns the statements that make them again. */
async function dropTextIndexes(db: Db): Promise<string[]> {
  const indexes = await db.query<{ name: string; definition: string }>(sql`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = current_schema() and (tablename in ('product', 'product_facet') and indexdef like '% USING gin %' or indexname = 'product_word_order')`)
  for (const { name } of indexes) await db.execute(`drop index "${name}"`)
  return indexes.map(({ definition }) => definition)
}

/** Of a fifth of the products, up to four of one seller and subcategory are a family each. */
async function joinFamilies(db: Db): Promise<void> {
  await db.execute(`
    create table bench_family as
    select p.id, p.seller_id, p.subcategory_id,
      md5(concat_ws('/', p.seller_id, p.subcategory_id, (place - 1) / 4))::uuid as family_id, 1 + (place - 1) % 4 as place
    from (
      select id, seller_id, subcategory_id, row_number() over (partition by seller_id, subcategory_id order by id) as place
      from product where hashtext(id::text) % 5 = 0
    ) as p`)
  await db.execute(`
    insert into product_family (id, seller_id, subcategory_id, name, options, same_thing)
    select family_id, seller_id, subcategory_id, 'Family', array['size'], false
    from bench_family group by family_id, seller_id, subcategory_id having count(*) > 1;
    insert into family_member (product_id, family_id, place, value_1)
    select b.id, b.family_id, b.place, 'Size ' || b.place from bench_family b join product_family f on f.id = b.family_id;
    drop table bench_family`)
}
