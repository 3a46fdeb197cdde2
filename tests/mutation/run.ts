/** Makes the mutants, measures the tests, and tries each mutant in processes that live long (docs/reliability.md). */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../scripts/run-tool.ts'
import { isEquivalent } from './equivalent.ts'
import { instrument, type Mutant, type Plan } from './instrument.ts'
import {
  cacheFolder,
  conformanceFile,
  type Job,
  type Measured,
  type Order,
  planFile,
  readJson,
  type Result,
  simulationFile,
  writeShift,
} from './order.ts'
import { folderOf, selectTests } from './select.ts'

export interface MutationOptions {
  /** Files or folders; only what stands below `server/`. */
  targets: readonly string[]
  /** Only mutants that no earlier run of the same text has killed; of those named as equivalent, only what no run has tried. */
  again: boolean
  /** Only the tests of the mutants' own folders. */
  near: boolean
  /** Milliseconds of tests for each mutant. */
  budget: number | undefined
  /** So many mutants of each target instead of all, drawn by the seed. A larger sample of the same seed contains a smaller one. */
  sample: { size: number; seed: string } | undefined
  processes: number
  say: (line: string) => void
}

export interface Outcome extends Mutant {
  result: Result | undefined
}

/** The last one decides who may call what. */
export const provenFolders = [
  'server/buying/checkout',
  'server/money/payments',
  'server/money/ledger',
  'server/fulfilment/orders',
  'server/platform/http/authorize.ts',
]
/** Its own tests, where not all of them concern what is proven here. */
const provedBy: Record<string, readonly string[]> = {
  'server/platform/http': ['server/platform/http/{api,answers}*'],
}
/** The tests that prove a folder's rules, beside its own. Others pass its code as well, and are asked for by their folder. */
const alsoProvedBy: Record<string, readonly string[]> = {
  'server/buying/checkout': [
    'server/money/payments/refunds*',
    'server/administration/retention/retention*',
    'server/administration/work*',
    'server/money/invoices/invoices*',
    'server/money/settlements/route*',
  ],
  'server/money/payments': [
    'server/buying/checkout',
    'server/fulfilment/orders/{cancel,refund,give-back}*',
    'server/money/settlements/route*',
    'server/administration/work*',
  ],
  'server/money/ledger': [
    'server/money/sales',
    'server/money/payments',
    'server/buying/checkout',
    'server/money/settlements/worked-month*',
    'server/administration/remove-demo/*',
  ],
  'server/fulfilment/orders': ['server/fulfilment/returns', 'server/money/sales'],
  'server/platform/http': [
    'tests/permissions*',
    'server/administration/security*',
    'server/platform/media/upload*',
  ],
}
/** Their shops are processes of their own, in which no mutant is active, or they take minutes. */
const leftOut = /\/(kill|many-orders)\.test\.ts$/
const resultsFile = path.join(cacheFolder, 'results.json')
const measuredFile = path.join(cacheFolder, 'measured.json')

const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')
const hash = (text: string) => createHash('sha256').update(text).digest('hex')

export async function runMutation(options: MutationOptions): Promise<Outcome[]> {
  const { targets, again, near, budget, say } = options
  mkdirSync(cacheFolder, { recursive: true })
  // Always the same files, so that what was measured is of use for other targets.
  const plan = await instrument(sourcesOf([...new Set([...provenFolders, ...targets])]))
  const mutants = targets.flatMap((target) =>
    drawn(
      plan.mutants.filter(({ file }) => file.startsWith(target)),
      options.sample,
    ),
  )
  writeFileSync(planFile, JSON.stringify(plan))
  const sources = hash(JSON.stringify(plan.sources))
  const files = testsOf(targets)
  say(`${mutants.length} mutants, ${files.length} files of tests.`)
  const results: Record<string, Result> = existsSync(resultsFile) ? readJson(resultsFile) : {}
  if (!again) for (const { key } of mutants) delete results[key]
  const named = new Set(mutants.filter((one) => results[one.key] && isEquivalent(one)).map(({ key }) => key))
  const attempts = new Map<string, string>()
  const keep = (found: readonly Result[]) => {
    for (const result of found) {
      const attempt = attempts.get(result.key)
      const tried = new Set(results[result.key]?.tried)
      if (attempt && !result.killedBy) tried.add(attempt)
      results[result.key] = { ...result, tried: [...tried] }
    }
    writeFileSync(resultsFile, JSON.stringify(results))
  }
  // What the tables in memory find costs a second; only the rest is tried over HTTP: by the tests of the folder, then by others.
  const own = files.filter((file) => targets.some((target) => folderOf(target) === folderOf(file)))
  const others = near ? [] : files.filter((file) => !own.includes(file))
  for (const stage of [[simulationFile, conformanceFile], own, others]) {
    if (stage.length === 0) continue
    const measured = await measure(plan, stage, options)
    for (const { file, failed } of measured) if (failed) say(`${file} fails without a mutant: ${failed}`)
    const open = mutants.filter(({ key }) => !results[key]?.killedBy)
    const selected = selectTests(open, plan.mutants, measured, budget)
    for (const job of [...selected.jobs, ...selected.staticJobs])
      attempts.set(job.key, attemptOf(sources, job))
    const isNew = ({ key }: Job) => !named.has(key) && !results[key]?.tried?.includes(attempts.get(key) ?? '')
    const [jobs, staticJobs] = [selected.jobs.filter(isNew), selected.staticJobs.filter(isNew)]
    say(`${jobs.length} of ${open.length} to try, ${staticJobs.length} more while modules load.`)
    await work<Result>('kill', { kind: 'kill', jobs: inTurn(jobs, open, targets) }, options, keep)
    for (const [index, job] of staticJobs.entries())
      await work<Result>(
        `static-${index}`,
        { kind: 'kill', jobs: [job] },
        { ...options, processes: 1 },
        keep,
        job,
      )
  }
  return mutants.map((mutant) => ({ ...mutant, result: results[mutant.key] }))
}

