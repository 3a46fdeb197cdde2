/**
 * What `npm test` runs: static checks, all tests, the browser tests. One line a stage; a stage that fails shows its
 * output. `--only=check` (or `tests`, `browser`) runs a part.
 */
import { parseArgs } from 'node:util'
import { requireChromium } from './install-chromium.ts'
import { runTool } from './run-tool.ts'
import { stopSignal } from './stop-signal.ts'
import { buildWeb, isWebBuilt } from './web-build.ts'

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const parts = ['check', 'tests', 'browser']
const signal = stopSignal()
const failed: string[] = []
const began = performance.now()

if (values.only && !parts.includes(values.only)) {
  console.error(`--only takes ${parts.join(', ')}.`)
  process.exit(1)
}
await main()
const seconds = ((performance.now() - began) / 1000).toFixed(0)
if (signal.aborted) console.log('Stopped.')
else if (failed.length > 0) console.log(`\nFailed after ${seconds} s: ${failed.join(', ')}.`)
else console.log(`\nAll is well after ${seconds} s.`)
process.exit(failed.length > 0 || signal.aborted ? 1 : 0)

async function main(): Promise<void> {
  const wanted = (part: string) => !values.only || values.only === part
  // Without a browser the answer comes at once, not after minutes of other tests.
  if (
    wanted('browser') &&
    !(await stage('browser', () => void (process.env.CHROMIUM_PATH = requireChromium())))
  )
    return
  // Checks and the build use a processor each; tests get both to themselves, since some watch the clock.
  await Promise.all([
    wanted('check') && checks(),
    (wanted('tests') || wanted('browser')) &&
      stage('pages', async () => {
        if (!isWebBuilt()) await buildWeb(signal)
      }),
  ])
  if (wanted('tests')) await tool('tests', 'vitest', 'run')
  if (!wanted('browser')) return
  if (failed.includes('pages')) return void failed.push('browser tests (not run: there are no pages)')
  await tool('browser tests', 'playwright', 'test', '--pass-with-no-tests')
}

async function checks(): Promise<void> {
  await tool('types', 'tsc', '-b')
  await tool('lint', 'oxlint')
  await tool('format', 'oxfmt', '--check')
  await tool('unused code', 'knip', '--no-progress')
}

async function tool(name: string, command: string, ...args: string[]): Promise<boolean> {
  return stage(name, async () => {
    const { ok, output } = await runTool(command, args, { signal, env: { NODE_ENV: 'test' } })
    if (!ok) throw new Error(output.trim())
    return /(\d+ passed.*)$/m.exec(output.slice(output.lastIndexOf('Test Files')).replace(/^Test Files.*/, ''))?.[1]
  })
}

async function stage(name: string, work: () => Promise<string | undefined | void>): Promise<boolean> {
  if (signal.aborted) return false
  const started = performance.now()
  const line = (mark: string) =>
    `${mark} ${name.padEnd(14)} ${((performance.now() - started) / 1000).toFixed(1)} s`
  try {
    await work()
    console.log(line('✓'))
    return true
  } catch (error) {
    if (signal.aborted) return false
    console.log(`${line('✗')}\n${(error as Error).message}\n`)
    failed.push(name)
    return false
  }
}
