/** What the command and its worker processes tell each other, as files in `.cache/mutation/`. */
import { appendFileSync, closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../scripts/run-tool.ts'

export const cacheFolder = path.join(root, '.cache', 'mutation')
export const planFile = path.join(cacheFolder, 'plan.json')
/** The first killer: a few hundred seeds of the simulation. */
export const simulationFile = 'tests/mutation/short-simulation.ts'
/** The same calls in PostgreSQL and in memory: quick, and it compares every answer and row. */
export const conformanceFile = 'tests/simulation/conformance.test.ts'
/** Each worker process runs this file, and then what it is ordered. */
export const shiftFile = 'tests/mutation/shift.ts'

/** Tests of one file; without names, all of them. */
export interface Tests {
  file: string
  names: string[] | null
  /** Of its slowest test, in milliseconds. */
  slowest: number
}

export interface Job {
  id: string
  key: string
  tests: Tests[]
  /** How often the measured tests pass it at most. */
  hits: number
}

export type Order = { kind: 'measure'; files: string[] } | { kind: 'kill'; jobs: Job[] }

/** What one test file passes, measured once. */
export interface Measured {
  file: string
  failed: string | null
  /** Milliseconds for the shop to start and stop. */
  hooksMs: number
  tests: Record<string, { ms: number; hits: Record<string, number> }>
  /** Passed while a shop starts, stops, or works between tests. */
  hooks: Record<string, number>
  static: string[]
}

export interface Result {
  key: string
  killedBy: string | null
  /** 'late': the time of a test ran out; 'hung': the process stood still. */
  how: 'failed' | 'late' | 'hung' | 'survived'
  ms: number
  /** What it has survived: sources and tests, so that `--again` does not try the same once more. */
  tried?: string[]
}

export interface Shift {
  order: Order
  /** Claims of jobs are files in this folder, results lines of a file in it. */
  folder: string
}

export const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T

export function writeShift(name: string, order: Order): Shift & { file: string } {
  const folder = path.join(cacheFolder, name)
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, 'shift.json')
  writeFileSync(file, JSON.stringify({ order, folder } satisfies Shift))
  return { order, folder, file }
}

/** Whether this process is the first one that asks for the job. */
export function claim(folder: string, job: number): boolean {
  try {
    closeSync(openSync(path.join(folder, `claim-${job}`), 'wx'))
    return true
  } catch {
    return false
  }
}

export function report(folder: string, line: Result | Measured): void {
  appendFileSync(path.join(folder, 'results.jsonl'), `${JSON.stringify(line)}\n`)
}
