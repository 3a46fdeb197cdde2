/**
 * Runs timers. A node first writes the beginning of a run to timer_run, so that each turn is run by one node. If that node
 * dies, or takes longer than `retrySeconds`, another one runs it as well: tasks must be safe to run twice at once.
 */
import { lastTimeAt } from '../calendar.ts'
import { runAsWorkload } from '../db/workload.ts'
import { maskText } from '../observe/mask.ts'
import type { Shop } from '../shop.ts'
import { claimRun, endRun, saveTimers } from './queries.ts'

/** The parameter is the time of its turn. 'unfinished' continues the task at the next look of a node. */
type Task = (shop: Shop, turn: Date) => Promise<unknown>

export interface Timer {
  name: string
  /** When it runs, in words. */
  schedule: string
  periodSeconds: number
  task: Task
  /** The newest turn until `now`, the same on all nodes. */
  lastTurn: (now: Date) => Date
}

export function every(seconds: number, name: string, task: Task): Timer {
  return {
    name,
    schedule: inWords(seconds),
    periodSeconds: seconds,
    task,
    lastTurn: (now) => new Date(now.getTime() - (now.getTime() % (seconds * 1_000))),
  }
}

function inWords(seconds: number): string {
  const [count, unit] =
    seconds < 60
      ? [seconds, 'second']
      : seconds < 3_600
        ? [seconds / 60, 'minute']
        : [seconds / 3_600, 'hour']
  return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`
}

/** Once a day at this hour in India. If no node runs then, the next one that starts makes up for the last night. */
export function nightly(hour: number, name: string, task: Task): Timer {
  return {
    name,
    schedule: `nightly at ${hour}:00`,
    periodSeconds: 86_400,
    task,
    lastTurn: (now) => lastTimeAt(hour, now),
  }
}

/** Looks every `lookSeconds` which timers have a turn. The returned function stops that and waits for runs in progress. */
export async function startTimers(
  shop: Shop,
  timers: readonly Timer[],
  lookSeconds: number,
): Promise<() => Promise<void>> {
  await saveTimers(shop.db, timers, new Date())
  const running = new Map<Timer, Promise<void>>()
  const look = () => {
    for (const timer of timers)
      if (!running.has(timer))
        running.set(
          timer,
          runAsWorkload('background', () => run(shop, timer, lookSeconds))
            .catch((error: unknown) =>
              shop.log.error({ err: error, timer: timer.name }, 'timer failed, it will run again'),
            )
            .finally(() => running.delete(timer)),
        )
  }
  const interval = setInterval(look, lookSeconds * 1_000)
  return async () => {
    clearInterval(interval)
    await Promise.all(running.values())
  }
}

async function run(shop: Shop, timer: Timer, lookSeconds: number): Promise<void> {
  const turn = timer.lastTurn(new Date())
  const retrySeconds = Math.min(timer.periodSeconds / 2, 5 * lookSeconds)
  const id = await claimRun(shop.db, timer.name, turn, retrySeconds)
  if (id === undefined) return
  try {
    const result = await timer.task(shop, turn)
    await endRun(shop.db, timer.name, id, { error: null, doneTurn: result === 'unfinished' ? null : turn })
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    await endRun(shop.db, timer.name, id, { error: maskText(text), doneTurn: null })
    throw error
  }
}
