/** The connections of this process, their limits, and the share of them that each kind of work may take (decision 28). */
import pg from 'pg'
import { type Bulkhead, openBulkhead } from './bulkhead.ts'
import {
  DatabaseUnavailable,
  isConnectionLoss,
  isPoolFull,
  isStalePlan,
  isUnavailable,
} from './connection-errors.ts'
import { currentWorkload, type Workload } from './workload.ts'

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
   * quarter of the connections with longer ones, and no kind of work may take all. Commands do without.
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
  /** Has the connection closed and not reused when its work ends. */
  markBroken(client: pg.PoolClient, error: Error): void
  /** Counts the prepared statements of a connection, which is closed when its work ends and they have become too many. */
  notePrepared(client: pg.PoolClient, statement: { name: string; text: string }): void
  use(): PoolUse
  close(): Promise<void>
}

/**
 * Characters of the prepared statements of one connection. Each keeps its plan in the memory of the server until the connection
 * is closed: 8 kB or more, and a search 400 to 800 kB, about a hundred bytes a character. Each sorting, set of filters and number
 * of words makes another search, so one visitor could fill gigabytes. All other statements of the shop together are far below.
 */
const maxPreparedText = 500_000

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

/** The share of the requests' connections that one kind may take; a quarter or more is left for those who only read. */
const shares: Record<Exclude<Workload, 'background'>, number> = {
  payment: 1 / 4,
  settlement: 1 / 6,
  'sign-in': 1 / 6,
  write: 1 / 6,
}

/** Nothing is connected before the first statement. */
export function openPools(options: PoolOptions): Pools {
  const { connection, ensure, max = 16, onError, serving = false, worker = false } = options
  let closed = false
  // Raised when a plan turns out to be stale: other connections of that time have the same plan, and are replaced when they are taken.
  let generation = 0
  const generations = new WeakMap<pg.PoolClient, number>()
  const broken = new WeakMap<pg.PoolClient, Error>()
  const prepared = new WeakMap<pg.PoolClient, { names: Set<string>; characters: number }>()

  function openPool(size: number, limits?: Limits): pg.Pool {
    const pool = new pg.Pool(poolConfig(connection, size, limits))
    // An idle connection that breaks is replaced at the next statement; without a listener it would end the process.
    pool.on('error', (error) => {
      if (!closed) onError?.(error)
    })
    // The pool listens to idle connections only, and one may break in the very packet that made it ready.
    pool.on('connect', (client) => {
      generations.set(client, generation)
      client.on('error', (error) => broken.set(client, error))
    })
    return pool
  }
  const backgroundSize = serving ? (worker ? max - 1 : Math.max(1, Math.floor(max / 4))) : 0
  const requests = openPool(Math.max(1, max - backgroundSize), serving ? requestLimits : undefined)
  const background = serving ? openPool(backgroundSize, backgroundLimits) : requests
  const pools = serving ? [requests, background] : [requests]
  const bulkheads = serving ? openBulkheads(max - backgroundSize) : new Map<Workload, Bulkhead>()

  async function connectNewest(pool: pg.Pool): Promise<pg.PoolClient> {
    for (;;) {
      const client = await connect(pool, ensure)
      if (generations.get(client) === generation) return client
      client.release(true)
    }
  }

  async function withClientOf<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await connectNewest(pool)
    try {
      return await work(client)
    } catch (error) {
      if (isConnectionLoss(error) || isStalePlan(error)) broken.set(client, error as Error)
      if (isStalePlan(error) && generations.get(client) === generation) generation += 1
      throw isUnavailable(error) ? new DatabaseUnavailable(error) : error
    } finally {
      client.release(broken.get(client) ?? (prepared.get(client)?.characters ?? 0) > maxPreparedText)
    }
  }

  return {
    withClient(work) {
      const workload = currentWorkload()
      if (workload === 'background') return withClientOf(background, work)
      const bulkhead = workload && bulkheads.get(workload)
      return bulkhead ? bulkhead.run(() => withClientOf(requests, work)) : withClientOf(requests, work)
    },
    markBroken: (client, error) => void broken.set(client, error),
    notePrepared(client, { name, text }) {
      const known = prepared.get(client) ?? { names: new Set(), characters: 0 }
      if (known.names.has(name)) return
      known.names.add(name)
      known.characters += text.length
      prepared.set(client, known)
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

function openBulkheads(connections: number): Map<Workload, Bulkhead> {
  const bulkheads = new Map<Workload, Bulkhead>()
  for (const [workload, share] of Object.entries(shares)) {
    const maxConcurrent = Math.max(1, Math.floor(connections * share))
    const refusal = () => new DatabaseUnavailable(new Error(`No connection for ${workload} in time.`))
    bulkheads.set(workload as Workload, openBulkhead(maxConcurrent, connectMs, refusal))
  }
  return bulkheads
}

async function connect(pool: pg.Pool, ensure: PoolOptions['ensure']): Promise<pg.PoolClient> {
  try {
    return await pool.connect().catch(async (error: unknown) => {
      // When all connections are taken nothing is wrong with the server.
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
    // Statements that are started together are sent without waiting for each other's answers.
    pipeline: true,
    // Not as parameters of the connection: a pooler such as PgBouncer refuses connections with unknown ones.
    ...(limits && {
      query_timeout: limits.statement + graceMs,
      // The pool waits for the returned promise, though its types do not say so.
      onConnect: (client: pg.ClientBase): unknown => client.query(limitsStatement(limits)),
    }),
  }
}

function limitsStatement({ lock, idleInTransaction, statement }: Limits): string {
  return `set lock_timeout = ${lock}; set statement_timeout = ${statement}; set idle_in_transaction_session_timeout = ${idleInTransaction}`
}
