/** The connections of this process and their limits (decision 21). */
import pg from 'pg'
import { openBulkheads } from './bulkhead.ts'
import {
  DatabaseUnavailable,
  isConnectionLoss,
  isPoolFull,
  isStalePlan,
  isUnavailable,
} from './connection-errors.ts'
import { hasPreparedTooMuch } from './prepared-statements.ts'
import { currentWorkload } from './workload.ts'

// Counts and paise fit a double exactly (below 2^53); numerics are short decimals of cm and grams.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

export interface PoolOptions {
  connection: pg.PoolConfig
  /** Restarts an embedded server after its connection was lost. */
  ensure?: () => Promise<void>
  max?: number
  onError?: (error: Error) => void
  /**
   * For a shop that answers requests: its statements, locks and pauses in a transaction have limits, jobs and timers get a
   * quarter of the connections with longer ones, and no kind of work may take all. Commands have no limits.
   */
  serving?: boolean
  /** For a process that does nothing but jobs and timers: they get all connections but one, which is left for /readyz. */
  worker?: boolean
}

export interface PoolUse {
  open: number
  idle: number
  /** Statements that wait for a connection. */
  waiting: number
  max: number
}

export interface Pools {
  /** Runs `work` with a connection for the caller's kind of work. Throws DatabaseUnavailable where there is none in time. */
  withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T>
  use(): PoolUse
  close(): Promise<void>
}

/** How long a caller waits for a connection. */
const connectMs = 10_000

/** In milliseconds; each new connection sends them to the server. */
interface Limits {
  lock: number
  idleInTransaction: number
  statement: number
}
const requestLimits: Limits = { lock: 5_000, idleInTransaction: 15_000, statement: 30_000 }
const backgroundLimits: Limits = { lock: 15_000, idleInTransaction: 60_000, statement: 600_000 }
/** After the server's own limit the client gives up by itself: a frozen server or a dead network enforces no limit. */
const graceMs = 5_000

/** Nothing is connected before the first statement. */
export function openPools(options: PoolOptions): Pools {
  const { connection, ensure, max = 16, onError, serving = false, worker = false } = options
  let closed = false

  function openPool(size: number, limits?: Limits): pg.Pool {
    const pool = new pg.Pool(poolConfig(connection, size, limits))
    // An idle connection that breaks is replaced at the next statement; without a listener it would end the process.
    pool.on('error', (error) => {
      if (!closed) onError?.(error)
    })
    // The pool listens to idle connections only, and replaces a broken one when it comes back.
    pool.on('connect', (client) => client.on('error', () => {}))
    return pool
  }
  const backgroundSize = serving ? (worker ? max - 1 : Math.max(1, Math.floor(max / 4))) : 0
  const requests = openPool(Math.max(1, max - backgroundSize), serving ? requestLimits : undefined)
  const background = serving ? openPool(backgroundSize, backgroundLimits) : requests
  const pools = serving ? [requests, background] : [requests]
  const bulkheads = openBulkheads(max - backgroundSize, connectMs)

  async function withClientOf<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await connect(pool, ensure)
    let isBroken = false
    try {
      return await work(client)
    } catch (error) {
      isBroken = isConnectionLoss(error) || isStalePlan(error)
      throw isUnavailable(error) ? new DatabaseUnavailable(error) : error
    } finally {
      const isInTransaction = client.getTransactionStatus() !== 'I'
      client.release(isBroken || isInTransaction || hasPreparedTooMuch(client))
    }
  }

  return {
    withClient(work) {
      const workload = currentWorkload()
      if (workload === 'background') return withClientOf(background, work)
      const bulkhead = serving && workload && bulkheads.get(workload)
      return bulkhead ? bulkhead.run(() => withClientOf(requests, work)) : withClientOf(requests, work)
    },
    use() {
      const sum = (of: (pool: pg.Pool) => number) => pools.reduce((all, pool) => all + of(pool), 0)
      let waiting = sum((pool) => pool.waitingCount)
      for (const bulkhead of bulkheads.values()) waiting += bulkhead.waiting()
      return { open: sum((pool) => pool.totalCount), idle: sum((pool) => pool.idleCount), waiting, max }
    },
    async close() {
      closed = true
      await Promise.all(pools.map((pool) => pool.end()))
    },
  }
}

async function connect(pool: pg.Pool, ensure: PoolOptions['ensure']): Promise<pg.PoolClient> {
  try {
    return await pool.connect().catch(async (error: unknown) => {
      // An error when all connections are in use is no fault of the server.
      if (!ensure || isPoolFull(error)) throw error
      await ensure()
      return pool.connect()
    })
  } catch (error) {
    throw new DatabaseUnavailable(error)
  }
}

function poolConfig(connection: pg.PoolConfig, size: number, limits: Limits | undefined): pg.PoolConfig {
  return {
    ...connection,
    max: size,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Not as parameters of the connection: a pooler such as PgBouncer refuses connections with unknown ones.
    ...(limits && {
      query_timeout: limits.statement + graceMs,
      // The pool waits for the returned promise, though its types do not say so.
      onConnect: (client: pg.ClientBase): unknown =>
        client.query(`set lock_timeout = ${limits.lock}; set statement_timeout = ${limits.statement};
          set idle_in_transaction_session_timeout = ${limits.idleInTransaction}`),
    }),
  }
}
