/** Inserts invented views of the demo's products: more of some than of others, and more at weekends. */
import type { Tx } from '../../server/platform/db/client.ts'
import { sql } from '../../server/platform/db/sql.ts'

const days = 125

export async function seedFigures(tx: Tx, products: ReadonlyMap<string, { id: string }>): Promise<void> {
  const ids = Array.from(products.values(), ({ id }) => id)
  await tx.query(sql`
    insert into product_day (product_id, day, views, added)
    select p.id, india_today() - n, s.views, (s.views * (8 + (hashtext(p.name) & 7)) + (hashtext(n || p.name) & 127)) / 128
    from product p, generate_series(0, ${days}::int) as n, lateral (
      select ((hashtext(p.name) & 3) + (hashtext(p.name || n) & 3))
        * (case when extract(isodow from india_today() - n) > 5 then 3 else 2 end) / 2 as views) s
    where p.id = any(${ids}::uuid[])`)
}
