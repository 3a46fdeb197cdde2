/**
 * Tries many mutants in one process: modules are read once, a switch in them says which mutant is active, and a test file is run
 * again and again, each time with a shop of its own.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { type RunnerTask, type RunnerTestCase, type RunnerTestFile, TestRunner } from 'vitest'
import { startTests } from 'vitest/internal/browser'
import { root } from '../../scripts/run-tool.ts'
import {
  claim,
  type Job,
  type Measured,
  readJson,
  report,
  type Result,
  type Shift,
  shiftFile,
  type Tests,
} from './order.ts'

/** The switches of `@stryker-mutator/instrumenter`. */
interface Switches {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  hitCount?: number | undefined
  hitLimit?: number
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> }
}
const switches: Switches = ((globalThis as { __stryker__?: Switches }).__stryker__ ??= {})
const coverage = (switches.mutantCoverage ??= { static: {}, perTest: {} })
/** A mutant that is passed while modules load is active all the time. */
const activeFromTheStart = process.env['__STRYKER_ACTIVE_MUTANT__']
const hooks = '(hooks)'
/** A process that has run so many test files ends, and another one goes on: memory is given back. */
const filesOfShift = 400

type Config = ConstructorParameters<typeof TestRunner>[0]

interface Run {
  file: string
  names: string[] | null
  mutant: string | undefined
  timeout: number
}

interface Killer {
  name: string
  /** The time of the test ran out. */
  isLate: boolean
}

/** Runs one file, with some of its tests, up to the first failure. */
class FileRunner extends TestRunner {
  failure: string | undefined
  isLate = false
  readonly durations = new Map<string, number>()
  readonly #run: Run
  constructor(config: Config, run: Run) {
    super({ ...config, testTimeout: run.timeout, hookTimeout: 30_000, retry: 0 })
    this.#run = run
  }
  onBeforeRunFiles(files: RunnerTestFile[]): void {
    for (const file of files) keepOnly(file, this.#run.names)
    if (this.#run.mutant !== undefined) switches.activeMutant = this.#run.mutant
    switches.currentTestId = hooks
  }
  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(test)
    if (test.mode === 'run') switches.currentTestId = nameOf(test)
  }
  override onAfterRunTask(test: RunnerTestCase): void {
    super.onAfterRunTask(test)
    switches.currentTestId = hooks
    this.durations.set(nameOf(test), test.result?.duration ?? 0)
    if (test.result?.state !== 'fail') return
    this.failure ??= nameOf(test)
    this.isLate ||= test.result.errors?.some(({ message }) => /timed out/.test(message)) ?? false
    this.cancel('test-failure')
  }
}

/** The names of suites and test, as one text. */
function nameOf(task: RunnerTask): string {
  return task.suite ? `${nameOf(task.suite)} > ${task.name}` : task.name
}

/** Skips the other tests, those of the night, and suites without one that is left. Answers whether anything is left. */
function keepOnly(task: RunnerTask, names: string[] | null): boolean {
  if (task.mode === 'skip' || task.mode === 'todo') return false
  if (task.meta.nightly) {
    task.mode = 'skip'
    return false
  }
  const isKept =
    task.type === 'suite'
      ? task.tasks.map((one) => keepOnly(one, names)).includes(true)
      : names === null || names.includes(nameOf(task))
  if (!isKept) task.mode = 'skip'
  return isKept
}

const hookFailed = (task: RunnerTask): boolean =>
  (task.result?.errors?.length ?? 0) > 0 || (task.type === 'suite' && task.tasks.some(hookFailed))

export default class ShiftRunner extends TestRunner {
  #files = 0
  readonly #standAlone = new Map<string, boolean>()

