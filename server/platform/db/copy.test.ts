/** COPY in streams: a stream or a connection that breaks off fails the call, and never leaves it waiting. */
import { Readable, Writable } from 'node:stream'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type CopySession, openCopySession } from './copy.ts'

const connection = { ...inject('database'), database: 'hariyali' }
const name = `copied_${process.pid}`
let client: pg.Client
beforeAll(async () => {
  client = new pg.Client(connection)
  await client.connect()
  // More than every buffer on the way holds.
  await client.query(
    `create table ${name} as select i, repeat('x', 1000) as text from generate_series(1, 20000) i`,
  )
})
afterAll(async () => {
  await client.query(`drop table ${name}`)
  await client.end()
})

async function inSession(work: (session: CopySession, pid: number) => Promise<unknown>): Promise<void> {
  const session = await openCopySession(connection)
  const [row] = await session.query<{ pid: number }>('select pg_backend_pid() as pid')
  try {
    await work(session, row!.pid)
  } finally {
    await session.end()
  }
}
const count = async () => Number((await client.query(`select count(*) as n from ${name}`)).rows[0].n)
const kill = (pid: number) => client.query('select pg_terminate_backend($1)', [pid])

test('rows are copied out and in whole', async () => {
  await inSession(async (session) => {
    const pieces: Buffer[] = []
    const sink = new Writable({ write: (piece, _, done) => (pieces.push(piece), done()) })
    expect(await session.copyOut(`copy ${name} to stdout`, sink)).toBe(20_000)
    await session.query('begin')
    expect(await session.copyIn(`copy ${name} from stdin`, Readable.from(pieces))).toBe(20_000)
    await session.query('rollback')
  })
})

test('a target that fails ends the copy', async () => {
  await inSession(async (session) => {
    const sink = new Writable({ write: (_, __, done) => done(new Error('no space')) })
    await expect(session.copyOut(`copy ${name} to stdout`, sink)).rejects.toThrow('no space')
  })
})

test('a connection that is lost ends the copy out', async () => {
  await inSession(async (session, pid) => {
    const sink = new Writable({
      write: (_, __, done) => void kill(pid).then(() => done()),
    })
    await expect(session.copyOut(`copy ${name} to stdout`, sink)).rejects.toThrow()
  })
})

test('a source that fails, wrong rows and a lost connection end the copy in, and nothing is stored', async () => {
  const before = await count()
  async function* broken() {
    yield Buffer.from('1\ta\n')
    throw new Error('damaged')
  }
  async function* killed(pid: number) {
    yield Buffer.from('1\ta\n')
    await kill(pid)
    for (let i = 0; i < 5_000; i += 1) yield Buffer.from(`1\t${'a'.repeat(2_000)}\n`)
  }
  await inSession(async (session) => {
    await expect(session.copyIn(`copy ${name} from stdin`, Readable.from(broken()))).rejects.toThrow(
      'damaged',
    )
  })
  await inSession(async (session) => {
    const rows = Readable.from([Buffer.from('1\ta\nno number\tb\n')])
    await expect(session.copyIn(`copy ${name} from stdin`, rows)).rejects.toThrow('invalid input')
  })
  await inSession(async (session, pid) => {
    await expect(session.copyIn(`copy ${name} from stdin`, Readable.from(killed(pid)))).rejects.toThrow()
  })
  expect(await count()).toBe(before)
})

test('a statement that the database refuses is refused', async () => {
  await inSession(async (session) => {
    const sink = new Writable({ write: (_, __, done) => done() })
    await expect(session.copyOut('copy no_such_table to stdout', sink)).rejects.toThrow('does not exist')
  })
  await inSession(async (session) => {
    const rows = Readable.from([Buffer.from('1\ta\n')])
    await expect(session.copyIn('copy no_such_table from stdin', rows)).rejects.toThrow('does not exist')
  })
})
