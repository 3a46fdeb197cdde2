/** Inserts the demo's sales, which run since a day and end so many days after the first start, and its bulk prices. */
import { paise } from '../../contract/money.ts'
import type { Tx } from '../../server/platform/db/client.ts'
import { sql } from '../../server/platform/db/sql.ts'
import { demoBulkPrices, demoSales } from '../catalogue/prices.ts'

export async function seedPrices(tx: Tx, products: ReadonlyMap<string, { id: string }>): Promise<void> {
  for (const { slug, rupees, days } of demoSales) {
    const id = products.get(slug)?.id ?? null
    // Only what is older than 30 days names the lowest price of so many.
    await tx.query(sql`update product set created_at = now() - interval '60 days' where id = ${id}`)
    await tx.query(sql`
      update product set regular_paise = price_paise, sale_paise = ${paise(rupees)}, price_paise = ${paise(rupees)},
        lowest_paise = lowest_price(id, now() - interval '31 days'),
        sale_begins_at = now() - interval '1 day', sale_ends_at = now() + ${days} * interval '1 day'
      where id = ${id}`)
  }
  for (const { slug, steps } of demoBulkPrices)
    await tx.query(sql`
      update product set bulk_from = ${steps.map(([from]) => from)}::int[], bulk_paise = ${steps.map(([, rupees]) => paise(rupees))}::int[]
      where id = ${products.get(slug)?.id ?? null}`)
}
