/** SQL of what listings have to declare. */
import type { CategoryNeeds, DeclarationNeed } from '../../../contract/declaration.ts'
import { type Queryable, type Readable, singleRow, type Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import type { ProductList } from '../products/list-queries.ts'
import { originOrder } from '../products/listed-product.ts'

export async function allNeeds(db: Queryable): Promise<CategoryNeeds[]> {
  return db.query(
    sql`select category_id as "categoryId", needs from declaration_need order by category_id nulls first`,
  )
}

/** Its name; null for an unknown category. It stays until the transaction ends. */
export async function lockCategory(tx: Tx, id: number): Promise<string | null> {
  return singleRow(await tx.query<{ name: string | null }>(sql`select lock_category(${id}) as name`)).name
}

export async function putNeeds(
  tx: Tx,
  categoryId: number | null,
  needs: readonly DeclarationNeed[],
): Promise<void> {
  await tx.query(sql`
    insert into declaration_need (category_id, needs) values (${categoryId}, ${needs}::text[])
    on conflict (category_id) do update set needs = excluded.needs`)
}

/** Takes these products off sale where something is missing, and puts the complete ones back. `enforced`: from the day on. */
export async function judge(db: Queryable, ids: readonly string[], enforced: boolean): Promise<void> {
  await db.query(sql`
    delete from held_back_product h using product p
    where p.id = h.product_id and p.id = any(${ids}::uuid[]) and (not ${enforced} or missing_declarations(p) = '{}')`)
  if (!enforced) return
  await db.query(sql`
    insert into held_back_product (product_id)
    select p.id from product p where p.id = any(${ids}::uuid[]) and p.deleted_at is null and missing_declarations(p) <> '{}'
    on conflict do nothing`)
}

/** Products on offer in the order of their ids. */
export async function nextListings(db: Queryable, after: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from product where deleted_at is null and id > ${after} order by id limit ${limit}`)
  return rows.map(({ id }) => id)
}

export async function nextHeldBack(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    sql`select product_id as id from held_back_product limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

const inList = (list: ProductList) =>
  'sellerId' in list
    ? sql`p.seller_id = ${list.sellerId}`
    : 'subcategoryId' in list
      ? sql`p.subcategory_id = ${list.subcategoryId}`
      : sql`p.category_id = ${list.categoryId}`

/** The countries of the products of a list, most products first. */
export async function originsOf(
  db: Readable,
  list: ProductList,
): Promise<{ code: string; products: number }[]> {
  return db.query(sql`
    select p.origin_country as code, count(*) as products from goods_on_sale p
    where ${inList(list)} and ${originOrder} < 65535 group by p.origin_country order by 2 desc, 1 limit 40`)
}
