/** SQL of sellers' linked accounts at the payment provider. */
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

export interface RouteAccountRow {
  /** Null until the provider has made it. */
  accountId: string | null
  productId: string | null
  status: string
  /** The version of the seller that it was made with. */
  identityId: number | null
}
const routeColumns = sql`account_id as "accountId", product_id as "productId", status, identity_id as "identityId"`

/** Locked: no administrator tells the provider another bank account until the transaction ends. */
export async function findRouteAccount(tx: Tx, sellerId: string): Promise<RouteAccountRow | undefined> {
  const [row] = await tx.query<RouteAccountRow>(sql`
    select ${routeColumns} from route_account where seller_id = ${sellerId} for update`)
  return row
}

/** The sellers among these that are paid by Route: their linked account is active and good for their present details. */
export async function sellersWithRoute(db: Queryable, sellerIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(sql`
    select id from payee where id = any(${sellerIds}::uuid[]) and route_is_current`)
  return new Set(rows.map(({ id }) => id))
}

/** A claim is over after so many seconds, which is longer than any call to the provider lasts. */
const claimSeconds = 120

/**
 * Claims the linked account of a seller for one administrator's calls, and makes a row where there is none. From now on no transfer
 * goes to it, until `saveRouteAccount` says which bank account the provider was told. Undefined while another claim lasts, or while
 * a transfer is being requested.
 */
export async function claimRouteAccount(
  tx: Tx,
  sellerId: string,
): Promise<(RouteAccountRow & { claimedAt: string }) | undefined> {
  await tx.query(sql`
    insert into route_account (seller_id, account_id, status) values (${sellerId}, null, 'none') on conflict do nothing`)
  const [row] = await tx.query<RouteAccountRow & { claimedAt: string }>(sql`
    update route_account r set claimed_at = clock_timestamp(), payee_id = null
    where r.seller_id = ${sellerId}
      and (r.claimed_at is null or r.claimed_at < now() - ${claimSeconds}::int * interval '1 second')
      and not exists (select from payout p where p.seller_id = r.seller_id and p.state = 'sending'
        and p.provider_transfer_id is null and p.asked_at > now() - ${claimSeconds}::int * interval '1 second')
    returning ${routeColumns}, claimed_at::text as "claimedAt"`)
  return row
}

/** Stores what a claim has reached and prolongs it, or ends it. False where the claim is not this one any more. */
export async function saveRouteAccount(
  db: Queryable,
  sellerId: string,
  claimedAt: string,
  account: RouteAccountRow & { payeeId?: number },
  { done }: { done: boolean },
): Promise<string | undefined> {
  const [row] = await db.query<{ claimedAt: string }>(sql`
    update route_account set account_id = ${account.accountId}, product_id = ${account.productId}, status = ${account.status},
      identity_id = ${account.identityId}, payee_id = ${account.payeeId ?? null}, updated_at = now(),
      claimed_at = case when ${done}::boolean then null else clock_timestamp() end
    where seller_id = ${sellerId} and claimed_at = ${claimedAt}::timestamptz
    returning coalesce(claimed_at, now())::text as "claimedAt"`)
  return row?.claimedAt
}

export async function endClaim(db: Queryable, sellerId: string, claimedAt: string): Promise<void> {
  await db.query(sql`
    update route_account set claimed_at = null where seller_id = ${sellerId} and claimed_at = ${claimedAt}::timestamptz`)
}

/** Of the version with which the linked account was made. */
export async function gstinOfVersion(db: Queryable, identityId: number): Promise<string | undefined> {
  const [row] = await db.query<{ gstin: string }>(
    sql`select gstin from identity_version where id = ${identityId}`,
  )
  return row?.gstin
}
