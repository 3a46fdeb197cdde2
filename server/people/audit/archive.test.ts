/** Entries of the audit are moved to a file after their retention period and not before, and only by the owner of the tables. */
// @module-tag nightly: It proves a command of operators. What the audit records and refuses is proved in its other tests each time.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { auditActions } from '../../../contract/audit.ts'
import { compiledScripts } from '../../../tests/setup/compiled-scripts.ts'
import { makeTempFolder } from '../../../tests/setup/temp-folder.ts'
import { type Db, openDb } from '../../platform/db/client.ts'
import { rightsOf } from '../../platform/db/rights.ts'
import { sql } from '../../platform/db/sql.ts'

const server = inject('database')
const [name, owner, worker] = ['archive', 'archivist', 'shopkeeper'].map(
  (word) => `${word}_${process.pid}`,
) as [string, string, string]
const urlOf = (user: string) =>
  `postgres://${user}@localhost:${server.port}/${name}?host=${encodeURIComponent(server.host)}`
const dbOf = (user: string) => openDb({ connection: { ...server, user, database: name }, max: 2 })
let admin: Db
let owning: Db
let working: Db
let folder: string

beforeAll(async () => {
  folder = makeTempFolder('hariyali-archive-')
  admin = openDb({ connection: { ...server, database: 'hariyali' }, max: 1 })
  await admin.execute(`create role ${owner} login`)
  await admin.execute(`create role ${worker} login`)
  await admin.execute(`create database ${name} owner ${owner} template ${server.template}`)
  const setup = dbOf(server.user)
  await setup.execute(`alter schema public owner to ${owner}; alter table audit_entry owner to ${owner}`)
  for (const statement of rightsOf(worker)) await setup.execute(statement)
  await setup.close()
  owning = dbOf(owner)
  working = dbOf(worker)
})
afterAll(async () => {
  await owning.close()
  await working.close()
  await admin.execute(`drop database ${name} with (force)`)
  await admin.execute(`drop role ${worker}`)
  await admin.execute(`drop role ${owner}`)
  await admin.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await owning.execute(
    'alter table audit_entry disable trigger user; truncate audit_entry; alter table audit_entry enable trigger user',
  )
  rmSync(path.join(folder, 'audit'), { recursive: true, force: true })
})

const env = () => ({
  PATH: process.env['PATH'] ?? '',
  ...compiledScripts,
  DATABASE_URL: urlOf(worker),
  MIGRATE_DATABASE_URL: urlOf(owner),
  DATA_DIR: folder,
})
const root = path.resolve(import.meta.dirname, '../../..')
function archive(
  more: Record<string, string> = {},
  args: readonly string[] = [],
): Promise<{ code: number; out: string }> {
  const options = { cwd: root, env: { ...env(), ...more } }
  return new Promise((resolve) =>
    execFile(process.execPath, ['scripts/archive-audit.ts', ...args], options, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out: out + err }),
    ),
  )
}

async function write(act: string, age: string, count = 1): Promise<void> {
  await working.query(sql`
    insert into audit_entry (id, at, act, by_name, note)
    select uuidv7(), now() - ${age}::interval, ${act}, 'somebody', 'entry ' || n from generate_series(1, ${count}::int) as n`)
}
const left = async () =>
  (
    await owning.query<{ act: string; note: string }>(sql`select act, note from audit_entry order by act, at`)
  ).map(({ act }) => act)
