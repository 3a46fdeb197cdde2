/** The steps that end a running shop. */
import { setTimeout as sleep } from 'node:timers/promises'

type Step = () => Promise<unknown> | void

export interface Shutdown {
  add(...steps: Step[]): void
  /** Runs every step once, the last added first. A step that takes too long is abandoned and the next one starts. */
  run(): Promise<void>
}

/** Service managers and orchestrators kill a process that ends too slowly: no step may take longer than this. */
const maxStepMs = 9_000

export function openShutdown(): Shutdown {
  const steps: Step[] = []
  return {
    add: (...more) => void steps.push(...more),
    async run() {
      for (const step of steps.splice(0).reverse()) await atMost(maxStepMs, step())
    },
  }
}

/** Waits until `work` is done, but no longer than `ms`. */
export function atMost(ms: number, work: Promise<unknown> | void): Promise<unknown> {
  return Promise.race([work, sleep(ms, undefined, { ref: false })])
}
