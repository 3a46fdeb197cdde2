/** SQL of the sitemap. */
import type { Readable } from '../../platform/db/client.ts'
import { emptySql, sql } from '../../platform/db/sql.ts'

/** The id of the `count`th product after the given id, deleted ones included; undefined if there are fewer. */
export async function findRangeEnd(db: Readable, after: string, count: number): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(
    sql`select id from product where id > ${after} order by id offset ${count - 1} limit 1`,
  )
  return row?.id
}

export async function anyProductAfter(db: Readable, after: string): Promise<boolean> {
  return (await db.query(sql`select from product where id > ${after} limit 1`)).length > 0
}

export interface ProductAddress {
  id: string
  updatedAt: Date
}

/** Products on sale with ids above `after` and up to `upTo`. */
export async function productsBetween(
  db: Readable,
  after: string,
  upTo: string | undefined,
): Promise<ProductAddress[]> {
  return db.query(sql`
    select p.id, p.updated_at as "updatedAt" from goods_on_sale p
    where p.id > ${after} ${upTo === undefined ? emptySql : sql`and p.id <= ${upTo}`} order by p.id`)
}

export async function categoryIds(db: Readable): Promise<{ categories: number[]; subcategories: number[] }> {
  const [row] = await db.query<{ categories: number[]; subcategories: number[] }>(sql`
    select array(select id from category order by id) as categories, array(select id from subcategory order by id) as subcategories`)
  return row ?? { categories: [], subcategories: [] }
}

/** Those with a product on sale; as many as a file of the protocol may have. */
export async function sellersInSitemap(db: Readable): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select s.id from seller_page s where exists (select from goods_on_sale p where p.seller_id = s.id)
    order by s.id limit 50000`)
  return rows.map(({ id }) => id)
}
