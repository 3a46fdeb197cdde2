/** The timers for the administrator's page and /metrics. */
import type { TimerState } from '../../../contract/admin-work.ts'
import type { Queryable } from '../db/client.ts'
import type { Shop } from '../shop.ts'
import { listTimerRows, type TimerRow } from './queries.ts'

/** Nightly ones first. */
export async function listTimers({ db }: Pick<Shop, 'db'>): Promise<TimerState[]> {
  return (await listTimerRows(db)).map((row) => ({
    name: row.name,
    schedule: row.schedule,
    state: stateOf(row),
    startedAt: row.startedAt?.toISOString() ?? null,
    seconds: row.startedAt && row.endedAt && (row.endedAt.getTime() - row.startedAt.getTime()) / 1_000,
    succeededAt: row.succeededFrom?.toISOString() ?? null,
    error: row.error,
  }))
}

export const timerAges = (
  db: Queryable,
): Promise<Pick<TimerRow, 'name' | 'ageSeconds' | 'periodSeconds'>[]> => listTimerRows(db)

function stateOf({ startedAt, endedAt, error, succeededFrom }: TimerRow): TimerState['state'] {
  if (!startedAt) return 'waiting'
  if (!endedAt) return 'running'
  if (error !== null) return 'failed'
  return succeededFrom?.getTime() === startedAt.getTime() ? 'done' : 'unfinished'
}
