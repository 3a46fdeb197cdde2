/** SQL of attributes, their values, and the categories that ask for them. Unique indexes refuse names that are taken. */
import type { AdminAttribute } from '../../../contract/admin-attributes.ts'
import { limits } from '../../../contract/limits.ts'
import { type Queryable, singleRow, type Tx } from '../../platform/db/client.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'

export async function allAttributes(db: Queryable): Promise<AdminAttribute[]> {
  return db.query(sql`
    select a.id, a.name, a.kind, a.unit, a.filters, a.multiple,
      (select coalesce(json_agg(json_build_object('categoryId', k.category_id, 'place', k.place) order by k.category_id), '[]')
        from category_attribute k where k.attribute_id = a.id) as "askedBy",
      (select coalesce(json_agg(json_build_object('id', v.id, 'name', v.name, 'synonyms', v.synonyms, 'place', v.place)
          order by v.place, lower(v.name)), '[]')
        from attribute_value v where v.attribute_id = a.id) as values
    from attribute a order by a.id`)
}

export interface AttributeRow {
  id: number
  name: string
  filters: boolean
}

/** An attribute, locked until the transaction ends: nobody gives a product one of its values meanwhile. */
export async function lockAttribute(tx: Tx, id: number): Promise<AttributeRow | undefined> {
  const [row] = await tx.query<AttributeRow>(
    sql`select id, name, filters from attribute where id = ${id} for update`,
  )
  return row
}

export async function insertAttribute(
  tx: Tx,
  a: Pick<AdminAttribute, 'name' | 'kind' | 'unit' | 'filters' | 'multiple'>,
): Promise<number> {
  return singleRow(
    await tx.query<{ id: number }>(sql`
      insert into attribute (name, kind, unit, filters, multiple)
      values (${a.name}, ${a.kind}, ${a.unit}, ${a.filters}, ${a.multiple}) returning id`),
  ).id
}

export async function updateAttribute(tx: Tx, { id, name, filters }: AttributeRow): Promise<void> {
  await tx.query(sql`
    update attribute set name = ${name}, filters = ${filters}
    where id = ${id} and (name, filters) is distinct from (${name}, ${filters})`)
}

/** The names of the categories that ask for it from then on; unknown ones are left out. Their order on pages stays. */
export async function putCategories(tx: Tx, id: number, categoryIds: readonly number[]): Promise<string[]> {
  await tx.query(sql`
    delete from category_attribute where attribute_id = ${id} and category_id <> all (${categoryIds}::int[])`)
  await tx.query(sql`
    insert into category_attribute (category_id, attribute_id)
    select id, ${id} from category where id = any(${categoryIds}::int[]) order by id on conflict do nothing`)
  const rows = await tx.query<{ name: string }>(sql`
    select c.name from category_attribute k join category c on c.id = k.category_id
    where k.attribute_id = ${id} order by c.name`)
  return rows.map(({ name }) => name)
}

export async function removeAttribute(tx: Tx, id: number): Promise<void> {
  await tx.query(sql`delete from attribute where id = ${id}`)
}

/** How many products that are not deleted have it, counted up to `limits.countStates`. */
const countUses = async (tx: Tx, which: Sql): Promise<number> =>
  singleRow(
    await tx.query<{ count: number }>(sql`
      select count(*) as count from (
        select distinct x.product_id from product_attribute x join product p on p.id = x.product_id
        where ${which} and p.deleted_at is null limit ${limits.countStates}) as used`),
  ).count

export const countUsesOfAttribute = (tx: Tx, id: number) => countUses(tx, sql`x.attribute_id = ${id}`)
export const countUsesOfValue = (tx: Tx, id: number) => countUses(tx, sql`x.value_id = ${id}`)

export interface ValueRow {
  id: number
  attributeId: number
  /** Of the attribute. */
  attribute: string
  name: string
  synonyms: string[]
}

/** Values, locked in the order of their ids until the transaction ends: nobody gives them to a product meanwhile. */
export async function lockValues(tx: Tx, ids: readonly number[]): Promise<ValueRow[]> {
  return tx.query(sql`
    select v.id, v.attribute_id as "attributeId", a.name as attribute, v.name, v.synonyms
    from attribute_value v join attribute a on a.id = v.attribute_id
    where v.id = any(${ids}::int[]) order by v.id for update of v`)
}

export async function insertValue(
  tx: Tx,
  attributeId: number,
  { name, synonyms, place }: { name: string; synonyms: readonly string[]; place: number },
): Promise<number> {
  return singleRow(
    await tx.query<{ id: number }>(sql`
      insert into attribute_value (attribute_id, name, synonyms, place)
      values (${attributeId}, ${name}, ${synonyms}::text[], ${place}) returning id`),
  ).id
}

/** Without a place it stays where it is. */
export async function updateValue(
  tx: Tx,
  id: number,
  { name, synonyms, place }: { name: string; synonyms: readonly string[]; place?: number },
): Promise<void> {
  await tx.query(sql`
    update attribute_value set name = ${name}, synonyms = ${synonyms}::text[], place = coalesce(${place ?? null}::smallint, place)
    where id = ${id}`)
}

export async function removeValue(tx: Tx, id: number): Promise<void> {
  await tx.query(sql`delete from attribute_value where id = ${id}`)
}

/** Every product with the value has the other one instead, once. */
export async function giveOtherValue(tx: Tx, from: ValueRow, into: ValueRow): Promise<void> {
  await tx.query(sql`
    delete from product_attribute x where x.value_id = ${from.id}
      and exists (select from product_attribute o where o.product_id = x.product_id and o.value_id = ${into.id})`)
  await tx.query(sql`update product_attribute set value_id = ${into.id} where value_id = ${from.id}`)
}
