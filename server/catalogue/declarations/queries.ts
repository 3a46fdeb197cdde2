/** SQL of what listings have to declare. */
import type { CategoryNeeds, DeclarationNeed } from '../../../contract/declaration.ts'
import type { SellersProduct } from '../../../contract/seller-product.ts'
import { type Queryable, singleRow, type Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

export type Missing = SellersProduct['missing']

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

/** Products of the category declare what all other categories do. */
export async function removeNeeds(tx: Tx, categoryId: number): Promise<void> {
  await tx.query(sql`delete from declaration_need where category_id = ${categoryId}`)
}

/**
 * Takes these products off sale where something is missing, and puts the complete ones back. They stay as they are until the
 * transaction ends. `enforced`: from the day on. `told`: the seller learns of it at once.
 */
export async function judge(
  tx: Tx,
  ids: readonly string[],
  { enforced, told }: { enforced: boolean; told: boolean },
): Promise<void> {
  await tx.query(sql`select from product where id = any(${ids}::uuid[]) order by id for no key update`)
  // A listing that is saved has this from a trigger; here it follows a change of what is needed.
  await tx.query(sql`
    update product p set incomplete = not p.incomplete
    where p.id = any(${ids}::uuid[]) and p.incomplete <> (missing_declarations(p) <> '{}')`)
  await tx.query(sql`
    delete from held_back_product h using product p
    where p.id = h.product_id and h.cause = 'incomplete' and p.id = any(${ids}::uuid[]) and not (${enforced} and p.incomplete)`)
  if (enforced) await holdIncomplete(tx, ids, told)
}

/** Takes those of these products off sale that are noted as incomplete. */
export async function holdIncomplete(tx: Tx, ids: readonly string[], told: boolean): Promise<void> {
  await tx.query(sql`
    insert into held_back_product (product_id, cause, told)
    select p.id, 'incomplete', ${told} from product p where p.id = any(${ids}::uuid[]) and p.deleted_at is null and p.incomplete
    on conflict do nothing`)
}

/** What a listing that is not on sale lacks; undefined for another one. */
export async function missingOf(db: Queryable, id: string): Promise<Missing | undefined> {
  const [row] = await db.query<{ missing: Missing }>(sql`
    select missing_declarations(p) as missing from product p
    join held_back_product h on h.product_id = p.id and h.cause = 'incomplete' where p.id = ${id}`)
  return row?.missing
}

/** Products on offer in the order of their ids. */
export async function nextListings(db: Queryable, after: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from product where deleted_at is null and id > ${after} order by id limit ${limit}`)
  return rows.map(({ id }) => id)
}

export interface ToldSeller {
  email: string
  company: string
  products: number
}

/** Notes of at most `limit` sellers that they are told of the listings that left sale, and returns them. */
export async function tellHeldBack(tx: Tx, limit: number): Promise<ToldSeller[]> {
  return tx.query(sql`
    with next as (
      select distinct p.seller_id from held_back_product h join product p on p.id = h.product_id where not h.told limit ${limit}),
    told as (
      update held_back_product h set told = true from product p join next n on n.seller_id = p.seller_id
      where p.id = h.product_id and not h.told returning p.seller_id)
    select s.email, s.company_name as company, t.products
    from (select seller_id, count(*) as products from told group by seller_id) as t
    join seller_party s on s.id = t.seller_id`)
}

/** Likewise those with incomplete listings whom nobody has told of this day. */
export async function tellOfDay(tx: Tx, day: string, limit: number): Promise<ToldSeller[]> {
  return tx.query(sql`
    with told as (
      insert into declaration_notice (seller_id, day)
      select distinct p.seller_id, ${day}::date from product p
      where p.deleted_at is null and p.incomplete
        and not exists (select from declaration_notice n where n.seller_id = p.seller_id and n.day = ${day})
      limit ${limit}
      on conflict (seller_id) do update set day = excluded.day returning seller_id)
    select s.email, s.company_name as company,
      (select count(*) from product p where p.seller_id = s.id and p.deleted_at is null and p.incomplete) as products
    from told t join seller_party s on s.id = t.seller_id`)
}
