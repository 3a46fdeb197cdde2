/** The connection pool and the transaction helper; the only place besides migrate.ts that knows the driver. */
import pg from 'pg'
import { StartError } from '../config.ts'
import { times } from '../observe/meters.ts'
import { spanned } from '../observe/trace.ts'
import { compile, type Sql, statementName } from './sql.ts'

// Counts and paise fit a double exactly (below 2^53); numerics are short decimals of cm and grams.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

/** Anything that runs a statement: the pool or a transaction. */
export interface Queryable {
  /** All rows of a statement. */
  query<Row extends object>(statement: Sql): Promise<Row[]>
  /** For the job queue and migrations, which bring statements of their own. */
  execute(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
}

declare const inTransaction: unique symbol
/** A running transaction. A function that takes one cannot be called with the pool. */
export interface Tx extends Queryable {
  readonly [inTransaction]: true
}

export interface Db extends Queryable {
  /** Runs `work` in one transaction and again from the start when PostgreSQL asks for it (40001, 40P01). */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** How many statements of the shop were run so far: measuring counts those of a page with it. */
  statements(): number
  /** Connections and who waits for one. */
  pool(): { open: number; idle: number; waiting: number; max: number }
  close(): Promise<void>
}

export interface DbOptions {
  connection: pg.PoolConfig
  /** Brings an embedded server back after its connection was lost. */
  ensure?: () => Promise<void>
  max?: number
  onError?: (error: Error) => void
}

const took = times('hariyali_sql_seconds', 'Statements of the shop, without the wait for a connection.')
const attempts = 5
const mustRepeat = new Set(['40001', '40P01'])
const codeOf = (error: unknown) => (error as { code?: string } | null)?.code

/** Opens a pool. Nothing is connected before the first statement. */
export function openDb({ connection, ensure, max = 16, onError }: DbOptions): Db {
  const pool = new pg.Pool({ ...connection, max, idleTimeoutMillis: 30_000, connectionTimeoutMillis: 10_000 })
  // An idle connection that breaks is replaced at the next statement; without a listener it would end the process.
  let closed = false
  pool.on('error', (error) => {
    if (!closed) onError?.(error)
  })
  // The pool listens to idle connections only, and one may break in the very packet that made it ready.
  const broken = new WeakMap<pg.PoolClient, Error>()
  pool.on('connect', (client) => client.on('error', (error) => broken.set(client, error)))

  async function connect(): Promise<pg.PoolClient> {
    try {
      return await pool.connect()
    } catch (error) {
      if (!ensure) throw error
      await ensure()
      return pool.connect()
    }
  }

  async function withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await connect()
    try {
      return await work(client)
    } catch (error) {
      if (isConnectionLoss(error)) broken.set(client, error as Error)
      throw error
    } finally {
      client.release(broken.get(client))
    }
  }

  let count = 0
  const run = async <Row extends object>(client: pg.PoolClient, statement: Sql): Promise<Row[]> => {
    count += 1
    const { text, values } = compile(statement)
    const began = performance.now()
    // The text holds no values: those travel beside it.
    const about = { 'db.system.name': 'postgresql', 'db.query.text': text.trim().slice(0, 2_000) }
    try {
      const result = await spanned('sql', 'client', about, () =>
        client.query<Row>({ name: statementName(text), text, values }),
      )
      return result.rows
    } finally {
      took.took((performance.now() - began) / 1_000)
    }
  }

  return {
    query: (statement) => withClient((client) => run(client, statement)),
    async transaction(work) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await withClient((client) => once(client, work, run))
        } catch (error) {
          if (!mustRepeat.has(codeOf(error) ?? '') || attempt === attempts) throw error
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt))
        }
      }
    },
    execute: (text, values) => withClient((client) => client.query(text, values)),
    statements: () => count,
    pool: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount, max }),
    close() {
      closed = true
      return pool.end()
    },
  }
}

async function once<T>(
  client: pg.PoolClient,
  work: (tx: Tx) => Promise<T>,
  run: <Row extends object>(client: pg.PoolClient, statement: Sql) => Promise<Row[]>,
): Promise<T> {
  await client.query('begin')
  try {
    const tx = {
      query: <Row extends object>(statement: Sql) => run<Row>(client, statement),
      execute: (text: string, values?: unknown[]) => client.query(text, values),
    } satisfies Queryable as unknown as Tx
    const result = await work(tx)
    await client.query('commit')
    return result
  } catch (error) {
    // On a broken connection the server has rolled back by itself; the first error is the one to report.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

function isConnectionLoss(error: unknown): boolean {
  const code = codeOf(error) ?? ''
  return (
    /^(57P0|08)/.test(code) ||
    ['ECONNRESET', 'EPIPE', 'ECONNREFUSED'].includes(code) ||
    /Connection terminated/.test(String(error))
  )
}

/** The only row of a statement that always has one. */
export function only<Row>(rows: Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('a statement that always answers a row answered none')
  return row
}

/** Proves that the database answers, in words for the person who starts the shop. */
export async function proveConnection(db: Db, where: string): Promise<void> {
  try {
    const rows = (await db.execute('show server_version_num')).rows as { server_version_num: string }[]
    const version = Number(only(rows).server_version_num)
    if (version < 140_000)
      throw new StartError(`The database at ${where} is too old: PostgreSQL 14 or newer is needed.`)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `Cannot open the database at ${where}: ${(error as Error).message || codeOf(error)}.`,
    )
  }
}
