/**
 * `npm test`: static checks, Vitest tests, browser tests. Prints one line per stage and the output of a failed stage.
 * `--nightly` (`npm run test:nightly`) runs the tests that are marked `nightly` instead of all others (decision 27).
 * `--only=check` (or `tests`, `browser`) runs one part; file names run these files only. A long stage shows progress: on
 * one updated line in a terminal, as one line a minute in a log.
 */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { requireChromium } from './install-chromium.ts'
import { root, runTool } from './run-tool.ts'
import { stopSignal } from './stop-signal.ts'
import { buildWeb, isWebBuilt } from './web-build.ts'

const parts = ['check', 'tests', 'browser']
const { values, positionals: files } = parseArgs({
  options: { only: { type: 'string' }, nightly: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const { only } = values
/** Unused code is looked for at night, and where only the checks run. */
const findsUnused = only ? only === 'check' : values.nightly && files.length === 0
if (values.nightly) {
  process.env.NIGHTLY = '1' // read by playwright.config.ts
  if (files.length === 0) files.push(...nightlyFiles())
}
if (only && !parts.includes(only)) {
  console.error(`--only takes one of ${parts.join(', ')}.`)
  process.exit(1)
}
const browserFiles = files.filter((file) => file.includes('e2e'))
const otherFiles = files.filter((file) => !file.includes('e2e'))
/** With file names, only the parts that have one of these files run. */
const wanted = (part: string) =>
  only
    ? only === part
    : files.length === 0 ||
      (part === 'tests' ? otherFiles : part === 'browser' ? browserFiles : []).length > 0
const signal = stopSignal()
const failed: string[] = []

await main()
const seconds = (performance.now() / 1000).toFixed(0)
if (signal.aborted) console.log('Stopped.')
else if (failed.length > 0) console.log(`Failed after ${seconds} s: ${failed.join(', ')}.`)
else console.log(`All is well after ${seconds} s.`)
process.exit(failed.length > 0 || signal.aborted ? 1 : 0)

async function main(): Promise<void> {
  // First, so that a missing browser is reported before minutes of other tests.
  if (wanted('browser')) await stage('browser', findBrowser)
  // Checks and build run in parallel. The tests run alone, because some of them race or measure time.
  await Promise.all([
    wanted('check') && checks(),
    findsUnused && tool('unused code', 'knip', '--no-progress'),
    (wanted('tests') || wanted('browser')) && stage('pages', buildPages),
  ])
  if (wanted('tests'))
    await tool('tests', 'vitest', 'run', `--tags-filter=${values.nightly ? '' : '!'}nightly`, ...otherFiles)
  if (!wanted('browser')) return
  if (failed.includes('browser') || failed.includes('pages')) failed.push('browser tests (not run)')
  else await tool('browser tests', 'playwright', 'test', ...browserFiles)
}

/** All files with a nightly test, so that Vitest need not load the others to find none there. */
function nightlyFiles(): string[] {
  return globSync('{contract,server,sandbox,web,scripts,tests,bench}/**/*.{test.ts,test.tsx,e2e.ts}', {
    cwd: root,
  }).filter((file) =>
    /\bnightly\(|@nightly|@module-tag nightly/.test(readFileSync(path.join(root, file), 'utf8')),
  )
}

async function checks(): Promise<void> {
  // The checks share the processors: several checkers of types would each work out the types that their files share.
  const types = tool('types', 'tsc', '-b', '--checkers', '1', '--builders', '1')
  await Promise.all([types, tool('lint', 'oxlint'), tool('format', 'oxfmt', '--check')])
}

async function findBrowser(): Promise<string> {
  process.env.CHROMIUM_PATH = requireChromium() // for all stages, so that they use the same browser
  return process.env.CHROMIUM_PATH
}

async function buildPages(): Promise<string | undefined> {
  if (isWebBuilt()) return 'up to date'
  await buildWeb(signal)
  return undefined
}

async function tool(name: string, command: string, ...args: string[]): Promise<void> {
  await stage(name, async () => {
    // The checks are short and run beside one another.
    const progress = name.endsWith('tests') ? showProgress(name) : undefined
    const { ok, output } = await runTool(command, args, {
      signal,
      env: { NODE_ENV: 'test' },
      ...(progress && { onOutput: progress.add }),
    })
    progress?.end()
    if (!ok) throw new Error(output.trim())
    // The summary line of Vitest or Playwright, with the number of skipped tests.
    return /^ *(?:Tests +)?(\d+ (?:passed|skipped).*)$/m.exec(stripVTControlCharacters(output))?.[1]
  })
}

/** Counts finished test files in Vitest's output (one mark a file) and tests in Playwright's (one character a test). */
function showProgress(name: string): { add: (text: string) => void; end: () => void } {
  const began = performance.now()
  const terminal = process.stdout.isTTY
  let done = 0
  const line = () => `  ${name}: ${done} done after ${((performance.now() - began) / 1000).toFixed(0)} s`
  const timer = setInterval(
    () => (terminal ? process.stdout.write(`\r${line()}`) : console.log(line())),
    terminal ? 1_000 : 60_000,
  )
  return {
    add(text) {
      const plain = stripVTControlCharacters(text)
      done += name === 'tests' ? (plain.match(/^ [✓❯] \S+\.test\.tsx? /gm)?.length ?? 0) : dotsIn(plain)
    },
    end() {
      clearInterval(timer)
      if (terminal) process.stdout.write('\r\x1b[K')
    },
  }
}

/** Characters of Playwright's 'dot' reporter: passed, failed, flaky, timed out, skipped. */
function dotsIn(text: string): number {
  return /^[·F±T°×\s]+$/.test(text) ? text.replace(/\s/g, '').length : 0
}

/** Runs one stage and prints its result; `work` may return a remark for that line. */
async function stage(name: string, work: () => Promise<string | undefined>): Promise<void> {
  if (signal.aborted) return
  const began = performance.now()
  const report = (mark: string, remark = '') => {
    const took = ((performance.now() - began) / 1000).toFixed(1).padStart(6)
    console.log(`${mark} ${name.padEnd(14)}${took} s  ${remark}`.trimEnd())
  }
  try {
    report('✓', await work())
  } catch (error) {
    if (signal.aborted) return
    report('✗')
    console.log(`${(error as Error).message}\n`)
    failed.push(name)
  }
}
