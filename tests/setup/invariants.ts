/** The invariants of money and stock (docs/money.md), read from the views of the database that production checks, too. */
import type { Queryable } from '../../server/platform/db/client.ts'
import { sql } from '../../server/platform/db/sql.ts'
import {
  brokenHolds,
  brokenOfCheckouts,
  brokenOfEntries,
  brokenOfProducts,
  brokenOfProvider,
  brokenOfSellers,
  brokenOfSettlements,
  touchedCheckouts,
  touchedEntries,
  touchedProvider,
  touchedSellers,
  touchedSettlements,
} from '../../server/administration/invariants/queries.ts'
import { eventually } from './buying.ts'

export interface BrokenInvariant {
  invariant: string
  id: string
}

/**
 * Waits for the jobs that flag orders that were refunded at the provider. They run after the transaction that records the
 * refund; until then an invariant is violated.
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

/**
 * The same for the rows written since, as production checks them each minute. Series of documents and the checkpoint need a check
 * of everything.
 */
export async function brokenInvariantsSince(db: Queryable, since: Date): Promise<BrokenInvariant[]> {
  await untilOrdersAreFlagged(db)
  const checkouts = await touchedCheckouts(db, since)
  const found = [
    ...(await brokenHolds(db)),
    ...(await brokenOfCheckouts(db, checkouts)),
    ...(await brokenOfProducts(db, checkouts, [])),
    ...(await brokenOfEntries(db, await touchedEntries(db, since))),
    ...(await brokenOfProvider(db, await touchedProvider(db, since))),
    ...(await brokenOfSettlements(db, await touchedSettlements(db, since))),
    ...(await brokenOfSellers(db, await touchedSellers(db, since))),
  ]
  return found.map(({ invariant, id }) => ({ invariant, id }))
}
