/** Statements and transactions on the pool: what queries and use cases know of the database. */
import type { Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type pg from 'pg'
import { StartError } from '../config/config.ts'
import { histogram } from '../observe/meters.ts'
import { spanned } from '../observe/trace.ts'
import { codeOf, isConnectionLoss, isStalePlan } from './connection-errors.ts'
import { openPools, type PoolOptions, type PoolUse } from './pools.ts'
import { compile, type Sql, statementName } from './sql.ts'

/** Anything that runs a statement: the pool or a transaction. */
export interface Queryable {
  /** All rows of a statement. */
  query<Row extends object>(statement: Sql): Promise<Row[]>
  /** For the job queue and migrations, which bring statements of their own. */
  execute(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
}

/** Anything that reads, `Reads` included. What takes a Queryable instead cannot be given `Reads`. */
export type Readable = Pick<Queryable, 'query'>

/**
 * Reads of what everybody may see a second late: from the replica while that is well, otherwise from the primary (decision 47).
 * Statements of anything private, of stock or of money take a Queryable, which this is not.
 */
export interface Reads extends Readable {
  /** Statements with settings of their own; nothing can be written. */
  transaction<T>(work: (tx: Readable) => Promise<T>, options?: TransactionOptions): Promise<T>
}

declare const inTransaction: unique symbol
/**
 * A running transaction. A function that takes one cannot be called with the pool. Statements that do not need each other's
 * rows may be started together with `Promise.all`: they are sent at once and run in the order in which they were started.
 * When one of them fails, none that was not sent yet is sent any more, and its error is the one that the transaction ends with.
 */
export interface Tx extends Queryable {
  readonly [inTransaction]: true
  /** As `execute`, for one of few texts, whose plan the connection keeps. The plan must not depend on how large tables are. */
  executePrepared(text: string, values: unknown[]): Promise<{ rows: unknown[] }>
  /** Runs `step` once the transaction is committed, and never when it is rolled back. It must not throw. */
  afterCommit(step: () => void): void
}

export interface Db extends Queryable {
  /**
   * Runs `work` in one transaction and again from the start when PostgreSQL asks for it (40001, 40P01), once also when a
   * lock did not come in time (55P03).
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * As `transaction`, in one round trip: `send` starts all statements before it returns, and the commit is sent with them. The
   * statements themselves decide what is written, because their rows are read when it is committed. Each of them must do no harm
   * alone: where the server refuses the begin, it runs without a transaction.
   */
  batch<T>(send: (tx: Tx) => Promise<T>, options?: Omit<TransactionOptions, 'readsFirst'>): Promise<T>
  /** For public reads. Without a replica these are the database's own. */
  readonly reads: Reads
  /** Statements that fail when they take longer than this; their connection is closed then, because it may be dead. */
  within(ms: number): Readable
  /** How many statements of the shop were run so far: measurements count those of a page with it. */
  statements(): number
  /** Connections and waiting statements, all kinds of work together. */
  pool(): PoolUse
  close(): Promise<void>
}

export interface TransactionOptions {
  /** 'set local …' statements, sent in one round trip with the begin. */
  settings?: string
  /**
   * The statements that are started first only lock and read, so that they can be sent together with the begin. Where the server
   * refuses that one, e.g. for a cancel that came with it, they run without a transaction, and nothing is sent after them.
   */
  readsFirst?: boolean
}

/**
 * Settings of a transaction whose statements find their rows by key: PostgreSQL uses the cached generic plan of each. By itself it
 * plans a statement with an array parameter anew each time, because the generic plan assumes a longer array and so looks dearer.
 */
export const genericPlans: TransactionOptions = {
  settings: 'set local plan_cache_mode = force_generic_plan',
}

type RunStatement = <Row extends object>(
  client: pg.PoolClient,
  statement: Sql,
  timeoutMs?: number,
) => Promise<Row[]>

interface RunOptions extends TransactionOptions {
  run: RunStatement
  prepare(client: pg.PoolClient, text: string, values: unknown[]): Prepared
  onBroken: (error: Error) => void
  /** Whether the commit is sent with the statements that `work` starts at once. */
  batch?: boolean
}

/** A statement as it is sent. */
interface Prepared {
  name: string
  text: string
  values: unknown[]
}

const seconds = histogram(
  'hariyali_sql_seconds',
  'Statements of the shop, without the wait for a connection.',
)
const maxAttempts = 5
const mustRepeat = new Set(['40001', '40P01'])
const lockNotAvailable = '55P03'
const maxLockAttempts = 2
/** The second one is on a connection that was opened later. */
const maxStaleAttempts = 2
/** 'Current transaction is aborted': another statement failed before. */
const inFailedTransaction = '25P02'

/** Opens the pool. Nothing is connected before the first statement. */
export function openDb(options: PoolOptions): Db {
  const pools = openPools(options)
  let count = 0
  const prepare = (client: pg.PoolClient, text: string, values: unknown[]): Prepared => {
    const prepared = { name: statementName(text), text, values }
    pools.notePrepared(client, prepared)
    return prepared
  }
  const run: RunStatement = (client, statement, timeoutMs) => {
    count += 1
    const { text, values } = compile(statement)
    return runStatement(client, prepare(client, text, values), timeoutMs)
  }
  async function repeat<T>(
    work: (tx: Tx) => Promise<T>,
    options: TransactionOptions & { batch?: boolean } = {},
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await pools.withClient((client) =>
          runTransaction(client, work, {
            ...options,
            run,
            prepare,
            onBroken: (error) => pools.markBroken(client, error),
          }),
        )
      } catch (error) {
        if (attempt >= attemptsFor(error)) throw error
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt))
      }
    }
  }
  const db: Db = {
    async query<Row extends object>(statement: Sql) {
      const once = () => pools.withClient((client) => run<Row>(client, statement))
      try {
        return await once()
      } catch (error) {
        // It did not run.
        if (isStalePlan(error)) return once()
        throw error
      }
    },
    transaction: (work, options) => repeat(work, options),
    batch: (send, options) => repeat(send, { ...options, batch: true }),
    execute: (text, values) =>
      pools.withClient(async (client) => {
        try {
          return await client.query(text, values)
        } catch (error) {
          // Texts of the job queue begin and commit a transaction of their own: one that fails leaves it to whoever gets the
          // connection next.
          if (!isConnectionLoss(error))
            await client.query('rollback').catch((reason: Error) => pools.markBroken(client, reason))
          throw error
        }
      }),
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

/** Runs a statement as a named prepared one, timed and traced. */
async function runStatement<Row extends object>(
  client: pg.PoolClient,
  statement: Prepared,
  timeoutMs?: number,
): Promise<Row[]> {
  const began = performance.now()
  // The text has placeholders: no value gets into the span.
  const attributes = {
    'db.system.name': 'postgresql',
    'db.query.text': statement.text.trim().slice(0, 2_000),
  }
  try {
    const result = await spanned('sql', 'client', attributes, () =>
      client.query<Row>({ ...statement, ...(timeoutMs !== undefined && { query_timeout: timeoutMs }) }),
    )
    return result.rows
  } finally {
    seconds.observe((performance.now() - began) / 1_000)
  }
}

/** How often a transaction that failed with this error is run, the first time included. */
function attemptsFor(error: unknown): number {
  const code = codeOf(error) ?? ''
  if (code === lockNotAvailable) return maxLockAttempts
  if (isStalePlan(error)) return maxStaleAttempts
  return mustRepeat.has(code) ? maxAttempts : 1
}

async function runTransaction<T>(
  client: pg.PoolClient,
  work: (tx: Tx) => Promise<T>,
  { run, prepare, settings, readsFirst = false, onBroken, batch = false }: RunOptions,
): Promise<T> {
  const afterCommit: (() => void)[] = []
  // Of several statements that were sent at once the others may go on after one has failed. What they would write
  // next must not reach the connection, which is outside of the transaction by then.
  let isOver = false
  let notBegun: { reason: unknown } | undefined
  const refuseWhenOver = () => {
    if (notBegun) throw notBegun.reason
    if (isOver) throw new Error('the transaction is over')
  }
  // All that follow a failed statement fail as well. Answers that come in one packet are read at once, so the failure of one of
  // those could reach the caller before the reason, which says whether the transaction is repeated.
  let hasFailed = false
  const reasonFirst = async <Result>(sent: Promise<Result>) => {
    try {
      return await sent
    } catch (error) {
      if (hasFailed || codeOf(error) === inFailedTransaction) await setImmediate()
      else hasFailed = true
      throw error
    }
  }
  const tx = {
    async query<Row extends object>(statement: Sql) {
      refuseWhenOver()
      return reasonFirst(run<Row>(client, statement))
    },
    async execute(text: string, values?: unknown[]) {
      refuseWhenOver()
      return reasonFirst(client.query(text, values))
    },
    async executePrepared(text: string, values: unknown[]) {
      refuseWhenOver()
      return reasonFirst(client.query(prepare(client, text, values)))
    },
    afterCommit: (step: () => void) => void afterCommit.push(step),
  } satisfies Omit<Tx, typeof inTransaction> as unknown as Tx
  const begin = () => client.query(settings === undefined ? 'begin' : `begin; ${settings}`)
  try {
    const isSentTogether = batch || readsFirst
    if (!isSentTogether) await begin()
    const { begun, sent, committed } = inOnePacket(client, () => {
      const begun = isSentTogether ? begin() : undefined
      begun?.catch((reason: unknown) => (notBegun = { reason }))
      const sent = (async () => work(tx))()
      if (!batch) return { begun, sent }
      isOver = true
      const committed = client.query('commit')
      // Where a statement failed, its own error is the reason.
      committed.catch(() => {})
      return { begun, sent, committed }
    })
    const result = await sent
    isOver = true
    await begun
    const { command } = await (committed ?? client.query('commit'))
    // A statement that failed unnoticed has aborted the transaction, and PostgreSQL answers a commit by rolling back.
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back instead of committed')
    for (const step of afterCommit) step()
    return result
  } catch (error) {
    isOver = true
    const reason = notBegun ? notBegun.reason : error
    // On a lost connection the server has rolled back by itself. A connection that cannot roll back must not be reused.
    if (!isConnectionLoss(error)) await client.query('rollback').catch(onBroken)
    throw reason
  }
}

/** What `send` writes to the connection at once leaves in one packet: one system call here, and the server is woken once. */
function inOnePacket<T>(client: pg.PoolClient, send: () => T): T {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  stream.cork()
  try {
    return send()
  } finally {
    stream.uncork()
  }
}

/** The only row of a statement that always has one. */
export function singleRow<Row>(rows: Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('a statement that always answers a row answered none')
  return row
}

/** Checks that the database answers and is new enough. Throws StartError in words for the person who starts the shop. */
export async function proveConnection(db: Db, where: string): Promise<void> {
  try {
    const rows = (await db.execute('show server_version_num')).rows as { server_version_num: string }[]
    const version = Number(singleRow(rows).server_version_num)
    if (version < 150_000)
      throw new StartError(`The database at ${where} is too old: PostgreSQL 15 or newer is needed.`)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `Cannot open the database at ${where}: ${(error as Error).message || codeOf(error)}.`,
    )
  }
}
