/**
 * The large set: every kind of fault on a cluster of its own, as often as `rounds` says. Returns a table of what was done, and
 * every fault that was found.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { seededRandom } from '../../sandbox/random.ts'
import { runTool } from '../../scripts/run-tool.ts'
import { comeToRest, findBroken } from './check.ts'
import { startCluster } from './cluster.ts'
import {
  findPoints,
  freezeNodes,
  hurtNetwork,
  killAtPoints,
  killAtRandom,
  killDatabases,
  type Run,
  stormOfWebhooks,
} from './phases.ts'
import { raceForLastUnit, raceWithMixedCarts } from './race.ts'
import { startTraffic } from './traffic.ts'
import { peopleWorld } from './world.ts'

export interface Result {
  what: string
  /** What was done, in words with numbers. */
  done: string
  seconds: number
  faults: string[]
}

/** How often at `rounds` 1, and how many of them before everything is checked. */
interface Phase {
  often: number
  batch: number
  /** Does `times` of it; returns how many were done. */
  work(run: Run, times: number, points: readonly string[]): Promise<number>
}

const minutes = 60
export const phases: Record<string, Phase> = {
  // Each time all points that are passed at all, before and after every step.
  points: {
    often: 3,
    batch: 1,
    async work(run, _, points) {
      const { kills, left } = await killAtPoints(run, points, 15 * minutes)
      run.say(`killed ${kills} times at ${points.length - left.length} of ${points.length} points`)
      if (left.length > 0) run.say(`not passed again: ${left.join('; ')}`)
      return kills
    },
  },
  random: { often: 1_000, batch: 50, work: killAtRandom },
  database: { often: 100, batch: 10, work: killDatabases },
  frozen: { often: 100, batch: 10, work: freezeNodes },
  network: { often: 3, batch: 1, work: hurtNetwork },
  // Orders; each one has three events or more, and each event is delivered five times.
  webhooks: { often: 1_000, batch: 100, work: stormOfWebhooks },
}

export interface RunOptions {
  seed: number
  rounds: number
  only: readonly string[]
  /** Ends a Vitest run that is under way. */
  signal: AbortSignal
  say(line: string): void
}

export async function runAll({ seed, rounds, only, signal, say }: RunOptions): Promise<Result[]> {
  const results: Result[] = []
  const wanted = (name: string) => only.length === 0 || only.includes(name)
  const timed = async (what: string, work: () => Promise<Pick<Result, 'done' | 'faults'>>) => {
    const began = performance.now()
    say(`${what} …`)
    const { done, faults } = await work().catch((error: unknown) => ({
      done: 'ended by an error',
      faults: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
    }))
    results.push({ what, done, faults, seconds: Math.round((performance.now() - began) / 1_000) })
    for (const fault of faults) say(`  FAULT ${fault}`)
  }
  for (const [name, phase] of Object.entries(phases))
    if (wanted(name)) await timed(name, () => runPhase(name, phase, { seed, rounds, say }))
  if (wanted('race')) await timed('race', () => race(seed, rounds))
  if (wanted('lives'))
    await timed('lives', () =>
      inVitest('server/money/settlements/lives.test.ts', {
        seed,
        name: 'LIVES',
        total: 2_000 * rounds,
        atOnce: 2_000,
        signal,
        say,
      }),
    )
  if (wanted('model'))
    await timed('model', () =>
      // As many around an exchange.
      inVitest('tests/model/model.test.ts', {
        seed,
        name: 'MODEL',
        count: 'MODEL_SEQUENCES',
        total: 5_000 * rounds,
        atOnce: 400,
        signal,
        say,
      }),
    )
  if (wanted('fuzz'))
    await timed('fuzz', () =>
      inVitest('tests/fuzz/fuzz.test.ts', {
        seed,
        name: 'FUZZ',
        count: 'FUZZ_REQUESTS',
        total: 200_000 * rounds,
        atOnce: 20_000,
        signal,
        say,
      }),
    )
  return results
}