function drawn(mutants: readonly Mutant[], sample: MutationOptions['sample']): readonly Mutant[] {
  if (!sample) return mutants
  const lot = new Map(mutants.map(({ key }) => [key, hash(`${sample.seed} ${key}`)]))
  return mutants.toSorted((a, b) => lot.get(a.key)!.localeCompare(lot.get(b.key)!)).slice(0, sample.size)
}

const attemptOf = (sources: string, { tests }: Job) =>
  hash(JSON.stringify([sources, tests.map(({ file, names }) => [textOf(file), names])])).slice(0, 16)

function sourcesOf(targets: readonly string[]): string[] {
  const files = targets.flatMap((target) =>
    statSync(path.join(root, target)).isDirectory()
      ? globSync(`${target.replace(/\/$/, '')}/**/*.ts`, { cwd: root })
      : [target],
  )
  return [...new Set(files)].filter((file) => !file.endsWith('.test.ts')).sort()
}

function testsOf(targets: readonly string[]): string[] {
  const folders = [...new Set(targets.map(folderOf))]
  const places = folders.flatMap((folder) => [
    ...(provedBy[folder] ?? [folder]),
    ...(alsoProvedBy[folder] ?? []),
  ])
  const files = places.flatMap((place) =>
    globSync(place.includes('*') ? `${place}.test.ts` : `${place}/**/*.test.ts`, { cwd: root }),
  )
  return [...new Set(files)].filter((file) => !leftOut.test(file)).sort()
}

/** What was measured is kept for as long as sources and test file are the same. */
async function measure(plan: Plan, files: readonly string[], options: MutationOptions): Promise<Measured[]> {
  const sources = hash(JSON.stringify(plan.sources))
  const keyOf = (file: string) => `${sources} ${hash(textOf(file))} ${file}`
  const kept: Record<string, Measured> = existsSync(measuredFile) ? readJson(measuredFile) : {}
  const missing = files.filter((file) => !kept[keyOf(file)])
  await work<Measured>('measure', { kind: 'measure', files: missing }, options, (found) => {
    for (const one of found) kept[keyOf(one.file)] = one
    writeFileSync(measuredFile, JSON.stringify(kept))
  })
  return files.flatMap((file) => kept[keyOf(file)] ?? [])
}

/** Gives an order to some processes, and begins them again until it is done. */
async function work<T>(
  name: string,
  order: Order,
  { processes, say }: Pick<MutationOptions, 'processes' | 'say'>,
  keep: (results: readonly T[]) => void,
  active?: Job,
): Promise<void> {
  const count = order.kind === 'measure' ? order.files.length : order.jobs.length
  if (count === 0) return
  rmSync(path.join(cacheFolder, name), { recursive: true, force: true })
  const { folder, file } = writeShift(name, order)
  const results = path.join(folder, 'results.jsonl')
  const read = () =>
    existsSync(results)
      ? readFileSync(results, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as T)
      : []
  const claimed = () => globSync('claim-*', { cwd: folder }).length
  const timer = setInterval(() => {
    keep(read())
    say(`  ${name}: ${read().length} of ${count}`)
  }, 60_000)
  const oneAfterTheOther = async () => {
    // A process that claims nothing would be begun for ever.
    for (let before = -1; claimed() < count && claimed() > before;) {
      before = claimed()
      await runVitest(file, active)
    }
  }
  await Promise.all(Array.from({ length: Math.min(processes, count) }, oneAfterTheOther))
  clearInterval(timer)
  keep(read())
}

function runVitest(shift: string, active: Job | undefined): Promise<void> {
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const child = spawn(
    process.execPath,
    [vitest, 'run', '--config', 'tests/mutation/vitest.config.ts', '--reporter', 'dot'],
    {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: 'test',
        MUTATION_SHIFT: shift,
        ...(active && { __STRYKER_ACTIVE_MUTANT__: active.id }),
      },
      stdio: ['ignore', process.env['MUTATION_OUTPUT'] ? 'inherit' : 'ignore', 'inherit'],
    },
  )
  const stop = () => child.kill('SIGTERM')
  process.once('exit', stop)
  return new Promise((resolve) =>
    child.on('close', () => {
      process.removeListener('exit', stop)
      resolve()
    }),
  )
}

/** Target by target; within one the neighbours, which are alike, are spread, so that early results tell what is to come. */
function inTurn(jobs: readonly Job[], mutants: readonly Mutant[], targets: readonly string[]): Job[] {
  const files = new Map(mutants.map(({ id, file }) => [id, file]))
  const turnOf = ({ id }: Job) => targets.findIndex((target) => files.get(id)?.startsWith(target))
  return jobs.toSorted((a, b) => turnOf(a) - turnOf(b) || a.key.localeCompare(b.key))
}
