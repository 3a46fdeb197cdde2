/** Counts of what waits in the database, run for each request of /metrics. Each uses an index or a short table. */
import type { Queryable } from '../db/client.ts'
import { singleRow } from '../db/client.ts'
import { sql } from '../db/sql.ts'

export interface WaitingJobs {
  name: string
  state: 'created' | 'retry' | 'active' | 'failed'
  count: number
  /** How long ago the oldest one started, or was due to start. */
  oldestSeconds: number
}

export interface WaitingWork {
  holdsOpen: number
  holdsOverdue: number
  refundsWaiting: number
  refundsOldestSeconds: number
  refundsFailed: number
  parcelsWaiting: number
  parcelsOverdue: number
  parcelsNeedAttention: number
}

export async function readWaitingJobs(db: Queryable): Promise<WaitingJobs[]> {
  return db.query(sql`
    select name, state::text as state, count(*)::int as count,
      greatest(0, extract(epoch from now() - min(coalesce(started_on, start_after))))::float8 as "oldestSeconds"
    from pgboss.job where state in ('created', 'retry', 'active', 'failed') and name not like '\\_\\_%'
    group by name, state order by name, state`)
}

export async function readWaitingWork(db: Queryable): Promise<WaitingWork> {
  return singleRow(
    await db.query<WaitingWork>(sql`
      select
        (select count(*) from checkout where state = 'open') as "holdsOpen",
        (select count(*) from checkout where state = 'open' and hold_expires_at < now() - interval '3 minutes') as "holdsOverdue",
        (select count(*) from refund where state in ('scheduled', 'accepted')) as "refundsWaiting",
        (select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 from refund
          where state in ('scheduled', 'accepted')) as "refundsOldestSeconds",
        (select count(*) from refund where state = 'failed') as "refundsFailed",
        (select count(*) from orders where parcel_check_at is not null and status = 'pending') as "parcelsWaiting",
        (select count(*) from orders where parcel_check_at < now() - interval '10 minutes') as "parcelsOverdue",
        (select count(*) from orders where needs_attention is not null) as "parcelsNeedAttention"`),
  )
}

export interface WaitingReturns {
  /** Pieces of exchanges that are held, and no courier has them: some still wait for a decision of the seller. */
  replacementsWaiting: number
  /** Ways back and replacements that were not looked at ten minutes after they should. */
  returnsOverdue: number
}

export async function countWaitingReturns(db: Queryable): Promise<WaitingReturns> {
  return singleRow(
    await db.query<WaitingReturns>(sql`
      select
        (select count(*) from replacement where ended_at is null and handed_over_at is null) as "replacementsWaiting",
        (select count(*) from return_request where check_at < now() - interval '10 minutes')
          + (select count(*) from replacement where check_at < now() - interval '10 minutes') as "returnsOverdue"`),
  )
}

export interface BrokenInvariantCount {
  view: string
  /** 'none' where all of the view's invariants hold. */
  invariant: string
  rows: number
}

/** One row for each invariant that does not hold, and one for each view whose invariants all do. Rows count from the second check on. */
export async function countBrokenInvariants(db: Queryable): Promise<BrokenInvariantCount[]> {
  return db.query(sql`
    select v.view, coalesce(b.invariant, 'none') as invariant, coalesce(b.rows, 0) as rows
    from (select c.relname::text as view from pg_class c
      where c.relkind = 'v' and c.relnamespace = 'public'::regnamespace and c.relname like 'invariant\\_%') v
    left join (select view, invariant, count(*) as rows from broken_row where seen_at > found_at group by view, invariant) b
      on b.view = v.view
    order by 1, 2`)
}

export async function readCheckAges(db: Queryable): Promise<{ name: string; seconds: number }[]> {
  return db.query(sql`
    select name, extract(epoch from now() - done_at)::float8 as seconds from invariant_check order by name`)
}
