/** The clock of the database, by which all processes make ids (ids.ts). */
import { setIdClock } from './ids.ts'
import type { Queryable } from './client.ts'
import { sql } from './sql.ts'
import { runAsWorkload } from './workload.ts'

const everyMs = 60_000
const samples = 3

/**
 * Compares the clock of this machine with that of the database, now and once a minute, and lets newId follow the database's: the
 * newest of two rows that two nodes wrote is then the one with the greater id, whatever their own clocks say. The returned
 * function ends it. Throws where the database does not answer the first time.
 */
export async function followDatabaseClock(db: Queryable): Promise<() => void> {
  const compare = async () => setIdClock(await runAsWorkload('background', () => millisecondsBehind(db)))
  await compare()
  // What was found a minute ago stays in use while the database does not answer.
  const timer = setInterval(() => void compare().catch(() => {}), everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** How many milliseconds this machine's clock is behind the database's; 0 where the time of an answer explains the difference. */
async function millisecondsBehind(db: Queryable): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY
  let behind = 0
  for (let sample = 0; sample < samples; sample += 1) {
    const [asked, began] = [Date.now(), performance.now()]
    const [row] = await db.query<{ now: number }>(
      sql`select extract(epoch from clock_timestamp())::float8 * 1000 as now`,
    )
    const took = performance.now() - began
    if (!row || took >= shortest) continue
    shortest = took
    behind = row.now - (asked + took / 2)
  }
  return Math.abs(behind) <= shortest / 2 + 1 ? 0 : Math.round(behind)
}
