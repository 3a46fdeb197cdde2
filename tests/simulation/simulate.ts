/**
 * A simulation of the purchase: the real use cases of start, verification, settlement, refund and sweep run on two nodes in one
 * thread, over a database, a provider, a queue and mail in memory. The seed decides what happens, in which order the tasks go
 * on, and where something breaks; the same seed gives the same run.
 */
import { findBrokenRules } from './invariants.ts'
import { simulateProcess } from './process-clock.ts'
import { seededRandom } from './random.ts'
import type { Safeguard } from './safeguards.ts'
import type { Scheduler } from './scheduler.ts'
import { SimulatedShop } from './simulated-shop.ts'
import { World } from './world.ts'

export interface SimulationRange {
  /** How many seeds. */
  seeds: number
  /** The first seed. */
  from?: number
  /** Runs without this safeguard, to see whether its absence is found. */
  without?: Safeguard
  /** Ends with this many broken seeds. */
  stopAfter?: number
}

export interface BrokenSeed {
  seed: number
  /** The rules that are broken at the end. */
  broken: string[]
  /** What happened, step by step. */
  trace: string[]
}

export interface SimulationReport {
  seeds: number
  /** Processor time, all seeds together. */
  processorSeconds: number
  /** Scheduled steps: each is a place at which a process may have ended. */
  steps: number
  purchases: number
  refunds: number
  cancellations: number
  brokenSeeds: number
  /** The first broken seeds in detail. */
  first: BrokenSeed[]
}

const detailed = 3
/** So long the rest of the process waits. */
const seedsAtOnce = 200

/** Runs the seeds from `from` on, one after the other. */
export async function runSimulation({
  seeds,
  from = 1,
  without,
  stopAfter = seeds,
}: SimulationRange): Promise<SimulationReport> {
  const report: SimulationReport = {
    seeds: 0,
    processorSeconds: 0,
    steps: 0,
    purchases: 0,
    refunds: 0,
    cancellations: 0,
    brokenSeeds: 0,
    first: [],
  }
  const isDone = () => report.seeds === seeds || report.brokenSeeds >= stopAfter
  while (!isDone()) {
    const began = process.cpuUsage()
    await inSimulatedProcess(async () => {
      for (let count = 0; count < seedsAtOnce && !isDone(); count += 1) {
        const seed = from + report.seeds
        addToReport(report, seed, await simulate(seed, without, false))
      }
    })
    const { user, system } = process.cpuUsage(began)
    report.processorSeconds += (user + system) / 1_000_000
    // The rest of the process gets its turn.
    await new Promise(setImmediate)
  }
  for (const broken of report.first) Object.assign(broken, await replay(broken.seed, without))
  return report
}

function addToReport(report: SimulationReport, seed: number, world: World): void {
  const { scheduler, store } = world.shop
  report.seeds += 1
  report.steps += scheduler.steps
  for (const { outcome } of store.committed('payment').values())
    report[outcome === 'order' ? 'purchases' : 'refunds'] += 1
  report.cancellations += store.committed('cancellation').size
  const broken = findBrokenRules(world)
  if (broken.length === 0) return
  report.brokenSeeds += 1
  if (report.first.length < detailed) report.first.push({ seed, broken, trace: [] })
}

/** Runs one seed and writes down each step. */
export function replay(seed: number, without?: Safeguard): Promise<BrokenSeed> {
  return inSimulatedProcess(async () => {
    const world = await simulate(seed, without, true)
    const numbered = numberIds()
    const trace = (world.shop.scheduler.trace ?? []).map(numbered)
    return { seed, broken: findBrokenRules(world).map(numbered), trace }
  })
}

/** Ids differ from run to run, because they continue those of the process: each is told by its number in the text. */
function numberIds(): (text: string) => string {
  const numbers = new Map<string, string>()
  const numberOf = (id: string) => {
    const number = numbers.get(id) ?? `#${numbers.size + 1}`
    numbers.set(id, number)
    return number
  }
  return (text) => text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, numberOf)
}

/** What runs at this moment: clock and timers of the process belong to it. */
let running: Scheduler | undefined

async function inSimulatedProcess<T>(work: () => Promise<T>): Promise<T> {
  if (running) throw new Error('one simulation at a time: it has the clock of the process')
  const restore = simulateProcess({
    now: () => running?.nodeTime() ?? 0,
    sleep: (ms) => running?.park(running.node, 'sleeps', ms) ?? Promise.resolve(),
  })
  try {
    return await work()
  } finally {
    running = undefined
    restore()
  }
}

async function simulate(seed: number, without: Safeguard | undefined, isTraced: boolean): Promise<World> {
  const random = seededRandom(seed)
  const shop = new SimulatedShop(random, without, isTraced)
  const { scheduler } = shop
  running = scheduler
  const world = new World(shop)
  await world.buyers.begin()
  let acts = 8 + random.below(16)
  while (acts > 0) {
    if (scheduler.isBusy && random.chance(0.92)) {
      await scheduler.step()
      world.mayCrash()
    } else {
      acts -= 1
      await world.act()
    }
  }
  await world.comeToRest()
  return world
}

/** A report in words, for a terminal. */
export function describeReport(report: SimulationReport): string {
  const { seeds, processorSeconds, steps, purchases, refunds, cancellations, brokenSeeds, first } = report
  const perSecond = Math.round(seeds / processorSeconds)
  return [
    `${seeds} seeds, ${steps} steps, ${purchases} purchases, ${refunds} payments given back, ${cancellations} cancellations, ${brokenSeeds} broken; ` +
      `${processorSeconds.toFixed(1)} s of processor time, ${perSecond} seeds a second`,
    ...first.map(
      ({ seed, broken, trace }) =>
        `seed ${seed}: ${broken.join('; ')}\n${trace.map((line) => `  ${line}`).join('\n')}`,
    ),
  ].join('\n')
}
