import type { Tx } from '../../server/platform/db/client.ts'
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

/** Makes these calls wait for what `lock` has locked, one behind the other in this order, and lets them go. */
export async function inLineFor<T>(
  shop: Pick<TestShop, 'db'>,
  lock: (tx: Tx) => Promise<unknown>,
  calls: (() => Promise<T>)[],
): Promise<T[]> {
  const answers: Promise<T>[] = []
  await shop.db.transaction(async (tx) => {
    await lock(tx)
    for (const call of calls) {
      answers.push(call())
      await untilWaitingForLock(shop, answers.length)
    }
  })
  return Promise.all(answers)
}
