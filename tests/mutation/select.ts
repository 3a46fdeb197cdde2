/** Which tests are tried on which mutant, by what each test passed when it was measured. */
import type { Mutant } from './instrument.ts'
import { conformanceFile, type Job, type Measured, simulationFile, type Tests } from './order.ts'

/** So much time of tests a mutant gets, in milliseconds as measured: those of its own folder and the quickest first. */
const budgetMs = 20_000

export interface Jobs {
  jobs: Job[]
  /** Passed while modules load: each needs a process of its own. */
  staticJobs: Job[]
}

export function selectTests(
  mutants: readonly Mutant[],
  all: readonly Mutant[],
  measured: readonly Measured[],
  budget = budgetMs,
): Jobs {
  const jobs: Job[] = []
  const staticJobs: Job[] = []
  const atLoad = new Set(measured.flatMap((file) => file.static))
  for (const mutant of mutants) {
    const found = measured.flatMap((file) => testsOf(file, mutant) ?? [])
    if (found.length > 0) jobs.push(toJob(mutant, found, budget))
    else if (atLoad.has(mutant.id)) {
      const users = usersOf(mutant, all, measured)
      if (users.length > 0) staticJobs.push(toJob(mutant, users, budget))
    }
  }
  return { jobs, staticJobs }
}

/** The quickest killers, in this order. */
const inMemory = [simulationFile, conformanceFile]

interface Candidate extends Tests {
  /** Milliseconds for the shop to start and stop. */
  hooksMs: number
  /** Milliseconds of each chosen test. */
  durations: Map<string, number>
  hits: number
}

const costOf = ({ hooksMs, durations }: Pick<Candidate, 'hooksMs' | 'durations'>) =>
  [...durations.values()].reduce((sum, ms) => sum + ms, hooksMs)

/** Those of its tests, the quickest first, that fit into so many milliseconds; at least one where `atLeastOne`. */
function fitting(one: Candidate, leftMs: number, atLeastOne: boolean): Candidate | undefined {
  if (costOf(one) <= leftMs) return one
  // Without names it is the whole file that passes the mutant, and no single test of it.
  if (!one.names) return atLeastOne ? one : undefined
  const durations = new Map<string, number>()
  for (const [name, ms] of [...one.durations].toSorted((a, b) => a[1] - b[1])) {
    if (costOf({ ...one, durations }) + ms > leftMs && !(atLeastOne && durations.size === 0)) break
    durations.set(name, ms)
  }
  if (durations.size === 0) return undefined
  return { ...one, durations, names: [...durations.keys()], slowest: Math.max(...durations.values()) }
}

function testsOf(
  { file, hooksMs, tests, hooks, failed }: Measured,
  { id, mutator }: Mutant,
): Candidate | undefined {
  // The simulation answers each statement by its text, and refuses another one: that would prove nothing.
  if (failed || (file === simulationFile && mutator === 'Sql')) return undefined
  if (file === conformanceFile && mutator !== 'Sql') return undefined
  const passing = Object.entries(tests).filter(([, { hits }]) => id in hits)
  // What only the start of a shop or its timers pass is tried with the whole file.
  const chosen = passing.length > 0 ? passing : id in hooks ? Object.entries(tests) : []
  if (chosen.length === 0) return undefined
  return {
    file,
    names: passing.length > 0 ? passing.map(([name]) => name) : null,
    slowest: Math.max(...chosen.map(([, { ms }]) => ms)),
    hooksMs,
    durations: new Map(chosen.map(([name, { ms }]) => [name, ms])),
    hits: chosen.reduce((sum, [, { hits }]) => sum + (hits[id] ?? 0), hooks[id] ?? 0),
  }
}

/** The whole files of tests that pass anything of the mutant's file. */
function usersOf(mutant: Mutant, mutants: readonly Mutant[], measured: readonly Measured[]): Candidate[] {
  const ids = mutants.filter(({ file }) => file === mutant.file).map(({ id }) => id)
  return measured
    .filter(({ file, failed, tests }) => {
      const passes = Object.values(tests).some(({ hits }) => ids.some((id) => id in hits))
      return !failed && !inMemory.includes(file) && passes
    })
    .map(({ file, hooksMs, tests }) => {
      const durations = new Map(Object.entries(tests).map(([name, { ms }]) => [name, ms]))
      return { file, names: null, slowest: Math.max(...durations.values()), hooksMs, durations, hits: 0 }
    })
}

/** 'server/buying/checkout' of all that stands in it. */
export const folderOf = (file: string) => file.split('/', 2).join('/')

function toJob({ id, key, file }: Mutant, found: Candidate[], budget: number): Job {
  const rank = (one: Candidate) =>
    inMemory.indexOf(one.file) >= 0
      ? inMemory.indexOf(one.file)
      : folderOf(one.file) === folderOf(file)
        ? 2
        : 3
  const sorted = found.toSorted((a, b) => rank(a) - rank(b) || costOf(a) - costOf(b))
  const tests: Tests[] = []
  let spent = 0
  for (const candidate of sorted) {
    const isInMemory = inMemory.includes(candidate.file)
    const isFirst = tests.every((before) => inMemory.includes(before.file))
    const one = isInMemory ? candidate : fitting(candidate, budget - spent, isFirst)
    if (!one) continue
    if (!isInMemory) spent += costOf(one)
    tests.push({ file: one.file, names: one.names, slowest: one.slowest })
  }
  return { id, key, tests, hits: Math.max(0, ...found.map(({ hits }) => hits)) }
}
