/** The share of the requests' connections for each kind of work. */
import { DatabaseUnavailable } from './connection-errors.ts'
import type { Workload } from './workload.ts'

/** So many of one kind run at once; the others wait for a while and are then refused. */
export interface Bulkhead {
  /** Runs `work` when there is room. Throws DatabaseUnavailable after too long a wait. */
  run<T>(work: () => Promise<T>): Promise<T>
  waiting(): number
}

/** A quarter or more is left for reads. */
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
      // The place is handed over, so that later work does not overtake.
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
