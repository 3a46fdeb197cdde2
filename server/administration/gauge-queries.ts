/** Counts of waiting rows in the database, run for each request of /metrics. Each uses an index or a short table. */
import type { Queryable } from '../platform/db/client.ts'
import { singleRow } from '../platform/db/client.ts'
import { sql } from '../platform/db/sql.ts'

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
  /** Held pieces of exchanges that no courier has: some still wait for a decision of the seller. */
  replacementsWaiting: number
  /** Ways back and replacements whose check is more than ten minutes late. */
  returnsOverdue: number
  disputesOpen: number
  /** An answer is due within 48 hours, or was. */
  disputesDueSoon: number
  /** 1 where the provider's balance is not the ledger's. */
  providerDiffers: number
}

export async function readWaitingJobs(db: Queryable): Promise<WaitingJobs[]> {
  return db.query(sql`
    select name, state::text as state, count(*)::int as count,
      greatest(0, extract(epoch from now() - min(coalesce(started_on, start_after))))::float8 as "oldestSeconds"
    from pgboss.job where state in ('created', 'retry', 'active', 'failed') and name not like '\\_\\_%'
    group by name, state order by name, state`)
}

/** Each part is one row of a view of the group that owns the table. */
export async function readWaitingWork(db: Queryable): Promise<WaitingWork> {
  return singleRow(
    await db.query<WaitingWork>(sql`
      select h.held as "holdsOpen", h.overdue as "holdsOverdue",
        r.refunds as "refundsWaiting", r.oldest_seconds as "refundsOldestSeconds", r.failed as "refundsFailed",
        p.parcels as "parcelsWaiting", p.parcels_overdue as "parcelsOverdue", p.need_attention as "parcelsNeedAttention",
        p.replacements as "replacementsWaiting", p.returns_overdue as "returnsOverdue",
        r.disputes as "disputesOpen", r.disputes_due_soon as "disputesDueSoon",
        r.provider_differs as "providerDiffers"
      from waiting_holds h, waiting_refunds r, waiting_parcels p`),
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
