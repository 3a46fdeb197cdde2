/** How the pool handles broken connections, and its limits for kinds of work. */
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { eventually } from '../../../tests/setup/buying.ts'
import { type Db, openDb, type Tx } from './client.ts'
import { DatabaseUnavailable } from './connection-errors.ts'
import { Sql, sql } from './sql.ts'
import { runAsWorkload } from './workload.ts'

/** One message of the PostgreSQL protocol: type, length, body. */
function message(letter: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(letter), length, body])
}
const welcome = message('R', Buffer.from([0, 0, 0, 0]))
const readyForQuery = message('Z', Buffer.from('I'))
const killed = message(
  'E',
  Buffer.from('SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0'),
)

// A server that is killed during a log-in: its last error arrives in the packet that says the connection is ready.
const dying = createServer((socket) => {
  socket.on('error', () => {})
  socket.once('data', () => socket.end(Buffer.concat([welcome, readyForQuery, killed])))
})
beforeAll(() => new Promise<void>((resolve) => dying.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => dying.close(resolve)))

test.each([false, true])(
  'a database that dies in the moment a connection is made ends the statement, not the process (serving: %s)',
  async (serving) => {
    const connection = { host: '127.0.0.1', port: (dying.address() as AddressInfo).port, user: 'app' }
    const db = openDb({ connection, serving })
    for (let tries = 0; tries < 3; tries += 1) await expect(db.execute('select 1')).rejects.toThrow()
    expect(db.pool()).toMatchObject({ open: 0, waiting: 0 })
    await db.close()
  },
)

/** A server that refuses every connection with this error. */
async function refusing(code: string): Promise<Server> {
  const words = message('E', Buffer.from(`SFATAL\0C${code}\0Mno\0\0`))
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(words))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
const portOf = (server: Server) => (server.address() as AddressInfo).port

test.each(['53300', '57P03', '53100'])(
  'a database that lets nobody in (%s) is one that does not answer, and says so by its code',
  async (code) => {
    const server = await refusing(code)
    const db = openDb({ connection: { host: '127.0.0.1', port: portOf(server), user: 'app' } })
    const refusal = await db.execute('select 1').catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(DatabaseUnavailable)
    expect(refusal).toMatchObject({ code })
    await db.close()
    await new Promise((resolve) => server.close(resolve))
  },
)

test('a connection that could not roll back is closed', async () => {
  const done = Buffer.concat([message('C', Buffer.from('BEGIN\0')), message('Z', Buffer.from('T'))])
  const refused = Buffer.concat([
    message('E', Buffer.from('SERROR\0C57014\0Mcancelled\0\0')),
    message('Z', Buffer.from('E')),
  ])
  // Begins a transaction and refuses everything after it, the rollback included.
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(Buffer.concat([welcome, readyForQuery]))
      socket.on('data', (asked) => socket.write(asked.includes('begin') ? done : refused))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const db = openDb({ connection: { host: '127.0.0.1', port: portOf(server), user: 'app' } })
  await expect(db.transaction((tx) => tx.execute('select 1'))).rejects.toMatchObject({ code: '57014' })
  expect(db.pool().open).toBe(0)
  await db.close()
  await new Promise((resolve) => server.close(resolve))
})