  /** The order is worked off before the one test of the file that a worker process was started with. */
  async onBeforeRunFiles(files: RunnerTestFile[]): Promise<void> {
    const file = process.env['MUTATION_SHIFT']
    if (!file || files[0]?.filepath !== path.join(root, shiftFile)) return
    const { order, folder } = readJson<Shift>(file)
    const current = path.join(folder, `current-${process.pid}`)
    const beats = new Int32Array(new SharedArrayBuffer(4))
    const watchdog = new Worker(new URL('./watchdog.ts', import.meta.url), {
      workerData: { beats, folder, current },
    })
    const beating = setInterval(() => Atomics.add(beats, 0, 1), 200)
    for (const [index, job] of (order.kind === 'measure' ? order.files : order.jobs).entries()) {
      if (this.#files > filesOfShift || !claim(folder, index)) continue
      writeFileSync(current, typeof job === 'string' ? job : job.key)
      report(folder, typeof job === 'string' ? await this.#measure(job) : await this.#tryMutant(job))
    }
    clearInterval(beating)
    await watchdog.terminate()
  }

  async #runFile(run: Run): Promise<FileRunner> {
    this.#files += 1
    const runner = new FileRunner(this.config, run)
    // What Vitest gives to a runner after it has made it.
    for (const part of ['moduleRunner', '_otel']) Reflect.set(runner, part, Reflect.get(this, part))
    switches.hitCount = 0
    try {
      const files = await startTests([path.join(root, run.file)], runner)
      if (!runner.failure && files.some(hookFailed)) runner.failure = hooks
    } finally {
      switches.activeMutant = activeFromTheStart
      switches.currentTestId = undefined
    }
    return runner
  }

  /** A file that fails is measured again: it would be left out, and its mutants would seem to survive. */
  async #measure(file: string, tries = 2): Promise<Measured> {
    coverage.perTest = {}
    const began = performance.now()
    const { failure, durations } = await this.#runFile({
      file,
      names: null,
      mutant: undefined,
      timeout: 120_000,
    })
    if (failure && tries > 1) return this.#measure(file, tries - 1)
    const spent = [...durations.values()].reduce((sum, ms) => sum + ms, 0)
    const tests: Measured['tests'] = {}
    for (const [name, ms] of durations) tests[name] = { ms, hits: coverage.perTest[name] ?? {} }
    return {
      file,
      failed: failure ?? null,
      hooksMs: performance.now() - began - spent,
      tests,
      hooks: coverage.perTest[hooks] ?? {},
      static: Object.keys(coverage.static),
    }
  }

  async #tryMutant({ id, key, tests, hits }: Job): Promise<Result> {
    const began = performance.now()
    switches.hitLimit = 100_000 + 100 * hits
    for (const one of tests) {
      const killer = await this.#killer(id, one)
      if (!killer) continue
      const how = killer.isLate ? 'late' : 'failed'
      return { key, killedBy: killer.name, how, ms: performance.now() - began }
    }
    return { key, killedBy: null, how: 'survived', ms: performance.now() - began }
  }

  /** The test that fails with the mutant. One that needs the tests before it is tried again with all of them. */
  async #killer(mutant: string, { file, names, slowest }: Tests): Promise<Killer | undefined> {
    const timeout = Math.max(12_000, 5 * slowest)
    const { failure, isLate } = await this.#runFile({ file, names, mutant, timeout })
    if (!failure) return undefined
    const killer = { name: `${file}: ${failure}`, isLate }
    // What was late may have been so because the machine was busy: it is not counted if it is late without the mutant, too.
    if (isLate) {
      const unchanged = await this.#runFile({ file, names, mutant: undefined, timeout })
      return unchanged.failure ? undefined : killer
    }
    if (names === null || failure === hooks || (await this.#passesAlone(file, failure))) return killer
    const whole = await this.#runFile({ file, names: null, mutant, timeout })
    return whole.failure ? { name: `${file}: ${whole.failure}`, isLate: whole.isLate } : undefined
  }

  async #passesAlone(file: string, name: string): Promise<boolean> {
    const known = this.#standAlone.get(`${file}: ${name}`)
    if (known !== undefined) return known
    const { failure } = await this.#runFile({ file, names: [name], mutant: undefined, timeout: 120_000 })
    this.#standAlone.set(`${file}: ${name}`, !failure)
    return !failure
  }
}
