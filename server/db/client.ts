/** The connection pool and the transaction helper; the only place besides migrate.ts that knows the driver. */
import pg from 'pg'
import { StartError } from '../config.ts'
import { histogram } from '../observe/meters.ts'
import { spanned } from '../observe/trace.ts'
import { type Bulkhead, openBulkhead } from './bulkhead.ts'
import { compile, type Sql, statementName } from './sql.ts'
import { currentWorkload, type Workload } from './workload.ts'

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
  /** Runs `step` once the transaction is committed, and never when it is rolled back. It must not throw. */
  afterCommit(step: () => void): void
}

export interface Db extends Queryable {
  /**
   * Runs `work` in one transaction and again from the start when PostgreSQL asks for it (40001, 40P01), once also when a
   * lock did not come in time (55P03).
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** How many statements of the shop were run so far: measuring counts those of a page with it. */
  statements(): number
  /** Connections and who waits for one, all kinds of work together. */
  pool(): { open: number; idle: number; waiting: number; max: number }
  close(): Promise<void>
}

export interface DbOptions {
  connection: pg.PoolConfig
  /** Brings an embedded server back after its connection was lost. */
  ensure?: () => Promise<void>
  max?: number
  onError?: (error: Error) => void
  /**
   * For a shop that answers requests: its statements, locks and pauses in a transaction have limits, jobs and timers get a
   * quarter of the connections with longer ones, and no kind of work may take all. Commands do without.
   */
  serving?: boolean
}

/** The database did not answer, or not in time. What was asked has not happened, or is found by asking again. */
export class DatabaseUnavailable extends Error {
  /** PostgreSQL's or the system's code of the reason. */
  readonly code: string
  constructor(cause: unknown) {
    super((cause as Error | null)?.message || String(cause), { cause })
    this.code = codeOf(cause) ?? 'none'
  }
}

const took = histogram('hariyali_sql_seconds', 'Statements of the shop, without the wait for a connection.')
const attempts = 5
const mustRepeat = new Set(['40001', '40P01'])
const lockNotAvailable = '55P03'
const lockAttempts = 2
/** How long a connection is waited for. */
const connectMs = 10_000
const codeOf = (error: unknown) => (error as { code?: string } | null)?.code

/** In milliseconds; told to the server by each new connection. */
interface Limits {
  lock: number
  idleInTransaction: number
  statement: number
}
const ofRequests: Limits = { lock: 5_000, idleInTransaction: 15_000, statement: 30_000 }
const ofBackground: Limits = { lock: 15_000, idleInTransaction: 60_000, statement: 600_000 }
/** Beyond the server's own limit: a server that is frozen, or a line that is dead, does not keep it. */
const graceMs = 5_000

/** The share of the requests' connections that one kind may take; a quarter or more is left for those who only read. */
const shares: Record<Exclude<Workload, 'background'>, number> = {
  payment: 1 / 4,
  settlement: 1 / 6,
  'sign-in': 1 / 6,
  write: 1 / 6,
}

