/** Jobs and timers in a process of their own (WORKER_PROCESS=own), beside the one that handles requests. */
// @module-tag nightly: It proves how processes start and watch one another. The same jobs and timers run in one process in all other tests.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, constants, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Db, openDb } from '../server/platform/db/client.ts'
import { compiledScripts } from '../tests/setup/compiled-scripts.ts'
import { eventually } from '../tests/setup/buying.ts'
import { createClient } from '../tests/setup/client.ts'
import { freePort } from '../tests/setup/free-port.ts'
import { nightly } from '../tests/setup/nightly.ts'
import { signupBody } from '../tests/setup/people.ts'
import { makeTempFolder } from '../tests/setup/temp-folder.ts'

const root = path.resolve(import.meta.dirname, '..')
const server = inject('database')
const name = `own_worker_${process.pid}`
let admin: Db
let folder: string
let url: string
let shop: ChildProcess
/** What the shop runs on; its worker is started from the same file. */
let node: string

beforeAll(async () => {
  admin = openDb({ connection: { ...server, database: 'hariyali' }, max: 1 })
  await admin.execute(`create database ${name} template ${server.template}`)
  folder = makeTempFolder('hariyali-own-worker-')
  node = path.join(folder, 'node')
  copyFileSync(process.execPath, node, constants.COPYFILE_FICLONE)
  await start()
})
afterAll(async () => {
  if (shop.exitCode === null && shop.signalCode === null) {
    shop.kill('SIGKILL')
    await once(shop, 'exit')
  }
  await admin.execute(`drop database ${name} with (force)`)
  await admin.close()
  rmSync(folder, { recursive: true, force: true })
})

async function start(): Promise<void> {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  shop = spawn(node, ['scripts/start.ts', '--without-pages'], {
    cwd: root,
    env: environment(port),
    stdio: 'ignore',
  })
  const ready = async () => (await fetch(`${url}/readyz`).catch(() => null))?.status === 200
  await eventually(async () => shop.exitCode !== null || (await ready()), Boolean)
}

const environment = (port: number) => ({
  PATH: process.env.PATH ?? '',
  ...compiledScripts,
  DATA_DIR: folder,
  DRAIN_SECONDS: '8',
  DATABASE_URL: `postgres://${server.user}@localhost:${server.port}/${name}?host=${encodeURIComponent(server.host)}`,
  LOG_LEVEL: 'fatal',
  PORT: String(port),
  SEED: 'none',
  WORKER_PROCESS: 'own',
})

/** Processes that were started by this one, by what they run. */
function childrenOf(parent: number, script: string): number[] {
  const read = (pid: string, file: string) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'utf8')
    } catch {
      return ''
    }
  }
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .filter((pid) => read(pid, 'status').includes(`\nPPid:\t${parent}\n`))
    .filter((pid) => read(pid, 'cmdline').includes(script))
    .map(Number)
}
const workers = () => childrenOf(shop.pid ?? 0, 'worker-process')
const lives = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** The mail with the code of a registration is sent by a job. */
async function mailsTo(email: string): Promise<unknown[]> {
  const client = createClient(url)
  expect((await client.post('/auth/customer/signup', signupBody(email))).status).toBe(200)
  const mails = async () => (await client.get<unknown[]>(`/dev/mailbox.json?to=${email}`)).body
  return eventually(mails, (found) => found.length > 0)
}

const workerOtherThan = async (earlier?: number) => {
  const [found] = await eventually(
    async () => workers(),
    (pids) => pids.length === 1 && pids[0] !== earlier,
  )
  return found ?? 0
}

test('the jobs are done by another process, which is started again when it ends', async () => {
  const first = await workerOtherThan()
  expect(await mailsTo('first@own-worker.test')).toHaveLength(1)
  process.kill(first, 'SIGKILL')
  await workerOtherThan(first)
  expect(await mailsTo('second@own-worker.test')).toHaveLength(1)
})

test(
  'the process is started again also after a failed start',
  nightly('nine seconds without a worker; that it is started again is proven without them'),
  async () => {
    const first = await workerOtherThan()
    // As on a machine without memory for another process: starting it fails.
    renameSync(node, `${node}-away`)
    process.kill(first, 'SIGKILL')
    await sleep(9_000)
    expect(workers()).toEqual([])
    renameSync(`${node}-away`, node)
    await workerOtherThan(first)
    expect(await mailsTo('third@own-worker.test')).toHaveLength(1)
  },
)

test(
  'jobs are done while the shop drains, and their process ends with it',
  nightly('drains for eight seconds; that the worker ends with the shop is proven when it is killed'),
  async () => {
    const worker = await workerOtherThan()
    expect(await mailsTo('before@own-worker.test')).toHaveLength(1)
    // As a service manager does, which signals all processes of a service.
    for (const pid of [worker, shop.pid ?? 0]) process.kill(pid, 'SIGTERM')
    expect(await mailsTo('fourth@own-worker.test')).toHaveLength(1)
    expect(workers()).toEqual([worker])
    await once(shop, 'exit')
    expect(lives(worker)).toBe(false)
  },
)

test(
  'a worker that hangs is replaced within a minute or so',
  {
    timeout: 120_000,
    ...nightly('waits for more than a minute; that a worker is started again is proven when it is killed'),
  },
  async () => {
    if (shop.exitCode !== null) await start()
    const first = await workerOtherThan()
    process.kill(first, 'SIGSTOP')
    const replaced = async () => workers().some((pid) => pid !== first)
    while (!(await replaced())) await sleep(1_000)
    expect(lives(first)).toBe(false)
    await workerOtherThan(first)
    expect(await mailsTo('fifth@own-worker.test')).toHaveLength(1)
  },
)

test(
  'a worker that hangs and a request that takes long are waited for at the same time',
  nightly('drains for eight seconds and waits for as many; that the worker ends is proven without both'),
  async () => {
    if (shop.exitCode !== null) await start()
    const worker = await workerOtherThan()
    const slow = request(`${url}/api/v1/auth/login`, { method: 'POST', headers: { 'content-length': '9' } })
    slow.once('error', () => {})
    slow.write('{')
    process.kill(worker, 'SIGSTOP')
    const began = performance.now()
    shop.kill('SIGTERM')
    await once(shop, 'exit')
    expect(lives(worker)).toBe(false)
    // One after the other would take 23 seconds.
    expect(performance.now() - began).toBeLessThan(20_000)
  },
)

test("a shop does not start where the port of its worker's metrics is taken, and prints that", async () => {
  const metricsPort = await freePort()
  const other = createServer().listen(metricsPort + 1, '127.0.0.1')
  try {
    await once(other, 'listening')
    const env = { ...environment(await freePort()), METRICS_PORT: String(metricsPort) }
    const second = spawn(node, ['scripts/start.ts', '--without-pages'], { cwd: root, env })
    const [said, [code]] = await Promise.all([text(second.stderr), once(second, 'exit')])
    expect(said).toContain(`Cannot listen on 127.0.0.1:${metricsPort + 1} (METRICS_PORT)`)
    expect(code).toBe(1)
  } finally {
    other.close()
  }
})

test('when the shop is killed, its worker ends', async () => {
  if (shop.exitCode !== null) await start()
  const worker = await workerOtherThan()
  shop.kill('SIGKILL')
  await once(shop, 'exit')
  const isLeft = async () => lives(worker)
  expect(await eventually(isLeft, (left) => !left)).toBe(false)
})
