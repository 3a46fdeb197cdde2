/** Retention of earlier prices; the list of all tables is server/administration/retention/retained-tables.ts. */
import { sql } from '../../platform/db/sql.ts'
import type { Shop } from '../../platform/shop.ts'

/** Deletes at most `limit` rows and returns how many were deleted. Safe on several nodes at once. */
export async function deleteOldPrices({ db }: Pick<Shop, 'db'>, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from product_price where (product_id, until) in (
      select product_id, until from product_price where until < now() - interval '400 days' limit ${limit} for update skip locked)
    returning 1`)
  return rows.length
}
