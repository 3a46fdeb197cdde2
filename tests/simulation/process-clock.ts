/**
 * While a simulation runs, the clock, the timers and the random bytes of this process are those of the simulation. The
 * product asks Node for them where it makes ids and where it waits, and is not changed for this.
 */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'

interface SimulatedProcess {
  now(): number
  sleep(ms: number): Promise<void>
}

/** Replaces them until the returned function is called. */
export function simulateProcess(simulated: SimulatedProcess): () => void {
  const real = { now: Date.now, sleep: timers.setTimeout, randomBytes: crypto.randomBytes }
  const { stackTraceLimit } = Error
  Date.now = () => simulated.now()
  timers.setTimeout = ((ms: number) => simulated.sleep(ms)) as typeof timers.setTimeout
  // Ids need not be secret here, and they are ordered by their time alone.
  crypto.randomBytes = ((size: number) => Buffer.alloc(size, 7)) as typeof crypto.randomBytes
  // Refusals are frequent, and their stack costs more than they do.
  Error.stackTraceLimit = 0
  syncBuiltinESMExports()
  return () => {
    Error.stackTraceLimit = stackTraceLimit
    Date.now = real.now
    timers.setTimeout = real.sleep
    crypto.randomBytes = real.randomBytes
    syncBuiltinESMExports()
  }
}
