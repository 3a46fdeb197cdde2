/**
 * A network whose calls are refused many times a second gets its next ones begun a second later, and only some of them: otherwise
 * hundreds of connections that try again at once keep the processor from everybody else, however little each refusal costs.
 */

/** People click a few times; a program that does not read Retry-After does it hundreds of times. */
const refusalsASecond = 20
const waitMs = 1_000
/** How many calls of a network wait at once to be begun; the next ones wait longer, and are refused before any work. */
const begunOfNetwork = 100
const waitToRefuseMs = 3_000
/** Connections that wait at once; the next ones are refused without a wait. Those that do not wait come again at once. */
const waitingMax = 10_000

interface Steps {
  begin(): void
  refuse(): void
}

export interface SlowDown {
  /** Counts a refusal of this network. */
  refused(network: string): void
  /** Calls `begin` now, or one of both some time later where the network was refused too often in this second. */
  run(network: string, steps: Steps): void
}

export function openSlowDown(): SlowDown {
  let second = 0
  let waiting = 0
  const refusals = new Map<string, number>()
  /** How many calls of a network wait to be begun. */
  const toBegin = new Map<string, number>()
  const countOf = (network: string) => {
    const present = Math.floor(performance.now() / 1_000)
    if (present !== second) refusals.clear()
    second = present
    return refusals.get(network) ?? 0
  }
  const later = (step: () => void, afterMs: number) => {
    waiting += 1
    setTimeout(() => {
      waiting -= 1
      step()
    }, afterMs)
  }
  return {
    refused: (network) => void refusals.set(network, countOf(network) + 1),
    run(network, { begin, refuse }) {
      if (countOf(network) < refusalsASecond) return begin()
      if (waiting >= waitingMax) return refuse()
      const before = toBegin.get(network) ?? 0
      if (before >= begunOfNetwork) return later(refuse, waitToRefuseMs)
      toBegin.set(network, before + 1)
      later(() => {
        const left = (toBegin.get(network) ?? 1) - 1
        if (left > 0) toBegin.set(network, left)
        else toBegin.delete(network)
        begin()
      }, waitMs)
    },
  }
}