describe('a pool that serves requests', () => {
  const { template: _, ...server } = inject('database')
  const connection = { ...server, database: 'hariyali' }
  let db: Db
  beforeEach(() => {
    db = openDb({ connection, max: 12, serving: true })
  })
  afterEach(() => db.close())

  const settings = async (of: Db) => {
    const names = ['lock_timeout', 'idle_in_transaction_session_timeout', 'statement_timeout']
    const { rows } = await of.execute('select name, setting from pg_settings where name = any($1)', [names])
    const found = new Map((rows as { name: string; setting: string }[]).map((row) => [row.name, row.setting]))
    return names.map((name) => Number(found.get(name)))
  }

  test('limits locks, pauses and statements of requests; jobs have longer limits, commands none', async () => {
    expect(await settings(db)).toEqual([5_000, 15_000, 30_000])
    expect(await runAsWorkload('background', () => settings(db))).toEqual([15_000, 60_000, 600_000])
    const command = openDb({ connection, max: 1 })
    expect(await settings(command)).toEqual([0, 0, 0])
    await command.close()
  })

  test('no kind of work takes all connections: while each kind holds all that it may, reading goes on', async () => {
    const held = new AbortController()
    const kinds = ['payment', 'settlement', 'sign-in', 'write', 'background'] as const
    const holding = kinds.flatMap((kind) =>
      Array.from({ length: 12 }, () =>
        runAsWorkload(kind, () =>
          db.transaction(async (tx) => {
            await tx.execute('select 1')
            if (!held.signal.aborted) await once(held.signal, 'abort')
          }),
        ),
      ),
    )
    // Payments 2 of 9, three kinds 1 each, and 3 for the background.
    await eventually(
      async () => db.pool(),
      ({ open, idle }) => open - idle === 8,
    )
    expect((await db.execute('select 1')).rows).toHaveLength(1)
    expect(db.pool().waiting).toBeGreaterThan(0)
    held.abort()
    await Promise.all(holding)
    expect(db.pool().waiting).toBe(0)
  })

  test('a transaction runs one statement at a time, refuses any other, and keeps nothing when one fails', async () => {
    const own = openDb({ connection, max: 1, serving: true })
    await own.execute('create table if not exists one_at_a_time (n int primary key)')
    await own.execute('truncate one_at_a_time')
    const insert = (tx: Tx, n: number) => tx.query(sql`insert into one_at_a_time values (${n})`)
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
    const { promise: late, resolve: tell } = Promise.withResolvers<unknown>()
    const goOnLater = (tx: Tx) => void isOver.then(() => insert(tx, 9)).then(() => tell('written'), tell)

    const together = own.transaction((tx) => Promise.all([insert(tx, 1), insert(tx, 2)]))
    await expect(together).rejects.toThrow('another statement of this transaction is running')
    const unfinished = own.transaction(async (tx) => void insert(tx, 1).catch(() => {}))
    await expect(unfinished).rejects.toThrow('another statement of this transaction is running')
    const failing = own.transaction(async (tx) => {
      goOnLater(tx)
      await insert(tx, 1)
      await insert(tx, 1)
    })
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    // Without the refusal it would be written outside of any transaction.
    end()
    expect(String(await late)).toMatch('the transaction is over')
    expect((await own.execute('select * from one_at_a_time')).rows).toEqual([])

    await own.transaction(async (tx) => {
      await insert(tx, 3)
      await insert(tx, 4)
    })
    expect((await own.execute('select array_agg(n order by n) as all from one_at_a_time')).rows).toEqual([
      { all: [3, 4] },
    ])
    expect(own.pool()).toMatchObject({ open: 1, idle: 1 })
    await own.execute('drop table one_at_a_time')
    await own.close()
  })

  test('a statement that failed without being noticed is no commit', async () => {
    const work = db.transaction(async (tx) => {
      await tx.execute('select 1 / 0').catch(() => {})
    })
    await expect(work).rejects.toThrow('rolled back instead of committed')
  })

  test('a text that begins a transaction by itself and fails leaves none behind on its connection', async () => {
    const own = openDb({ connection, max: 1 })
    await expect(own.execute('begin; select 1 / 0; commit')).rejects.toMatchObject({ code: '22012' })
    expect(await own.query(sql`select 1 as one`)).toEqual([{ one: 1 }])
    expect(own.pool()).toMatchObject({ open: 1, idle: 1 })
    await own.close()
  })

  test('a connection whose prepared statements take too much memory of the server is replaced', async () => {
    const own = openDb({ connection, max: 1 })
    const now = async () =>
      (
        await own.query<{ kept: number; pid: number }>(sql`
        select coalesce(sum(length(statement)), 0) as kept, pg_backend_pid() as pid from pg_prepared_statements`)
      )[0]
    const first = await now()
    const kept: number[] = []
    for (let n = 0; n < 150; n += 1) {
      await own.query(new Sql([`select ${n} as n /* ${'long '.repeat(1_000)} */`], []))
      kept.push((await now())?.kept ?? 0)
    }
    expect(Math.max(...kept)).toBeGreaterThan(400_000)
    expect(Math.max(...kept)).toBeLessThan(520_000)
    expect((await now())?.pid).not.toBe(first?.pid)
    await own.close()
  })

  test('a lock that does not come is waited for twice, then the work is given up as not answered', async () => {
    let tries = 0
    const own = openDb({ connection, max: 1 })
    await own.transaction(async (blocker) => {
      await blocker.execute('select pg_advisory_xact_lock(4711)')
      const work = db.transaction(async (tx) => {
        tries += 1
        await tx.execute('set local lock_timeout = 100')
        await tx.execute('select pg_advisory_xact_lock(4711)')
      })
      await expect(work).rejects.toMatchObject({ code: '55P03' })
      await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable)
    })
    await own.close()
    expect(tries).toBe(2)
  })

  test('a session that the server ended in the middle of a transaction leaves the pool', async () => {
    const paused = db.transaction(async (tx) => {
      await tx.execute('set local idle_in_transaction_session_timeout = 50')
      await sleep(500)
      await tx.execute('select 1')
    })
    await expect(paused).rejects.toBeInstanceOf(DatabaseUnavailable)
    expect(db.pool().open).toBe(0)
    expect((await db.execute('select 1')).rows).toHaveLength(1)
  })

  test('a statement that is cancelled for its time does not cost the connection', async () => {
    const slow = db.transaction(async (tx) => {
      await tx.execute('set local statement_timeout = 50')
      await tx.execute('select pg_sleep(5)')
    })
    await expect(slow).rejects.toMatchObject({ code: '57014' })
    await expect(slow).rejects.toBeInstanceOf(DatabaseUnavailable)
    expect(db.pool()).toMatchObject({ open: 1, idle: 1 })
  })
})