async function runPhase(
  name: string,
  { often, batch, work }: Phase,
  { seed, rounds, say }: Pick<RunOptions, 'seed' | 'rounds' | 'say'>,
): Promise<Pick<Result, 'done' | 'faults'>> {
  const times = Math.max(1, Math.round(often * rounds))
  const faults: string[] = []
  let done = 0
  let orders = 0
  let calls = 0
  // A new cluster from time to time, because every check reads all orders.
  for (let from = 0; from < times; from += batch) {
    const seedOfBatch = seed + from
    const cluster = await startCluster({ seed: seedOfBatch, clockAheadMs: 5 * minutes * 1_000 })
    try {
      const world = await peopleWorld(cluster, { seed: seedOfBatch, buyers: 8 })
      const traffic = startTraffic(world)
      const found: string[] = []
      const report = (line: string) => (line.startsWith('FAULT') ? void found.push(line) : say(`  ${line}`))
      const run: Run = { cluster, world, traffic, random: seededRandom(seedOfBatch), say: report }
      const points = ['points', 'frozen'].includes(name)
        ? await findPoints(run, name === 'points' ? 15 : 5)
        : []
      if (name === 'points') say(`  ${points.length} points, listed in ${keep('points', points.join('\n'))}`)
      done += await work(run, Math.min(batch, times - from), points)
      await traffic.stop()
      const left = await comeToRest(world)
      found.push(...left.map((what) => `under way for ever: ${what}`), ...(await findBroken(world)))
      orders += world.acknowledged.orders.size
      calls += world.history.length
      if (found.length > 0) keepHistory(name, seedOfBatch, { found, points, history: world.history })
      faults.push(...found.map((fault) => `seed ${seedOfBatch}: ${fault}`))
    } finally {
      await cluster.stop()
    }
  }
  return { done: `${done} times; ${calls} calls, ${orders} orders acknowledged`, faults }
}

async function race(seed: number, rounds: number): Promise<Pick<Result, 'done' | 'faults'>> {
  const cluster = await startCluster({ seed })
  try {
    const world = await peopleWorld(cluster, { seed, buyers: 0 })
    const times = Math.max(1, Math.round(50 * rounds))
    const many = rounds >= 1 ? 500 : 100
    const faults = [
      ...(await raceForLastUnit(world, 1_000, times)),
      ...(await raceWithMixedCarts(world, many * 0.4, many)),
      ...(await comeToRest(world)),
      ...(await findBroken(world)),
    ]
    return { done: `1000 buyers × ${times}; ${many} buyers of ${many * 0.4} products`, faults }
  } finally {
    await cluster.stop()
  }
}

/** Tests that need Vitest's database run there, as a process of their own. */
interface VitestRun {
  seed: number
  /** Of the variables: `NAME_SEED`, and `NAME` unless `count` is named. */
  name: string
  count?: string
  total: number
  /** Each part has a seed and a shop of its own: what compares all rows would become slower and slower. */
  atOnce: number
  signal: AbortSignal
  say: (line: string) => void
}

async function inVitest(
  file: string,
  { seed, name, count = name, total, atOnce, signal, say }: VitestRun,
): Promise<Pick<Result, 'done' | 'faults'>> {
  const faults: string[] = []
  const wanted = Math.max(1, Math.round(total))
  const parts = Math.ceil(wanted / atOnce)
  for (let part = 0; part < parts; part += 1) {
    const [own, many] = [seed + part, Math.min(atOnce, wanted - part * atOnce)]
    const env = { NODE_ENV: 'test', [`${name}_SEED`]: String(own), [count]: String(many) }
    const limit = AbortSignal.any([signal, AbortSignal.timeout(2 * 60 * minutes * 1_000)])
    const { ok, output } = await runTool('vitest', ['run', file], { signal: limit, env })
    if (!ok) faults.push(`seed ${own}: ${stripVTControlCharacters(output).slice(-4_000)}`)
    if (parts > 1) say(`  ${count}=${many} ${name}_SEED=${own}: ${ok ? 'well' : 'a fault'}`)
  }
  return { done: `${count}=${wanted}, seeds ${seed} to ${seed + parts - 1}`, faults }
}

/** The record of a run with a fault, to read what led to it. */
const keepHistory = (name: string, seed: number, what: object) =>
  keep(`${name}-${seed}.json`, JSON.stringify(what, null, 1))

/** Writes a file for people; returns its path. */
function keep(name: string, text: string): string {
  const folder = fileURLToPath(new URL('../../.cache/faults', import.meta.url))
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, name)
  writeFileSync(file, text)
  return path.relative(process.cwd(), file)
}
