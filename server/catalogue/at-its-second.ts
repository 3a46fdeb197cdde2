/** Work that is due at a second by the database's clock: a job does it then, and a timer what the job missed. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Queryable, singleRow } from '../platform/db/client.ts'
import { sql } from '../platform/db/sql.ts'

/** The queue looks for due jobs every two seconds: its job is due so many seconds earlier, and waits for the rest. */
const earlySeconds = 3

/** When the job of that second is due. */
export const shortlyBefore = (at: Date): Date => new Date(at.getTime() - earlySeconds * 1_000)

/** By the database's clock; negative for a time that has passed. */
async function secondsUntil(db: Queryable, at: string): Promise<number> {
  return singleRow(
    await db.query<{ seconds: number }>(
      sql`select extract(epoch from ${at}::timestamptz - clock_timestamp())::float8 as seconds`,
    ),
  ).seconds
}

/** For a job. One of them does what is due for all; the others find nothing to do. */
export async function atItsSecond(db: Queryable, at: string, work: () => Promise<void>): Promise<void> {
  let left: number
  while ((left = await secondsUntil(db, at)) > 0) {
    // Run by hand before its time.
    if (left > 2 * earlySeconds) return
    await sleep(left * 1_000 + 1)
  }
  await work()
}
