/** What a run of the fuzzing found, and how people read it. */

interface FuzzFault {
  seed: number
  /** The number of the request: a run of one request more than this shows the fault again. */
  request: number
  operation: string
  what: string
  /** How often it was met in the run. */
  times: number
  /** The requests whose replies told the ids in this one, oldest first, and the request itself. */
  chain: string[]
}

export interface FuzzReport {
  seed: number
  requests: number
  /** How many replies had each status. */
  statuses: Record<string, number>
  /** How often each operation answered 200. */
  good: Record<string, number>
  /** Operations that never answered 200. */
  neverGood: string[]
  /** After how many requests the tables were compared. */
  compared: number
  /** Replies that took over a second, with the time of a bare call at the same moment. */
  slow: { request: number; operation: string; ms: number; bareMs: number }[]
  slowestMs: number
  /** Processor time of this process, the server under test included, the database not. */
  cpuSeconds: number
  faults: FuzzFault[]
}

/** Faults that differ in a number only are one. */
export const sameWords = (one: string, other: string) =>
  one.replace(/\d{2,}|t\d+/g, '') === other.replace(/\d{2,}|t\d+/g, '')

/** The thirty operations that answered 200 least often, and how often. */
const seldom = (good: FuzzReport['good']) =>
  Object.entries(good)
    .toSorted(([, one], [, other]) => one - other)
    .slice(0, 30)
    .map(([id, times]) => `${id} ${times}`)
    .join(', ') || 'none'

/** A report in lines, for people. */
export function fuzzLines(report: FuzzReport): string[] {
  const { seed, requests, statuses, compared, slow, slowestMs, cpuSeconds, good, neverGood, faults } = report
  return [
    `fuzz: seed ${seed}, ${requests} requests, ${faults.length} faults, tables compared ${compared} times, ${cpuSeconds} s of processor`,
    `fuzz: statuses ${JSON.stringify(statuses)}`,
    `fuzz: slowest ${slowestMs} ms, over a second ${JSON.stringify(slow.slice(0, 10))}`,
    `fuzz: seldom answered 200: ${seldom(good)}`,
    `fuzz: never answered 200: ${neverGood.join(' ') || 'none'}`,
    ...faults.map(
      ({ request, operation, what, times, chain }) =>
        `fuzz: FAULT seed ${seed} request ${request} ${operation}: ${what} (${times} times)\n  ${chain
          .slice(-12)
          .map((line) => line.slice(0, 1_500))
          .join('\n  ')}`,
    ),
  ]
}
