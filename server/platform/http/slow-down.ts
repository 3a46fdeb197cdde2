/**
 * A network whose calls are refused many times a second gets its next ones begun a second later: otherwise a hundred connections that
 * try again at once keep the processor from everybody else, however little each refusal costs.
 */

/** People click a few times; a program that does not read Retry-After does it hundreds of times. */
const refusalsASecond = 20
const waitMs = 1_000
/** Connections that wait at once; the next ones do not wait and are refused as before. */
const waitingMax = 2_000

export interface SlowDown {
  /** Counts a refusal of this network. */
  refused(network: string): void
  /** Calls `begin` now, or a second later where the network was refused too often in this second. */
  run(network: string, begin: () => void): void
}

export function openSlowDown(now = () => performance.now()): SlowDown {
  let second = 0
  let waiting = 0
  const refusals = new Map<string, number>()
  const countOf = (network: string) => {
    const present = Math.floor(now() / 1_000)
    if (present !== second) refusals.clear()
    second = present
    return refusals.get(network) ?? 0
  }
  return {
    refused: (network) => void refusals.set(network, countOf(network) + 1),
    run(network, begin) {
      if (countOf(network) < refusalsASecond || waiting >= waitingMax) return begin()
      waiting += 1
      setTimeout(() => {
        waiting -= 1
        begin()
      }, waitMs)
    },
  }
}
