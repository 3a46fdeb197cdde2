/** SIGTERM under traffic: every accepted request is answered, and the process exits by itself. */
// @module-tag nightly: It stops a process under load. How one process replaces another is no rule of the shop.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { compiledScripts } from '../../../tests/setup/compiled-scripts.ts'
import { eventually } from '../../../tests/setup/buying.ts'
import { freePort } from '../../../tests/setup/free-port.ts'
import { makeTempFolder } from '../../../tests/setup/temp-folder.ts'
import { type Db, openDb } from '../db/client.ts'

const root = path.resolve(import.meta.dirname, '..', '..', '..')
const server = inject('database')
const name = `drain_${process.pid}`
let admin: Db
let folder: string

beforeAll(async () => {
  admin = openDb({ connection: { ...server, database: 'hariyali' }, max: 1 })
  await admin.execute(`create database ${name} template ${server.template}`)
  folder = makeTempFolder('hariyali-drain-')
})
afterAll(async () => {
  await admin.execute(`drop database ${name} with (force)`)
  await admin.close()
  rmSync(folder, { recursive: true, force: true })
})

/** One request on a reused connection: its status, or its error. */
function ask(url: string, agent: Agent): Promise<number | string> {
  return new Promise((resolve) => {
    const call = request(url, { agent }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
      response.once('error', (error) => resolve(error.message))
    })
    call.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    call.end()
  })
}

test('every accepted request is answered, no connection is reset, and the exit code is 0', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['scripts/start.ts', '--without-pages'], {
    cwd: root,
    env: {
      ...process.env,
      ...compiledScripts,
      NODE_ENV: 'test',
      PORT: String(port),
      DATA_DIR: folder,
      DATABASE_URL: `postgres://${server.user}@localhost:${server.port}/${name}?host=${encodeURIComponent(server.host)}`,
      SEED: 'none',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  try {
    const ready = async () => (await fetch(`${url}/readyz`).catch(() => null))?.status
    await eventually(ready, (status) => status === 200)
    const agent = new Agent({ keepAlive: true, maxSockets: 8 })
    const answers: (number | string)[] = []
    let stopping = false
    const visitor = async () => {
      for (;;) {
        const answer = await ask(`${url}/api/v1/public/category/all`, agent)
        answers.push(answer)
        // The port is closed: a load balancer would send this request to another node.
        if (typeof answer === 'string') return
      }
    }
    const visitors = Array.from({ length: 8 }, visitor)
    await eventually(
      async () => answers.length,
      (count) => count > 200,
    )
    let slow: Promise<number | string> = Promise.resolve(0)
    const own = openDb({ connection: { ...server, database: name }, max: 2 })
    await own.transaction(async (tx) => {
      await tx.execute('lock table product in access exclusive mode')
      // A request that is being processed when the signal arrives, on its own connection.
      slow = ask(`${url}/api/v1/public/product/0191d7a0-0000-7000-8000-000000000001`, new Agent())
      const stuck = `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      await eventually(
        async () => ((await own.execute(stuck)).rows[0] as { n: number }).n,
        (n) => n === 1,
      )
      child.kill('SIGTERM')
      stopping = true
      await Promise.all(visitors)
    })
    await own.close()
    expect(await slow).toBe(404)
    const [code] = await ended
    expect([stopping, code]).toEqual([true, 0])
    const counted = new Map<number | string, number>()
    for (const answer of answers) counted.set(answer, (counted.get(answer) ?? 0) + 1)
    expect([...counted.keys()].sort((a, b) => String(a).localeCompare(String(b)))).toEqual([
      200,
      'ECONNREFUSED',
    ])
    expect(counted.get('ECONNREFUSED')).toBe(8)
  } finally {
    child.kill('SIGKILL')
    await ended
  }
})
