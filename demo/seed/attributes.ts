/** Inserts which attributes the demo's categories ask for, and those of its products. */
import type { Tx } from '../../server/platform/db/client.ts'
import { sql } from '../../server/platform/db/sql.ts'
import { askedByCategory, demoAttributes } from '../catalogue/attributes.ts'

/** Search knows them once the documents of the products are written again. */
export async function seedAttributes(tx: Tx, products: ReadonlyMap<string, { id: string }>): Promise<void> {
  const asked = Object.entries(askedByCategory).flatMap(([category, names]) =>
    names.map((attribute, place) => ({ category, attribute, place })),
  )
  await tx.query(sql`
    insert into category_attribute (category_id, attribute_id, place)
    select c.id, a.id, r.place
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as r (category text, attribute text, place smallint)
    join category c on c.name = r.category join attribute a on a.name = r.attribute`)
  const rows = Object.entries(demoAttributes).flatMap(([slug, given]) =>
    Object.entries(given).flatMap(([attribute, value]) =>
      [value].flat().map((one) => ({
        id: products.get(slug)?.id,
        attribute,
        ...(typeof one === 'number' ? { number: one } : { name: one }),
      })),
    ),
  )
  await tx.query(sql`
    insert into product_attribute (product_id, attribute_id, value_id, number)
    select p.id, a.id, v.id, r.number
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, attribute text, name text, number numeric)
    join product p on p.id = r.id join attribute a on a.name = r.attribute
    left join attribute_value v on v.attribute_id = a.id and v.name = r.name`)
}
