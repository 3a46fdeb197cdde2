/** The database as one node of the simulated shop sees it: a `Db` whose statements run on the tables in memory. */
import type { Db, Tx } from '../../server/platform/db/client.ts'
import { DatabaseUnavailable } from '../../server/platform/db/connection-errors.ts'
import type { Sql } from '../../server/platform/db/sql.ts'
import { findModel, type Model, valuesOf } from './models.ts'
import type { Scheduler } from './scheduler.ts'
import { DatabaseError, type Store, type Transaction } from './store.ts'

/** As server/platform/db/client.ts: after these errors a transaction runs again from its start. */
const mostAttempts = 5

/** A transaction of the simulated shop, for those that write into it beside the statements: the queue of jobs. */
export interface SimulatedTx extends Tx {
  readonly inner: Transaction
}

export interface NodeFaults {
  /** Whether the connection is lost at this moment. */
  losesConnection(): boolean
  deadlocks(message: string): void
  /** Called for each statement with the name of its model. */
  onStatement?(name: string): void
  /** Models that take the place of those with the same names. */
  models: Record<string, Model>
}

const idleMs = 15_000
const connectionLost = () => new DatabaseUnavailable(new DatabaseError('57P01', 'the connection was lost'))

export function openNodeDatabase(node: number, store: Store, scheduler: Scheduler, faults: NodeFaults): Db {
  const run = async <Row extends object>(tx: Transaction, statement: Sql): Promise<Row[]> => {
    const known = findModel(statement)
    const model = faults.models[known.name] ?? known
    faults.onStatement?.(known.name)
    await scheduler.park(node, known.name)
    if (tx.isOver) throw connectionLost()
    if (faults.losesConnection()) {
      store.rollback(tx)
      throw connectionLost()
    }
    return (await model(tx, valuesOf(statement))) as Row[]
  }

  const attempt = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const inner = store.begin(node)
    const afterCommit: (() => void)[] = []
    const tx = {
      inner,
      query: inTurn((statement: Sql) => run(inner, statement)),
      execute: () => Promise.reject(new Error('the simulation knows no statements as text')),
      afterCommit: (step: () => void) => void afterCommit.push(step),
    } as unknown as SimulatedTx
    try {
      const result = await work(tx)
      inner.isCommitting = true
      await scheduler.park(node, 'commit')
      if (inner.isOver) throw connectionLost()
      if (faults.losesConnection()) {
        // The commit was sent: whether it arrived is not known.
        if (scheduler.random.chance(0.5)) store.commit(inner)
        throw connectionLost()
      }
      store.commit(inner)
      for (const step of afterCommit) step()
      return result
    } catch (error) {
      throw inner.isOver && error instanceof DatabaseError && error.code === '25P03'
        ? connectionLost()
        : error
    } finally {
      store.rollback(inner)
    }
  }

  return {
    async query<Row extends object>(statement: Sql): Promise<Row[]> {
      const tx = store.begin(node)
      try {
        const rows = await run<Row>(tx, statement)
        if (tx.isOver) throw connectionLost()
        store.commit(tx)
        return rows
      } finally {
        store.rollback(tx)
      }
    },
    async transaction(work) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await attempt(work)
        } catch (error) {
          if (!(error instanceof DatabaseError && error.code === '40P01')) throw error
          faults.deadlocks(error.message)
          if (tries >= mostAttempts) throw error
        }
      }
    },
    get reads() {
      return this
    },
    within: () => ({ query: () => Promise.reject(new Error('the simulation has no time limits')) }),
    execute: () => Promise.reject(new Error('the simulation knows no statements as text')),
    statements: () => 0,
    pool: () => ({ open: 0, idle: 0, waiting: 0, max: 0 }),
    close: () => Promise.resolve(),
  }
}

/** One connection: statements that are started together run one after the other, in the order in which they were started. */
function inTurn<Given, Answer>(run: (given: Given) => Promise<Answer>): (given: Given) => Promise<Answer> {
  let last: Promise<unknown> = Promise.resolve()
  return (given) => {
    const answer = last.then(() => run(given))
    last = answer.catch(() => {})
    return answer
  }
}

/** What the database does while a node is frozen: transactions whose client pauses too long are ended. */
export function endIdleTransactions(store: Store, ms: number): void {
  if (ms < idleMs) return
  for (const tx of store.open) if (!tx.waitsFor) store.rollback(tx)
}
