// @module-tag nightly: It proves how PostgreSQL is started for development. Each run of the tests starts it, too.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeTempFolder } from '../../../tests/setup/temp-folder.ts'
import { StartError } from '../config/config.ts'
import { startEmbeddedDatabase } from './embedded.ts'
import type { EmbeddedDatabase } from './embedded.ts'

const asRoot = process.getuid?.() === 0
const running: EmbeddedDatabase[] = []
let folder: string
let dataDir: string

beforeAll(() => {
  folder = makeTempFolder('embedded हरियाली ')
  dataDir = path.join(folder, 'data')
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((database) => database.stop()))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('starts in a folder with a space in its name and answers', async () => {
  const database = await start()
  expect(database.dataDir).toBe(dataDir)
  expect(await ask(database, 'select current_database() as answer')).toBe('hariyali')
  expect(await ask(database, 'show fsync')).toBe('on')
  expect(statSync(database.connection.host).mode & 0o777).toBe(0o700)
})

test('stops for good, keeps the data and leaves no process', async () => {
  const first = await start()
  await ask(first, 'create table kept as select 42 as answer')
  const pid = serverPid()
  await first.stop()
  expect(isRunning(pid)).toBe(false)
  await expect(first.ensure()).rejects.toThrow('was stopped')
  expect(await ask(await start(), 'select answer from kept')).toBe(42)
})

test('comes back after kill -9 of the server', async () => {
  const database = await start()
  await ask(database, 'create table survives as select 7 as answer')
  for (let round = 0; round < 3; round += 1) {
    process.kill(serverPid(), 'SIGKILL')
    // Two callers notice at once: one server comes back, for both.
    await Promise.all([database.ensure(), database.ensure()])
    expect(await ask(database, 'select answer from survives')).toBe(7)
  }
})

test('two on one folder share a server, and the second goes on when the first stops', async () => {
  const [first, second] = await Promise.all([start(), start()])
  const started = 'select pg_postmaster_start_time()::text as answer'
  expect(await ask(first, started)).toBe(await ask(second, started))
  await first.stop()
  await second.ensure()
  await second.stop()
  await expect(ask(second, started)).rejects.toThrow(/ENOENT|ECONNREFUSED/)
})

test('two first starts at once end with one database', async () => {
  const fresh = path.join(folder, 'fresh')
  const [first, second] = await Promise.all([start(fresh), start(fresh)])
  await ask(first, 'create table made as select 1 as answer')
  expect(await ask(second, 'select answer from made')).toBe(1)
})

test('an app killed with -9 leaves no server behind', async () => {
  const script =
    `import { startEmbeddedDatabase } from ${JSON.stringify(new URL('embedded.ts', import.meta.url))};` +
    `await startEmbeddedDatabase({ dataDir: ${JSON.stringify(dataDir)}, log() {} }); console.log('ready')`
  const app = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve) => app.stdout.once('data', resolve))
  const pid = serverPid()
  app.kill('SIGKILL')
  await until(() => !isRunning(pid))
  expect(existsSync(path.join(dataDir, 'postmaster.pid'))).toBe(false) // it shut down in order
})

test('opens again where postmaster.pid names an unrelated process', async () => {
  const database = await start()
  await database.stop()
  const sleeper = spawn('sleep', ['60'], asRoot ? { uid: statSync(dataDir).uid } : {})
  writeFileSync(path.join(dataDir, 'postmaster.pid'), `${sleeper.pid}\n${dataDir}\n1\n5432\n/tmp\n\n`)
  try {
    expect(await ask(await start(), 'select 1 as answer')).toBe(1)
  } finally {
    sleeper.kill()
  }
})

test.runIf(asRoot)(
  'as root below a closed folder, keeps the data where the server can reach it',
  async () => {
    const closed = path.join(folder, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const database = await start(path.join(closed, 'data'))
    try {
      expect(database.dataDir).toMatch(/^\/var\/lib\/hariyali\/[0-9a-f]{12}$/)
      expect(await ask(database, 'select 1 as answer')).toBe(1)
    } finally {
      await database.stop()
      rmSync(database.dataDir, { recursive: true, force: true })
    }
  },
)

test('a folder that cannot be made or is no database is refused in one line', async () => {
  const file = path.join(folder, 'a file')
  writeFileSync(file, '')
  await expectRefusal(path.join(file, 'data'), 'cannot be written', 'DATA_DIR')
  const full = path.join(folder, 'photos')
  mkdirSync(full)
  writeFileSync(path.join(full, 'holiday.jpg'), '')
  await expectRefusal(full, full, 'DATA_DIR')
  if (asRoot) return
  const readOnly = path.join(folder, 'read only')
  mkdirSync(readOnly, { mode: 0o500 })
  await expectRefusal(path.join(readOnly, 'data'), 'cannot be written', 'EACCES')
})

test("another version's data folder is refused in one line", async () => {
  const old = path.join(folder, 'old')
  await (await start(old)).stop()
  writeFileSync(path.join(old, 'PG_VERSION'), '16\n')
  await expectRefusal(old, 'was made by PostgreSQL 16', 'export the data')
})

test('a setting the server refuses is reported in its own words', async () => {
  const error = await startEmbeddedDatabase({ dataDir, log() {}, settings: { work_mem: 'plenty' } }).catch(
    String,
  )
  expect(error).toContain('invalid value for parameter "work_mem"')
})

async function start(where = dataDir): Promise<EmbeddedDatabase> {
  const database = await startEmbeddedDatabase({ dataDir: where, log() {} })
  running.push(database)
  return database
}

async function expectRefusal(where: string, ...words: string[]): Promise<void> {
  const error = await startEmbeddedDatabase({ dataDir: where, log() {} }).catch((refusal: unknown) => refusal)
  expect(error).toBeInstanceOf(StartError)
  const { message } = error as StartError
  expect(message).not.toContain('\n')
  for (const word of words) expect(message).toContain(word)
}

async function ask(database: EmbeddedDatabase, statement: string): Promise<unknown> {
  const client = new pg.Client(database.connection)
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement)
    return rows[0] && Object.values(rows[0])[0]
  } finally {
    await client.end()
  }
}

function serverPid(): number {
  return parseInt(readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8'), 10)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('waited a minute in vain')
    await sleep(20)
  }
}
