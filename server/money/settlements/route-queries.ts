/** SQL of sellers' linked accounts at the payment provider. */
import type { Queryable } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

export interface RouteAccountRow {
  accountId: string
  productId: string | null
  status: string
}

export async function findRouteAccount(
  db: Queryable,
  sellerId: string,
): Promise<RouteAccountRow | undefined> {
  const [row] = await db.query<RouteAccountRow>(sql`
    select account_id as "accountId", product_id as "productId", status from route_account where seller_id = ${sellerId}`)
  return row
}

/** The sellers among these that are paid by Route. */
export async function sellersWithRoute(db: Queryable, sellerIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.query<{ sellerId: string }>(sql`
    select seller_id as "sellerId" from route_account where seller_id = any(${sellerIds}::uuid[]) and status = 'activated'`)
  return new Set(rows.map(({ sellerId }) => sellerId))
}

export async function saveRouteAccount(
  db: Queryable,
  sellerId: string,
  account: RouteAccountRow,
): Promise<void> {
  await db.query(sql`
    insert into route_account (seller_id, account_id, product_id, status)
    values (${sellerId}, ${account.accountId}, ${account.productId}, ${account.status})
    on conflict (seller_id) do update set product_id = excluded.product_id, status = excluded.status, updated_at = now()`)
}
