/** The invariants of money and stock (docs/money.md), read from the views of the database that production checks, too. */
import type { Queryable } from '../../server/db/client.ts'
import { sql } from '../../server/db/sql.ts'
import { eventually } from './buying.ts'

export interface BrokenInvariant {
  invariant: string
  id: string
}

/**
 * Waits for the jobs that flag orders whose money went back at the provider. They run after the transaction that records the
 * refund: in between, money of kept orders is gone and nobody is told.
 */
export async function untilOrdersAreFlagged(db: Queryable): Promise<void> {
  await eventually(
    () =>
      db.query(
        sql`select id from pgboss.job where name = 'flag-orders-in-doubt' and state not in ('completed', 'failed')`,
      ),
    (jobs) => jobs.length === 0,
  )
}

/** Returns every row that violates an invariant of the database's views; tests expect an empty list. */
export async function brokenInvariants(db: Queryable): Promise<BrokenInvariant[]> {
  await untilOrdersAreFlagged(db)
  return db.query(sql`select invariant, id from broken_invariant`)
}
