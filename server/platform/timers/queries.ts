/** SQL of the timers: table timer_run. */
import type { Queryable } from '../db/client.ts'
import { sql } from '../db/sql.ts'
import type { Timer } from './run-timers.ts'

/** Stores the names of all timers, and deletes those of an earlier version. A new timer runs at its next turn. */
export async function saveTimers(db: Queryable, timers: readonly Timer[], now: Date): Promise<void> {
  const names = timers.map(({ name }) => name)
  await db.query(sql`
    with gone as (delete from timer_run where name <> all(${names}::text[]))
    insert into timer_run (name, schedule, period_seconds, done_turn)
    select * from unnest(${names}::text[], ${timers.map(({ schedule }) => schedule)}::text[],
      ${timers.map(({ periodSeconds }) => periodSeconds)}::int[],
      ${timers.map(({ lastTurn }) => lastTurn(now))}::timestamptz[])
      as t (name, schedule, period_seconds, done_turn) order by name
    on conflict (name) do update set schedule = excluded.schedule, period_seconds = excluded.period_seconds`)
}

/**
 * Begins the run of a turn and returns its number; undefined where the turn is done. Undefined also where a run that began less
 * than `retrySeconds` ago is under way or has failed.
 */
export async function claimRun(
  db: Queryable,
  name: string,
  turn: Date,
  retrySeconds: number,
): Promise<number | undefined> {
  const [row] = await db.query<{ runs: number }>(sql`
    update timer_run set runs = runs + 1, started_at = clock_timestamp(), ended_at = null, error = null
    where name = ${name} and done_turn < ${turn}
      and (started_at is null or (ended_at is not null and error is null)
        or started_at < clock_timestamp() - ${retrySeconds}::float8 * interval '1 second')
    returning runs`)
  return row?.runs
}

/** Stores the result of a run, unless another one began meanwhile. `doneTurn` is null where its turn is not done. */
export async function endRun(
  db: Queryable,
  name: string,
  run: number,
  { error, doneTurn }: { error: string | null; doneTurn: Date | null },
): Promise<void> {
  await db.query(sql`
    update timer_run set ended_at = clock_timestamp(), error = ${error}, done_turn = coalesce(${doneTurn}, done_turn),
      succeeded_from = case when ${doneTurn !== null}::boolean then started_at else succeeded_from end
    where name = ${name} and runs = ${run}`)
}

export interface TimerRow {
  name: string
  schedule: string
  startedAt: Date | null
  endedAt: Date | null
  error: string | null
  succeededFrom: Date | null
  /** The age of the newest turn that is done, and the time between two turns. */
  ageSeconds: number
  periodSeconds: number
}

export async function listTimerRows(db: Queryable): Promise<TimerRow[]> {
  return db.query(sql`
    select name, schedule, started_at as "startedAt", ended_at as "endedAt", error, succeeded_from as "succeededFrom",
      extract(epoch from now() - done_turn)::float8 as "ageSeconds", period_seconds as "periodSeconds"
    from timer_run order by period_seconds desc, name`)
}
