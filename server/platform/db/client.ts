/** Statements and transactions on the pool: the interface of the database for queries and use cases. */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { histogram } from '../observe/meters.ts'
import { spanned } from '../observe/trace.ts'
import { codeOf, isConnectionLoss, isStalePlan } from './connection-errors.ts'
import { openPools, type PoolOptions, type PoolUse } from './pools.ts'
import { prepare } from './prepared-statements.ts'
import { compile, type Sql } from './sql.ts'
import { currentWorkload } from './workload.ts'

/** Anything that runs a statement: the pool or a transaction. */
export interface Queryable {
  /** All rows of a statement. */
  query<Row extends object>(statement: Sql): Promise<Row[]>
  /** For the job queue and migrations, which have statements of their own. */
  execute(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
}

/** Anything that reads, `Reads` included. A function that takes a Queryable cannot be given `Reads`. */
export type Readable = Pick<Queryable, 'query'>

/**
 * Reads of public data that may be a second late: from the replica while it is in use, otherwise from the primary (decision
 * 26). Statements of private data, of stock or of money take a Queryable, which this is not.
 */
export interface Reads extends Readable {
  /** Statements with settings of their own; nothing can be written. */
  transaction<T>(work: (tx: Readable) => Promise<T>, options?: TransactionOptions): Promise<T>
}

declare const inTransaction: unique symbol
/**
 * A running transaction. A function that takes one cannot be called with the pool. It runs one statement at a time: a second
 * one during the first, or after the end, throws.
 */
export interface Tx extends Queryable {
  readonly [inTransaction]: true
  /** A text with values is prepared, as one of `query`. */
  execute(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
  /** Runs `step` once the transaction is committed, and never when it is rolled back. It must not throw. */
  afterCommit(step: () => void): void
}

export interface Db extends Queryable {
  /**
   * Runs `work` in one transaction, and again from the start when PostgreSQL asks for it (40001, 40P01), when a cached plan was
   * stale, and once after a timeout of a lock (55P03).
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Without a replica these are the database's own. */
  readonly reads: Reads
  /** Statements that fail when they take longer than this; their connection is closed then, because it may be dead. */
  within(ms: number): Readable
  /** How many statements were run so far but for jobs and timers, for measurements. */
  statements(): number
  /** Connections and waiting statements, all kinds of work together. */
  pool(): PoolUse
  close(): Promise<void>
}

interface TransactionOptions {
  /** 'set local …' statements, run with the begin. */
  settings?: string
}

type RunStatement = <Row extends object>(
  client: pg.PoolClient,
  statement: Sql,
  timeoutMs?: number,
) => Promise<Row[]>

const seconds = histogram(
  'hariyali_sql_seconds',
  'Statements of the shop, without the wait for a connection.',
)

/** Opens the pool. Nothing is connected before the first statement. */
export function openDb(options: PoolOptions): Db {
  const pools = openPools(options)
  let count = 0
  const run: RunStatement = (client, statement, timeoutMs) => {
    if (currentWorkload() !== 'background') count += 1
    const { text, values } = compile(statement)
    return runStatement(client, { ...prepare(client, text, values), query_timeout: timeoutMs })
  }
  async function repeat<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await pools.withClient(work)
      } catch (error) {
        if (attempt >= attemptsFor(error, pools.use().max)) throw error
        await sleep(Math.random() * 20 * attempt)
      }
    }
  }
  const db: Db = {
    query: (statement) => repeat((client) => run(client, statement)),
    transaction: (work, { settings } = {}) =>
      repeat((client) => runTransaction(client, work, { run, settings })),
    // Texts of the job queue begin and commit a transaction of their own.
    execute: (text, values) =>
      pools.withClient((client) =>
        orRollBack(client, () => client.query(values?.length ? prepare(client, text, values) : text)),
      ),
    get reads() {
      return db
    },
    within: (ms) => ({
      query: (statement) => pools.withClient((client) => run(client, statement, ms)),
    }),
    statements: () => count,
    pool: pools.use,
    close: pools.close,
  }
  return db
}

/** Runs a statement, timed and traced. */
async function runStatement<Row extends object>(
  client: pg.PoolClient,
  statement: pg.QueryConfig & { query_timeout: number | undefined },
): Promise<Row[]> {
  const began = performance.now()
  // The text has placeholders: the span contains no value.
  const attributes = {
    'db.system.name': 'postgresql',
    'db.query.text': statement.text.trim().slice(0, 2_000),
  }
  try {
    return (await spanned('sql', 'client', attributes, () => client.query<Row>(statement))).rows
  } finally {
    seconds.observe((performance.now() - began) / 1_000)
  }
}

/** How often work that failed with this error is run, the first time included. */
function attemptsFor(error: unknown, connections: number): number {
  // Each attempt closes the connection whose plan was stale, and all connections may have it.
  if (isStalePlan(error)) return connections + 1
  const code = codeOf(error) ?? ''
  if (code === '55P03') return 2
  return ['40001', '40P01'].includes(code) ? 5 : 1
}

async function runTransaction<T>(
  client: pg.PoolClient,
  work: (tx: Tx) => Promise<T>,
  { run, settings }: { run: RunStatement; settings: string | undefined },
): Promise<T> {
  const afterCommit: (() => void)[] = []
  let state: 'ready' | 'running' | 'over' = 'ready'
  // When a statement fails, no other one may be on its way to the connection, because it would run outside of the transaction.
  async function alone<Result>(start: () => Promise<Result>): Promise<Result> {
    if (state === 'over') throw new Error('the transaction is over')
    if (state === 'running') throw new Error('another statement of this transaction is running')
    state = 'running'
    try {
      return await start()
    } finally {
      if (state === 'running') state = 'ready'
    }
  }
  const tx = {
    query: <Row extends object>(statement: Sql) => alone(() => run<Row>(client, statement)),
    execute: (text: string, values?: unknown[]) =>
      alone(() => client.query(values ? prepare(client, text, values) : text)),
    afterCommit: (step: () => void) => void afterCommit.push(step),
  } satisfies Omit<Tx, typeof inTransaction> as unknown as Tx
  return orRollBack(client, async () => {
    try {
      await client.query(settings === undefined ? 'begin' : `begin; ${settings}`)
      const result = await work(tx)
      const { command } = await alone(() => client.query('commit'))
      // An ignored failure of a statement has aborted the transaction, and PostgreSQL answers a commit by rolling back.
      if (command !== 'COMMIT') throw new Error('the transaction was rolled back instead of committed')
      for (const step of afterCommit) step()
      return result
    } finally {
      state = 'over'
    }
  })
}

/** When `work` fails, its changes are rolled back. On a lost connection the server has rolled back by itself. */
async function orRollBack<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // The pool closes a connection that could not roll back.
    if (!isConnectionLoss(error)) await client.query('rollback').catch(() => {})
    throw error
  }
}

/** The only row of a statement that always has one. */
export function singleRow<Row>(rows: Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('a statement that always returns a row returned none')
  return row
}
