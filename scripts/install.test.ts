/** Tests when start.mjs calls npm and with which arguments: it runs the real script with a fake npm that logs its calls. */
// @module-tag nightly: It proves the script that installs packages. Each run of the tests begins with it.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
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
/** Like npm: --include wins over --omit and NODE_ENV, and node_modules/.package-lock.json lists what is installed. */
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

/** Runs a task as npm would and returns the logged calls of npm. */
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

test('npm start installs production packages once; npm test adds devDependencies, and npm start keeps them', () => {
  expect(run('start')).toEqual(['ci --omit=dev'])
  expect(run('start')).toEqual([])
  expect(run('test')).toEqual(['ci --include=dev'])
  expect(run('dev')).toEqual([])
  expect(run('start')).toEqual([])
})

test('after an update npm start reinstalls devDependencies only if npm test had installed them', () => {
  run('start')
  lockVersion('1.0.1')
  expect(run('start')).toEqual(['ci --omit=dev'])
  run('test')
  lockVersion('1.0.2')
  expect(run('start')).toEqual(['ci --include=dev'])
  expect(run('test')).toEqual([])
})

test('an installation leaves out what nothing here uses', () => {
  const packages = path.join(folder, 'node_modules')
  for (const part of ['node/bin', 'node/include', 'pdf-lib/cjs', 'pdf-lib/dist'])
    mkdirSync(path.join(packages, part), { recursive: true })
  run('start')
  expect(['node', 'pdf-lib'].flatMap((name) => readdirSync(path.join(packages, name)))).toEqual([
    'bin',
    'cjs',
  ])
})

test('npm reads package.json and .npmrc without a warning', () => {
  const { PATH = '', npm_execpath: cli } = process.env
  for (const file of ['package.json', '.npmrc'])
    copyFileSync(path.resolve(import.meta.dirname, '..', file), path.join(folder, file))
  // Without the settings of this computer, whose warnings are its own.
  const options = { cwd: folder, env: { PATH, HOME: folder }, encoding: 'utf8' } as const
  const list = cli ? [process.execPath, cli] : ['npm']
  const { stderr, stdout } = spawnSync(list[0] ?? 'npm', [...list.slice(1), 'run'], options)
  expect(stdout).toContain('start.mjs start')
  expect(stderr).toBe('')
})

test('npm test installs devDependencies also with NODE_ENV=production', () => {
  expect(run('test', { NODE_ENV: 'production' })).toEqual(['ci --include=dev'])
  expect(run('test', { NODE_ENV: 'production' })).toEqual([])
})
