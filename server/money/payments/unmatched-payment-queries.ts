/** SQL of payments at the provider that belong to no known checkout. */
import { type Queryable, singleRow, type Tx } from '../../platform/db/client.ts'
import { emptySql, sql } from '../../platform/db/sql.ts'

export interface UnmatchedPaymentRow {
  id: string
  providerOrderId: string
  event: string
  times: number
  firstSeenAt: Date
  lastSeenAt: Date
}

/** One row for each order of the provider, however often it repeats the webhook. A later webhook reopens a resolved one. */
export async function insertUnmatched(
  db: Queryable,
  row: { id: string; providerOrderId: string; event: string },
): Promise<void> {
  await db.query(sql`
    insert into unmatched_payment as u (id, provider_order_id, event) values (${row.id}, ${row.providerOrderId}, ${row.event})
    on conflict (provider_order_id) do update
    set event = excluded.event, times = u.times + 1, last_seen_at = now(), resolved_at = null,
      next_check_at = now() + interval '1 minute'`)
}

/**
 * Takes orders whose receipt is due to be looked up and sets their next check. The wait doubles with the age, from one minute
 * on; after seven days only an administrator can resolve them.
 */
export async function takeDueUnmatched(db: Queryable, limit: number): Promise<{ providerOrderId: string }[]> {
  return db.query(sql`
    update unmatched_payment set next_check_at = case when last_seen_at > now() - interval '7 days'
      then now() + greatest(now() - last_seen_at, interval '1 minute') end
    where id in (select id from unmatched_payment where next_check_at <= now() and resolved_at is null
      order by next_check_at limit ${limit} for update skip locked)
    returning provider_order_id as "providerOrderId"`)
}

export async function markSettled(db: Queryable, providerOrderId: string): Promise<void> {
  await db.query(sql`
    update unmatched_payment set resolved_at = now(), resolved_note = 'Found by its receipt and settled.'
    where provider_order_id = ${providerOrderId} and resolved_at is null`)
}

// A webhook may arrive before the response with the order's id is stored; then its checkout is known by now.
const open = sql`from unmatched_payment u where u.resolved_at is null
    and not exists (select from purchase c where c.provider_order_id = u.provider_order_id)`

export async function listUnmatchedRows(
  db: Queryable,
  q: string | undefined,
  limit: number,
  before: string,
): Promise<UnmatchedPaymentRow[]> {
  return db.query(sql`
    select u.id, u.provider_order_id as "providerOrderId", u.event, u.times, u.first_seen_at as "firstSeenAt",
      u.last_seen_at as "lastSeenAt"
    ${open} ${q ? sql`and u.provider_order_id = ${q}` : emptySql} and u.id < ${before} order by u.id desc limit ${limit}`)
}

export async function countUnmatched(db: Queryable, q: string | undefined): Promise<number> {
  return singleRow(
    await db.query<{ count: number }>(
      sql`select count(*) as count ${open} ${q ? sql`and u.provider_order_id = ${q}` : emptySql}`,
    ),
  ).count
}

/** One that nobody has resolved. */
export async function findUnmatched(
  db: Queryable,
  providerOrderId: string,
): Promise<UnmatchedPaymentRow | undefined> {
  const [row] = await db.query<UnmatchedPaymentRow>(sql`
    select id, provider_order_id as "providerOrderId", event, times, first_seen_at as "firstSeenAt", last_seen_at as "lastSeenAt"
    from unmatched_payment where provider_order_id = ${providerOrderId} and resolved_at is null`)
  return row
}

/** Until the transaction ends, no webhook adds to it. */
export async function lockUnmatched(tx: Tx, providerOrderId: string): Promise<void> {
  await tx.query(sql`select from unmatched_payment where provider_order_id = ${providerOrderId} for update`)
}

export async function markResolved(tx: Tx, providerOrderId: string, note: string): Promise<boolean> {
  const rows = await tx.query(sql`
    update unmatched_payment set resolved_at = now(), resolved_note = ${note}
    where provider_order_id = ${providerOrderId} and resolved_at is null returning 1`)
  return rows.length > 0
}
