/** The kinds of work that the pool distinguishes: no kind may take every connection. */
import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * `payment`: takes stock, and waits for the rows of products. `settlement`: money that was paid. `sign-in`: accounts.
 * `write`: everything else that changes something. `background`: jobs, timers and the start, which have connections and
 * limits of their own. Reading has no name: it may take every connection of the requests.
 */
export type Workload = 'payment' | 'settlement' | 'sign-in' | 'write' | 'background'

const current = new AsyncLocalStorage<Workload>()

/** Runs `work`, and all that it awaits, as work of this kind. */
export function runAsWorkload<T>(workload: Workload, work: () => T): T {
  return current.run(workload, work)
}

export function currentWorkload(): Workload | undefined {
  return current.getStore()
}
