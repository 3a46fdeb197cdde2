/** The share of the requests' connections that each kind of work may take. */
import { DatabaseUnavailable } from './connection-errors.ts'
import type { Workload } from './workload.ts'

/** So much of one kind at once, the others wait for a while and are then refused. */
export interface Bulkhead {
  /** Runs `work` when there is room. Throws DatabaseUnavailable for those who have waited too long. */
  run<T>(work: () => Promise<T>): Promise<T>
  waiting(): number
}

/** A quarter or more is left for those who only read. */
const shares: [Workload, number][] = [
  ['payment', 1 / 4],
  ['settlement', 1 / 6],
  ['sign-in', 1 / 6],
  ['write', 1 / 6],
]

export function openBulkheads(connections: number, waitMs: number): Map<Workload, Bulkhead> {
  return new Map(
    shares.map(([workload, share]) => {
      const refusal = () => new DatabaseUnavailable(new Error(`No connection for ${workload} in time.`))
      return [workload, openBulkhead(Math.max(1, Math.floor(connections * share)), waitMs, refusal)]
    }),
  )
}

function openBulkhead(maxConcurrent: number, waitMs: number, refusal: () => Error): Bulkhead {
  let inside = 0
  const queue: (() => void)[] = []

  function enter(): Promise<void> | undefined {
    if (inside < maxConcurrent) {
      inside += 1
      return undefined
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(goIn), 1)
        reject(refusal())
      }, waitMs)
      // The place is handed over: whoever comes at this moment does not overtake.
      const goIn = () => {
        clearTimeout(timer)
        resolve()
      }
      queue.push(goIn)
    })
  }
  function leave(): void {
    const next = queue.shift()
    if (next) next()
    else inside -= 1
  }
  return {
    async run(work) {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
    waiting: () => queue.length,
  }
}
