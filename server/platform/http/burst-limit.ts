/**
 * How many requests may be in flight: as many as the process answers in half a second, so that nobody waits much longer than that
 * (decision 21). What it can answer is known only while requests wait: then everything is answered that can be.
 */
export interface BurstLimit {
  /** The limit now: between `least` and `most`. */
  current(): number
  /** To be called for every request that was answered, with how many wait then. */
  answered(waiting: number): void
  /** To be called every `tickMs`, with how many wait then. */
  tick(waiting: number): void
}

export const tickMs = 100
const ticksMeasured = 5
/** While nobody waits, the limit forgets what a slow moment measured: it grows by so much each tick. */
const growth = 1.1

export function openBurstLimit(least: number, most: number): BurstLimit {
  const ceiling = Math.max(least, most)
  let limit = ceiling
  let count = 0
  let waitedThroughout = false
  /** The numbers of responses in the last ticks in which requests waited all the time. */
  const counts: number[] = []
  return {
    current: () => Math.floor(limit),
    answered(waiting) {
      count += 1
      if (waiting === 0) waitedThroughout = false
    },
    tick(waiting) {
      if (waiting > 0 && waitedThroughout) counts.push(count)
      else {
        counts.length = 0
        if (waiting === 0) limit = Math.min(ceiling, limit * growth)
      }
      if (counts.length > ticksMeasured) counts.shift()
      if (counts.length === ticksMeasured) {
        const measured = counts.reduce((sum, one) => sum + one, 0)
        limit = Math.min(ceiling, Math.max(least, measured))
      }
      count = 0
      waitedThroughout = waiting > 0
    },
  }
}
