/** SQL of creating, counting and deleting categories. A unique index refuses a name that is taken. */
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

export async function insertCategory(db: Queryable, name: string): Promise<number | undefined> {
  const rows = await db.query<{ id: number }>(
    sql`insert into category (name) values (${name}) on conflict do nothing returning id`,
  )
  return rows[0]?.id
}

/** The name of a category, locked until the transaction ends; undefined where there is none. */
export async function lockCategory(tx: Tx, id: number): Promise<string | undefined> {
  return (await tx.query<{ name: string }>(sql`select name from category where id = ${id} for update`))[0]
    ?.name
}

export async function insertSubcategory(
  tx: Tx,
  categoryId: number,
  name: string,
  imageUrl: string,
): Promise<number | undefined> {
  const rows = await tx.query<{ id: number }>(sql`
    insert into subcategory (category_id, name, image_url) values (${categoryId}, ${name}, ${imageUrl})
    on conflict do nothing returning id`)
  return rows[0]?.id
}

export interface SubcategoryRow {
  id: number
  name: string
  /** Not deleted; including those of suspended sellers. */
  products: number
}

/** The subcategories of a category, or one by its id, locked, with the number of their products. */
export async function lockSubcategories(
  tx: Tx,
  which: { categoryId: number } | { id: number },
): Promise<SubcategoryRow[]> {
  const one = 'id' in which ? sql`id = ${which.id}` : sql`category_id = ${which.categoryId}`
  await tx.query(sql`select from subcategory where ${one} order by id for update`)
  // A separate statement, so that it sees products whose transactions the lock waited for.
  return tx.query(sql`
    select s.id, s.name,
      (select count(*) from product p where p.subcategory_id = s.id and p.deleted_at is null) as products
    from subcategory s where ${one} order by s.name`)
}

/** Deleted products lose their category and subcategory first: only orders still refer to them. */
export async function deleteSubcategories(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.query(sql`
    update product set category_id = null, subcategory_id = null
    where subcategory_id = any(${ids}::int[]) and deleted_at is not null`)
  await tx.query(sql`delete from subcategory where id = any(${ids}::int[])`)
}

export async function deleteCategoryRow(tx: Tx, id: number): Promise<void> {
  await tx.query(sql`delete from category where id = ${id}`)
}

/** The number of products of each subcategory. */
export async function countBySubcategory(db: Queryable): Promise<{ id: number; products: number }[]> {
  return db.query(sql`
    select subcategory_id as id, count(*) as products from product where deleted_at is null group by subcategory_id`)
}

export async function countAllProducts(db: Queryable): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    sql`select count(*) as count from product where deleted_at is null`,
  )
  return row?.count ?? 0
}
