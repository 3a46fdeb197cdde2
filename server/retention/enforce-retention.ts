/** The timer that removes what is past its time, from every table that has such rows. */
import type { Shop } from '../shop.ts'
import { retainedTables } from './retained-tables.ts'

/** Rows of one statement: it holds their locks for a moment only. */
const batch = 500
/** Of one run, so that a process that is to end does not wait long; the next run goes on. */
const maxRunMs = 5_000

/**
 * Goes round all tables, one small batch at a time, until nothing is left or the time is over: a table with very much to
 * remove keeps no other waiting. What cannot be done for one is logged and left for the next run. Safe on several nodes at
 * once: each takes rows that no other has in hand.
 */
export async function enforceRetention(shop: Shop): Promise<void> {
  const until = performance.now() + maxRunMs
  let open = Object.entries(retainedTables).flatMap(([table, { remove }]) =>
    remove ? [{ table, remove }] : [],
  )
  while (open.length > 0 && performance.now() < until) {
    const unfinished: typeof open = []
    for (const step of open) {
      try {
        if ((await step.remove(shop, batch)) > 0) unfinished.push(step)
      } catch (error) {
        shop.log.error(
          { err: error, table: step.table },
          'old rows could not be removed, it will be tried again',
        )
      }
    }
    open = unfinished
  }
}
