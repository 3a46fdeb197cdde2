/** Jobs and timers in a process of their own (WORKER_PROCESS=own), beside the one that answers requests. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Db, openDb } from '../server/db/client.ts'
import { compiledScripts } from '../tests/setup/compiled-scripts.ts'
import { eventually } from '../tests/setup/buying.ts'
import { createClient } from '../tests/setup/client.ts'
import { freePort } from '../tests/setup/free-port.ts'
import { signupBody } from '../tests/setup/people.ts'
import { makeTempFolder } from '../tests/setup/temp-folder.ts'

const root = path.resolve(import.meta.dirname, '..')
const server = inject('database')
const name = `own_worker_${process.pid}`
let admin: Db
let folder: string
let url: string
let shop: ChildProcess

beforeAll(async () => {
  admin = openDb({ connection: { ...server, database: 'hariyali' }, max: 1 })
  await admin.execute(`create database ${name} template ${server.template}`)
  folder = makeTempFolder('hariyali-own-worker-')
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  shop = spawn(process.execPath, ['scripts/start.ts', '--without-pages'], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? '',
      ...compiledScripts,
      DATA_DIR: folder,
      DATABASE_URL: `postgres://${server.user}@localhost:${server.port}/${name}?host=${encodeURIComponent(server.host)}`,
      LOG_LEVEL: 'fatal',
      PORT: String(port),
      SEED: 'none',
      WORKER_PROCESS: 'own',
    },
    stdio: 'ignore',
  })
  const ready = async () => (await fetch(`${url}/readyz`).catch(() => null))?.status === 200
  await eventually(async () => shop.exitCode !== null || (await ready()), Boolean)
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

/** Only a job brings the code of a registration to the mailbox. */
async function mailArrives(email: string): Promise<void> {
  const client = createClient(url)
  expect((await client.post('/auth/customer/signup', signupBody(email))).status).toBe(200)
  const mails = async () => (await client.get<unknown[]>(`/dev/mailbox.json?to=${email}`)).body
  expect(await eventually(mails, (found) => found.length > 0)).toHaveLength(1)
}

test('the jobs are done by another process, which is started again when it ends, and ends with the shop', async () => {
  const [first] = await eventually(
    async () => workers(),
    (found) => found.length === 1,
  )
  await mailArrives('first@own-worker.test')
  process.kill(first ?? 0, 'SIGKILL')
  const [second] = await eventually(
    async () => workers(),
    (found) => found.length === 1 && found[0] !== first,
  )
  await mailArrives('second@own-worker.test')
  // However it ends: nothing is left behind.
  shop.kill('SIGKILL')
  await once(shop, 'exit')
  const isLeft = async () => lives(second ?? 0)
  expect(await eventually(isLeft, (left) => !left)).toBe(false)
})
