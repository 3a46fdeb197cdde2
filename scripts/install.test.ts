/** What start.mjs asks npm for, and when: the script itself, with npm's program replaced by one that writes down. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeTempFolder } from '../tests/setup/temp-folder.ts'

const lock = {
  packages: {
    '': {},
    'node_modules/runs': { version: '1.0.0' },
    'node_modules/tests': { version: '1.0.0', dev: true },
    'node_modules/elsewhere': { version: '1.0.0', optional: true },
  },
}
/** As npm: --include wins over --omit and NODE_ENV, and what was installed stands in node_modules/.package-lock.json. */
const npm = `
  import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
  const words = process.argv.slice(2)
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const dev = words.includes('--include=dev') || !(words.includes('--omit=dev') || process.env.NODE_ENV === 'production')
  const present = Object.entries(packages).filter(([place, one]) => place && !one.optional && (dev || !one.dev))
  mkdirSync('node_modules', { recursive: true })
  writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(present) }))
  appendFileSync('calls', words[0] + ' ' + words.at(-1) + '\\n')`

let folder: string
beforeEach(() => {
  folder = makeTempFolder('hariyali-install-')
  copyFileSync(path.resolve(import.meta.dirname, '../start.mjs'), path.join(folder, 'start.mjs'))
  mkdirSync(path.join(folder, 'scripts'))
  for (const task of ['start', 'test', 'dev']) writeFileSync(path.join(folder, `scripts/${task}.ts`), '')
  writeFileSync(path.join(folder, 'npm-cli.mjs'), npm)
  lockVersion('1.0.0')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function lockVersion(version: string): void {
  const packages = { ...lock.packages, 'node_modules/runs': { version } }
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages }))
}

/** Runs a task as npm would and answers what npm was asked for. */
function run(task: string, env: Record<string, string> = {}): string[] {
  const { PATH = '' } = process.env
  const calls = path.join(folder, 'calls')
  rmSync(calls, { force: true })
  execFileSync(process.execPath, ['start.mjs', task], {
    cwd: folder,
    env: { PATH, HOME: folder, npm_execpath: path.join(folder, 'npm-cli.mjs'), ...env },
  })
  return existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []
}

test('starting installs what runs the shop, once; testing adds the rest, and starting leaves it there', () => {
  expect(run('start')).toEqual(['ci --omit=dev'])
  expect(run('start')).toEqual([])
  expect(run('test')).toEqual(['ci --include=dev'])
  expect(run('dev')).toEqual([])
  expect(run('start')).toEqual([])
})

test('new packages after an update are installed with what tests the shop only where it was tested', () => {
  run('start')
  lockVersion('1.0.1')
  expect(run('start')).toEqual(['ci --omit=dev'])
  run('test')
  lockVersion('1.0.2')
  expect(run('start')).toEqual(['ci --include=dev'])
  expect(run('test')).toEqual([])
})

test('a production environment keeps no tests from their packages', () => {
  expect(run('test', { NODE_ENV: 'production' })).toEqual(['ci --include=dev'])
  expect(run('test', { NODE_ENV: 'production' })).toEqual([])
})
