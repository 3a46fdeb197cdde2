/** Deletes the rows of every table that are older than its retention period. */
import type { Shop } from '../../platform/shop.ts'
import { retainedTables } from './retained-tables.ts'

/** Rows deleted by one statement, so that it holds locks only briefly. */
const batchSize = 500
/** The longest run, so that a shutdown does not wait long; the next run continues. */
const maxRunMs = 5_000

/**
 * Deletes one batch of each table in turn until nothing is left or the time is over, so that a table with many rows does not
 * delay the others. A failure is logged, and that table waits for the next run. Safe on several nodes at once: each skips rows
 * that another has locked.
 */
export async function enforceRetention(shop: Shop): Promise<void> {
  const until = performance.now() + maxRunMs
  let remaining = Object.entries(retainedTables).flatMap(([table, { remove }]) =>
    remove ? [{ table, remove }] : [],
  )
  while (remaining.length > 0 && performance.now() < until) {
    const unfinished: typeof remaining = []
    for (const step of remaining) {
      try {
        if ((await step.remove(shop, batchSize)) > 0) unfinished.push(step)
      } catch (error) {
        shop.log.error({ err: error, table: step.table }, 'expired rows not deleted, will be retried')
      }
    }
    remaining = unfinished
  }
}
