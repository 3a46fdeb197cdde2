/** SQL of the attributes of products. Whoever writes them has locked the product. */
import type { ProductAttribute } from '../../../contract/attribute.ts'
import type { Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

/** What the category of the product `p` asks for, in the order of its page (`toShownAttributes`). */
export const shownAttributesJson = sql`
  (select coalesce(json_agg(json_build_object('name', s.attribute, 'unit', s.unit, 'value', s.value, 'number', s.number)
      order by s.place, s.attribute_id, s.value_place, lower(s.value)), '[]')
    from shown_attribute s where s.product_id = p.id)`

/** All attributes that the form of the product `p` shows. */
export const ownAttributesJson = sql`
  (select coalesce(json_agg(json_strip_nulls(
      json_build_object('attributeId', s.attribute_id, 'valueId', s.value_id, 'number', s.number))
      order by s.attribute_id, s.value_id), '[]')
    from shown_attribute s where s.product_id = p.id)`

/**
 * Gives a product these attributes instead of those that it has; without them it keeps what it has. What its category does not
 * ask for goes in any case. Rows that are equal stay: their pages are not made again.
 */
export async function putAttributes(
  tx: Tx,
  productId: string,
  categoryId: number,
  given: readonly ProductAttribute[] | undefined,
): Promise<void> {
  const asked = sql`select attribute_id from category_attribute where category_id = ${categoryId}`
  const rows = sql`jsonb_to_recordset(${JSON.stringify(given ?? [])}::jsonb) as g ("attributeId" smallint, "valueId" int, number numeric)`
  await tx.query(sql`
    delete from product_attribute x where x.product_id = ${productId} and (x.attribute_id not in (${asked})
      or ${given !== undefined} and not exists (select from ${rows}
        where (g."attributeId", g."valueId", g.number) is not distinct from (x.attribute_id, x.value_id, x.number)))`)
  if (given === undefined || given.length === 0) return
  await tx.query(sql`
    insert into product_attribute (product_id, attribute_id, value_id, number)
    select ${productId}, g."attributeId", g."valueId", g.number from ${rows}
    where g."attributeId" in (${asked}) on conflict do nothing`)
}

/** An attribute that a category asks for, with its values in lower case. */
export interface AttributeOfOption {
  id: number
  /** From 1. */
  at: number
  values: { id: number; name: string; synonyms: string[] }[]
}

/** Those that are named after one of these options of a family, such as 'Clothing size' after 'size'. */
export async function attributesOfOptions(
  tx: Tx,
  categoryId: number,
  options: readonly string[],
): Promise<AttributeOfOption[]> {
  return tx.query(sql`
    select a.id, o.at, coalesce(json_agg(json_build_object('id', v.id, 'name', lower(v.name), 'synonyms', lower(v.synonyms::text)::text[])
      order by v.place, v.id) filter (where v.id is not null), '[]') as values
    from category_attribute k join attribute a on a.id = k.attribute_id
    join unnest(${options}::text[]) with ordinality as o (option, at)
      on o.option = any(regexp_split_to_array(lower(a.name), '[^[:alpha:]]+'))
    left join attribute_value v on v.attribute_id = a.id
    where k.category_id = ${categoryId} group by a.id, o.at`)
}
