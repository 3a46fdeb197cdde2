/** Counters in the database, so that a limit holds over several nodes. */
import { type Queryable, singleRow, type Tx } from './db/client.ts'
import { sql } from './db/sql.ts'
import { Refusal } from './refusal.ts'

export interface Limit {
  /** What is counted, e.g. `otp-send:verify-email:someone@example.test`. */
  key: string
  max: number
  seconds: number
}

/**
 * Counts one hit on each limit and refuses ('too-often', with Retry-After) when one of them is exceeded. All counters change in
 * one statement, rows in key order so that two requests never deadlock.
 */
export async function consumeLimit(
  db: Queryable,
  limits: readonly Limit[],
  words = 'Too many attempts. Please try again later.',
): Promise<void> {
  const sorted = [...limits].sort((a, b) => (a.key < b.key ? -1 : 1))
  const rows = await db.query<{ key: string; hits: number; waitSeconds: number }>(sql`
    insert into rate_limit as l (key, window_ends_at, hits)
    select key, now() + seconds * interval '1 second', 1
    from unnest(${sorted.map((l) => l.key)}::text[], ${sorted.map((l) => l.seconds)}::int[]) as wanted (key, seconds)
    order by key
    on conflict (key) do update set
      hits = case when l.window_ends_at <= now() then 1 else l.hits + 1 end,
      window_ends_at = case when l.window_ends_at <= now() then excluded.window_ends_at else l.window_ends_at end
    returning key, hits, ceil(extract(epoch from window_ends_at - now()))::int as "waitSeconds"`)
  const over = rows.filter((row) => row.hits > (sorted.find((l) => l.key === row.key)?.max ?? 0))
  if (over.length > 0) {
    throw new Refusal('too-often', words, {
      retryAfterSeconds: Math.max(1, ...over.map((row) => row.waitSeconds)),
    })
  }
}

/** Refuses when a limit is already used up, without counting a hit. */
export async function checkLimit(db: Queryable, limits: readonly Limit[], words?: string): Promise<void> {
  const rows = await db.query<{ key: string; hits: number; waitSeconds: number }>(sql`
    select key, hits, ceil(extract(epoch from window_ends_at - now()))::int as "waitSeconds" from rate_limit
    where key = any(${limits.map((l) => l.key)}::text[]) and window_ends_at > now()`)
  const over = rows.filter((row) => row.hits >= (limits.find((l) => l.key === row.key)?.max ?? 0))
  if (over.length > 0) {
    throw new Refusal('too-often', words ?? 'Too many attempts. Please try again later.', {
      retryAfterSeconds: Math.max(1, ...over.map((row) => row.waitSeconds)),
    })
  }
}

/** Removes counted hits of each, for a try that succeeded. */
export async function refundLimits(db: Queryable, keys: readonly string[], hits = 1): Promise<void> {
  // Locked in the order of keys, like in `consumeLimit`.
  await db.query(sql`
    with held as (select key from rate_limit where key = any(${keys}::text[]) order by key for update)
    update rate_limit l set hits = greatest(l.hits - ${hits}, 0) from held where l.key = held.key`)
}

/** Counts one hit and returns how many there are in the window, whatever the limit. */
export async function countHits(tx: Tx, { key, seconds }: Omit<Limit, 'max'>): Promise<number> {
  const rows = await tx.query<{ hits: number }>(sql`
    insert into rate_limit as l (key, window_ends_at, hits) values (${key}, now() + ${seconds}::int * interval '1 second', 1)
    on conflict (key) do update set
      hits = case when l.window_ends_at <= now() then 1 else l.hits + 1 end,
      window_ends_at = case when l.window_ends_at <= now() then excluded.window_ends_at else l.window_ends_at end
    returning hits`)
  return singleRow(rows).hits
}

/** Begins a window with `left` tries, for `consumeBegun`. An earlier one of the key ends. */
export async function beginTries(tx: Tx, { key, max, seconds }: Limit, left: number = max): Promise<void> {
  await tx.query(sql`
    insert into rate_limit (key, window_ends_at, hits)
    values (${key}, now() + ${seconds}::int * interval '1 second', ${max - left}::int)
    on conflict (key) do update set hits = excluded.hits, window_ends_at = excluded.window_ends_at`)
}

/** Counts one try of a window that was begun; false where none is left, undefined where there is no window. */
export async function consumeBegun(tx: Tx, { key, max }: Limit): Promise<boolean | undefined> {
  const [row] = await tx.query<{ hits: number }>(sql`
    update rate_limit set hits = hits + 1 where key = ${key} and window_ends_at > now() returning hits`)
  return row && row.hits <= max
}

/** Resets the count of one limit. */
export async function resetLimit(tx: Tx, key: string): Promise<void> {
  await tx.query(sql`delete from rate_limit where key = ${key}`)
}

/** Deletes at most `limit` counters whose window has ended; returns how many. */
export async function deleteExpiredLimits({ db }: { db: Queryable }, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from rate_limit where key in (
      select key from rate_limit where window_ends_at < now() - interval '1 hour' limit ${limit} for update skip locked)
    returning 1`)
  return rows.length
}
