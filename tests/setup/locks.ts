import { sql } from '../../server/platform/db/sql.ts'
import { eventually } from './buying.ts'
import type { TestShop } from './shop.ts'

/** Waits until at least `count` statements of this shop wait for a lock. */
export async function untilWaitingForLock({ db }: Pick<TestShop, 'db'>, count = 1): Promise<void> {
  await eventually(
    () =>
      db.query(sql`
        select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`),
    (waiting) => waiting.length >= count,
  )
}