const files = () => {
  try {
    return readdirSync(path.join(folder, 'audit')).toSorted()
  } catch {
    return []
  }
}
const linesOf = (file: string): any[] =>
  gunzipSync(readFileSync(path.join(folder, 'audit', file)))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('the command', () => {
  test('archives sign-ins of half a year ago and everything of nine years ago, leaves the rest, and archives nothing twice', async () => {
    await write('login-failed', '181 days', 2_300)
    await write('login', '179 days')
    await write('bank-account-shown', '8 years 11 months')
    await write('account-suspended', '9 years 1 day')
    const { rows } = await owning.execute('select row_to_json(a) as entry from audit_entry a order by at')
    const { code, out } = await archive()
    expect([code, out]).toEqual([0, expect.stringContaining('2301 entries')])
    expect(await left()).toEqual(['bank-account-shown', 'login'])
    const [file = ''] = files()
    const lines = linesOf(file)
    expect(lines).toHaveLength(2_301)
    const gone = (rows as { entry: { id: string; act: string } }[])
      .map(({ entry }) => entry)
      .filter(({ act }) => ['login-failed', 'account-suspended'].includes(act))
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
    expect(lines.toSorted(byId)).toEqual(gone.toSorted(byId))
    expect(statSync(path.join(folder, 'audit', file)).mode & 0o777).toBe(0o600)
    expect((await archive()).out).toContain('No entry of the audit is old enough.')
    expect(files()).toEqual([file])
  })

  test('killed between writing and deleting loses nothing: the next run writes the same again', async () => {
    await write('logout', '200 days', 40)
    const holder = dbOf(owner)
    let killed: ChildProcess | undefined
    try {
      // Readers are not blocked, but a removal waits.
      await holder.transaction(async (tx) => {
        await tx.execute('lock table audit_entry in share mode')
        killed = spawn(process.execPath, ['scripts/archive-audit.ts'], {
          cwd: root,
          env: env(),
          stdio: 'ignore',
        })
        while (files().length === 0 || statSync(path.join(folder, 'audit', files()[0] ?? '')).size === 0)
          await sleep(20)
        killed.kill('SIGKILL')
        await once(killed, 'exit')
      })
    } finally {
      killed?.kill('SIGKILL')
      await holder.close()
    }
    expect(await left()).toHaveLength(40)
    expect((await archive()).out).toContain('40 entries')
    expect(await left()).toEqual([])
    const [first = '', second = ''] = files()
    expect(linesOf(second)).toEqual(linesOf(first))
  })

  test('two at once wait for each other: every entry is in one file', async () => {
    await write('login', '200 days', 3_000)
    const runs = await Promise.all([archive(), archive()])
    expect(runs.map(({ code }) => code)).toEqual([0, 0])
    expect(await left()).toEqual([])
    const ids = files().flatMap((file) => linesOf(file).map(({ id }) => id))
    expect([ids.length, new Set(ids).size]).toEqual([3_000, 3_000])
  })

  test('deletes nothing where it cannot write', async () => {
    await write('login', '200 days')
    const { code, out } = await archive({}, ['--to', '/dev/null/nowhere'])
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/^Cannot write \/dev\/null\/nowhere\/audit-.*: ENOTDIR\.\n$/),
    ])
    expect(await left()).toEqual(['login'])
  })

  test("works with no account that is the shop's own", async () => {
    await write('login', '200 days')
    const { code, out } = await archive({ MIGRATE_DATABASE_URL: urlOf(worker) })
    expect([code, out]).toEqual([1, expect.stringContaining('permission denied for table audit_entry')])
    expect(await left()).toEqual(['login'])
  })
})

describe('the database', () => {
  test("refuses the shop's own account every removal and change, of old entries as well", async () => {
    await write('login', '20 years')
    for (const statement of [
      'delete from audit_entry',
      'update audit_entry set note = null',
      'truncate audit_entry',
    ])
      await expect(working.execute(statement), statement).rejects.toThrow('permission denied')
  })

  test('refuses the owner of the tables every change, and every deletion before the retention is over', async () => {
    await write('login', '179 days')
    await expect(owning.execute('delete from audit_entry')).rejects.toMatchObject({ code: '42501' })
    await write('refund-settled', '8 years 11 months')
    await expect(
      owning.execute(`delete from audit_entry where act = 'refund-settled'`),
    ).rejects.toMatchObject({ code: '42501' })
    for (const change of [
      `at = at - interval '1 second'`,
      `act = 'logout'`,
      `by_name = 'Somebody'`,
      `note = 'Else'`,
    ])
      await expect(owning.execute(`update audit_entry set ${change}`)).rejects.toMatchObject({
        code: '42501',
      })
    await write('login', '181 days')
    await expect(owning.execute('delete from audit_entry')).rejects.toMatchObject({ code: '42501' })
    expect(await left()).toEqual(['login', 'login', 'refund-settled'])
  })

  test('keeps for half a year only what signing in leaves by the thousand', async () => {
    const rows = await owning.query<{ act: string }>(
      sql`select act from unnest(${[...auditActions]}::text[]) as act where audit_is_brief(act) order by act`,
    )
    expect(rows.map(({ act }) => act)).toEqual([
      'call-refused',
      'label-opened',
      'login',
      'login-confirm-failed',
      'login-confirmed',
      'login-failed',
      'login-suspended',
      'logout',
      'password-change-failed',
      'second-factor-failed',
    ])
  })
})
