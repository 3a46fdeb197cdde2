/** SQL of the home page: what is arranged, and the products of its rows. */
import { homePageLimits } from '../../../contract/catalogue-limits.ts'
import type { HomeRow, HomeSection } from '../../../contract/home-page.ts'
import { type Queryable, type Readable, singleRow, type Tx } from '../../platform/db/client.ts'
import { emptySql, sql } from '../../platform/db/sql.ts'
import { standsForFamily } from '../families/standing.ts'
import { listedColumns, type ListedRow } from '../products/listed-product.ts'

interface Shown {
  sections: HomeSection[]
  /** The time whose sections are shown. */
  at: Date
}

/** Undefined where nothing was published. */
export async function findShown(db: Readable): Promise<Shown | undefined> {
  const rows = await db.query<Shown>(
    sql`select sections, shown_as_of as at from home_arrangement order by id desc limit 1`,
  )
  return rows[0]
}

interface Draft {
  version: number
  /** What is edited; null where nothing is edited and nothing was published. */
  sections: HomeSection[] | null
  isDraft: boolean
  published: { id: number; at: Date } | null
}

export async function findDraft(
  db: Queryable,
  { lock }: { lock: boolean } = { lock: false },
): Promise<Draft> {
  const { id, at, ...draft } = singleRow(
    await db.query<Omit<Draft, 'published'> & { id: number | null; at: Date | null }>(sql`
      select d.version, d.sections is not null as "isDraft",
        coalesce(d.sections, (select sections from home_arrangement order by id desc limit 1)) as sections,
        (select id from home_arrangement order by id desc limit 1) as id,
        (select published_at from home_arrangement order by id desc limit 1) as at
      from home_draft d ${lock ? sql`for no key update of d` : emptySql}`),
  )
  return { ...draft, published: id === null || at === null ? null : { id, at } }
}

/** Returns the new version; with null what is published is edited. */
export async function updateDraft(tx: Tx, sections: readonly HomeSection[] | null): Promise<number> {
  const stored = sections === null ? null : JSON.stringify(sections)
  return singleRow(
    await tx.query<{ version: number }>(
      sql`update home_draft set sections = ${stored}::jsonb, version = version + 1 returning version`,
    ),
  ).version
}

/** Publishes the sections; `times` are those at which one of them begins or ends. Returns the database's time with the id. */
export async function insertArrangement(
  tx: Tx,
  sections: readonly HomeSection[],
  times: readonly string[],
): Promise<{ id: number; now: Date }> {
  return singleRow(
    await tx.query<{ id: number; now: Date }>(sql`
      insert into home_arrangement (sections, changes_at)
      select ${JSON.stringify(sections)}::jsonb, array(
        select distinct t from unnest(${times}::timestamptz[]) as t where t > now() order by t)
      returning id, now() as now`),
  )
}

/** Keeps the newest, which is shown, and those before it. */
export async function deleteOldArrangements(tx: Tx): Promise<void> {
  await tx.query(sql`
    delete from home_arrangement
    where id in (select id from home_arrangement order by id desc offset ${homePageLimits.earlierMax + 1})`)
}

export async function listEarlier(db: Readable): Promise<{ id: number; at: Date; sections: number }[]> {
  return db.query(sql`
    select id, published_at as at, jsonb_array_length(sections) as sections from home_arrangement
    order by id desc offset 1 limit ${homePageLimits.earlierMax}`)
}

export async function findArrangement(db: Queryable, id: number): Promise<HomeSection[] | undefined> {
  const [row] = await db.query<{ sections: HomeSection[] }>(
    sql`select sections from home_arrangement where id = ${id}`,
  )
  return row?.sections
}

/** Shows the present arrangement as of now where something of it has begun or ended; the trigger tells all nodes. */
export async function showDueSections(tx: Tx): Promise<boolean> {
  const rows = await tx.query(sql`
    update home_arrangement set shown_as_of = now(),
      changes_at = array(select t from unnest(changes_at) as t where t > now() order by t)
    where id = (select max(id) from home_arrangement) and now() >= any(changes_at) returning 1`)
  return rows.length > 0
}

/** Those of them that there are. */
export async function findShelves(
  db: Queryable,
  categories: readonly number[],
  subcategories: readonly number[],
): Promise<{ categories: number[]; subcategories: number[] }> {
  return singleRow(
    await db.query<{ categories: number[]; subcategories: number[] }>(sql`
      select array(select id from category where id = any(${categories}::int[])) as categories,
        array(select id from subcategory where id = any(${subcategories}::int[])) as subcategories`),
  )
}

export async function findPicked(
  db: Readable,
  ids: readonly string[],
): Promise<{ id: string; name: string; image: string; onSale: boolean }[]> {
  return db.query(sql`
    select id, name, images[1] as image, on_sale as "onSale" from goods where id = any(${ids}::uuid[]) order by id`)
}

/** As many as stand beside one another on the widest screens. */
const cardsInRow = 6
/** The score of a product without reviews. */
const unratedScore = 3500

const first = standsForFamily({ stock: true }, sql`and p.units > 0`)

/**
 * The products of all rows in one statement, each with the place of its row: in stock and on sale, one card a family but where they are
 * hand-picked. PostgreSQL runs only the subquery of the row's kind.
 */
export async function productsOfRows(
  db: Readable,
  rows: readonly HomeRow[],
): Promise<(ListedRow & { row: number })[]> {
  const wanted = rows.map(({ of, categoryId, subcategoryId, products }) => ({
    kind: of,
    shelf: of === 'category' ? categoryId : subcategoryId,
    products,
  }))
  return db.query(sql`
    select w.row::int as row, ${listedColumns}
    from rows from (jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as (kind text, shelf int, products uuid[]))
      with ordinality as w (kind, shelf, products, row)
    cross join lateral unnest(case w.kind
      when 'picked' then w.products
      when 'newest' then array(
        select p.id from goods_on_sale p where p.units > 0 ${first} order by p.id desc limit ${cardsInRow})
      when 'category' then array(
        select p.id from goods_on_sale p where p.category_id = w.shelf and p.units > 0 ${first} order by p.id desc limit ${cardsInRow})
      when 'subcategory' then array(
        select p.id from goods_on_sale p where p.subcategory_id = w.shelf and p.units > 0 ${first} order by p.id desc limit ${cardsInRow})
      when 'offer' then array(
        select p.id from goods_on_sale p where p.sale_paise is not null and p.price_paise = p.sale_paise
          and p.price_paise < p.lowest_paise and p.units > 0 ${first} order by p.sale_ends_at, p.id limit ${cardsInRow})
      when 'rated' then array(
        select best.id from category c cross join lateral (
          select p.id, p.rating_score from goods_on_sale p
          where p.category_id = c.id and p.rating_score > ${unratedScore} and p.units > 0 ${first}
          order by p.rating_score desc, p.id desc limit ${cardsInRow}) as best
        order by best.rating_score desc, best.id desc limit ${cardsInRow})
      end) with ordinality as chosen (id, place)
    join goods_on_sale p on p.id = chosen.id and p.units > 0
    join subcategory s on s.id = p.subcategory_id
    order by w.row, chosen.place`)
}