/** Opens a pool. Nothing is connected before the first statement. */
export function openDb({ connection, ensure, max = 16, onError, serving = false }: DbOptions): Db {
  let closed = false
  const broken = new WeakMap<pg.PoolClient, Error>()

  function openPool(size: number, limits?: Limits): pg.Pool {
    const pool = new pg.Pool({
      ...connection,
      max: size,
      idleTimeoutMillis: 30_000,
      connectionTimeoutMillis: connectMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      // Not as parameters of the start: a pooler such as PgBouncer refuses connections that bring those.
      ...(limits && {
        query_timeout: limits.statement + graceMs,
        // The pool waits for what it answers, though its types do not say so.
        onConnect: (client: pg.ClientBase): unknown => client.query(settingsOf(limits)),
      }),
    })
    // An idle connection that breaks is replaced at the next statement; without a listener it would end the process.
    pool.on('error', (error) => {
      if (!closed) onError?.(error)
    })
    // The pool listens to idle connections only, and one may break in the very packet that made it ready.
    pool.on('connect', (client) => client.on('error', (error) => broken.set(client, error)))
    return pool
  }

  const forBackground = serving ? Math.max(1, Math.floor(max / 4)) : 0
  const pool = openPool(Math.max(1, max - forBackground), serving ? ofRequests : undefined)
  const background = serving ? openPool(forBackground, ofBackground) : pool
  const pools = serving ? [pool, background] : [pool]
  const bulkheads = new Map<Workload, Bulkhead>()
  if (serving)
    for (const [workload, share] of Object.entries(shares)) {
      const maxConcurrent = Math.max(1, Math.floor((max - forBackground) * share))
      const refusal = () => new DatabaseUnavailable(new Error(`No connection for ${workload} in time.`))
      bulkheads.set(workload as Workload, openBulkhead(maxConcurrent, connectMs, refusal))
    }

  async function connect(from: pg.Pool): Promise<pg.PoolClient> {
    try {
      return await from.connect()
    } catch (error) {
      // With all connections taken nothing is wrong with the server.
      if (!ensure || poolIsFull(error)) throw new DatabaseUnavailable(error)
      await ensure()
      return from.connect()
    }
  }

  async function withClientOf<T>(from: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    let client: pg.PoolClient
    try {
      client = await connect(from)
    } catch (error) {
      throw error instanceof DatabaseUnavailable ? error : new DatabaseUnavailable(error)
    }
    try {
      return await work(client)
    } catch (error) {
      if (isConnectionLoss(error)) broken.set(client, error as Error)
      throw isUnavailable(error) ? new DatabaseUnavailable(error) : error
    } finally {
      client.release(broken.get(client))
    }
  }

  function withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const workload = currentWorkload()
    if (workload === 'background') return withClientOf(background, work)
    const bulkhead = workload && bulkheads.get(workload)
    return bulkhead ? bulkhead.run(() => withClientOf(pool, work)) : withClientOf(pool, work)
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
      took.observe((performance.now() - began) / 1_000)
    }
  }

  return {
    query: (statement) => withClient((client) => run(client, statement)),
    async transaction(work) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await withClient((client) => once(client, work, run, (error) => broken.set(client, error)))
        } catch (error) {
          const code = codeOf(error) ?? ''
          const maxAttempts = code === lockNotAvailable ? lockAttempts : mustRepeat.has(code) ? attempts : 1
          if (attempt >= maxAttempts) throw error
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt))
        }
      }
    },
    execute: (text, values) => withClient((client) => client.query(text, values)),
    statements: () => count,
    pool() {
      const sum = (of: (each: pg.Pool) => number) => pools.reduce((all, each) => all + of(each), 0)
      let waiting = sum((each) => each.waitingCount)
      for (const bulkhead of bulkheads.values()) waiting += bulkhead.waiting()
      return { open: sum((each) => each.totalCount), idle: sum((each) => each.idleCount), waiting, max }
    },
    async close() {
      closed = true
      await Promise.all(pools.map((each) => each.end()))
    },
  }
}

async function once<T>(
  client: pg.PoolClient,
  work: (tx: Tx) => Promise<T>,
  run: <Row extends object>(client: pg.PoolClient, statement: Sql) => Promise<Row[]>,
  onBroken: (error: Error) => void,
): Promise<T> {
  const afterCommit: (() => void)[] = []
  await client.query('begin')
  try {
    const tx = {
      query: <Row extends object>(statement: Sql) => run<Row>(client, statement),
      execute: (text: string, values?: unknown[]) => client.query(text, values),
      afterCommit: (step: () => void) => void afterCommit.push(step),
    } satisfies Omit<Tx, typeof inTransaction> as unknown as Tx
    const result = await work(tx)
    await client.query('commit')
    for (const step of afterCommit) step()
    return result
  } catch (error) {
    // On a broken connection the server has rolled back by itself. One that does not roll back is of no use to anybody.
    if (!isConnectionLoss(error)) await client.query('rollback').catch(onBroken)
    throw error
  }
}

function settingsOf({ lock, idleInTransaction, statement }: Limits): string {
  return `set lock_timeout = ${lock}; set statement_timeout = ${statement}; set idle_in_transaction_session_timeout = ${idleInTransaction}`
}

const networkCodes = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNREFUSED',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** Whether the connection is of no use any more: its session has ended, or nobody knows what it is doing. */
function isConnectionLoss(error: unknown): boolean {
  const code = codeOf(error) ?? ''
  return (
    // 25P03 and 25P04: it paused or took too long in a transaction. 25006: the server is not the one that writes any more.
    /^(57P0|08|25P0[34]|25006)/.test(code) ||
    networkCodes.has(code) ||
    /Connection terminated|not queryable|Query read timeout/.test(String(error))
  )
}

/** Whether the database did not answer, not in time, or had no room (53…): a fault of nobody's request. */
function isUnavailable(error: unknown): boolean {
  return isConnectionLoss(error) || /^(53|58|40001|40P01|55P03|57014)/.test(codeOf(error) ?? '')
}

function poolIsFull(error: unknown): boolean {
  return /timeout exceeded when trying to connect/.test(String(error))
}

/** The only row of a statement that always has one. */
export function singleRow<Row>(rows: Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('a statement that always answers a row answered none')
  return row
}

/** Proves that the database answers, in words for the person who starts the shop. */
export async function proveConnection(db: Db, where: string): Promise<void> {
  try {
    const rows = (await db.execute('show server_version_num')).rows as { server_version_num: string }[]
    const version = Number(singleRow(rows).server_version_num)
    if (version < 140_000)
      throw new StartError(`The database at ${where} is too old: PostgreSQL 14 or newer is needed.`)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `Cannot open the database at ${where}: ${(error as Error).message || codeOf(error)}.`,
    )
  }
}
