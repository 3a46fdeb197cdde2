/**
 * Tables in memory with the meaning that PostgreSQL gives them at its level 'read committed': a transaction sees what is
 * committed and its own changes, a changed row is locked until the end, a key is claimed until the end, all or nothing of a
 * transaction is kept. A wait for a lock is a wait of the scheduler, and a ring of waits is a deadlock.
 */
import type { Scheduler } from './scheduler.ts'
import { checks, keysOf, type TableName, type Tables } from './tables.ts'

/** An error with a code of PostgreSQL. */
export class DatabaseError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

type Row = Tables[TableName]

/** A safeguard of the database that can be taken away, to see whether the simulation finds what follows. */
export interface StoreOptions {
  rowLocks: boolean
  uniqueKeys: boolean
  checks: boolean
}

export class Store {
  readonly tables = new Map<TableName, Map<string, Row>>()
  readonly options: StoreOptions
  readonly scheduler: Scheduler
  /** Every value that is written: the newest of a sequence. */
  sequence = 0
  readonly open = new Set<Transaction>()
  private readonly locks = new Map<string, Transaction>()
  private readonly waiters = new Map<string, (() => void)[]>()

  constructor(scheduler: Scheduler, options: StoreOptions) {
    this.scheduler = scheduler
    this.options = options
  }

  committed<Name extends TableName>(table: Name): Map<string, Tables[Name]> {
    let rows = this.tables.get(table)
    if (!rows) this.tables.set(table, (rows = new Map()))
    return rows as Map<string, Tables[Name]>
  }

  begin(node: number): Transaction {
    const tx = new Transaction(this, node)
    this.open.add(tx)
    return tx
  }

  /** Ends all transactions of a node without their changes, as the server does when their connections are gone. */
  rollbackAll(node: number): void {
    for (const tx of this.open) if (tx.node === node) this.rollback(tx)
  }

  commit(tx: Transaction): void {
    if (tx.isOver) return
    for (const [table, changes] of tx.changes) {
      const rows = this.committed(table) as Map<string, Row>
      for (const [id, row] of changes) {
        if (row) rows.set(id, row)
        else rows.delete(id)
      }
    }
    this.end(tx)
  }

  rollback(tx: Transaction): void {
    if (!tx.isOver) this.end(tx)
  }

  private end(tx: Transaction): void {
    tx.isOver = true
    this.open.delete(tx)
    for (const lock of tx.held) {
      this.locks.delete(lock)
      const waiting = this.waiters.get(lock)
      this.waiters.delete(lock)
      for (const wake of waiting ?? []) wake()
    }
  }

  /** Takes a lock, or answers false where another transaction has it. */
  tryLock(tx: Transaction, name: string): boolean {
    tx.assertAlive()
    const owner = this.locks.get(name)
    if (owner && owner !== tx) return !this.options.rowLocks
    if (!owner) {
      this.locks.set(name, tx)
      tx.held.push(name)
    }
    return true
  }

  async lock(tx: Transaction, name: string): Promise<void> {
    while (!this.tryLock(tx, name)) {
      const owner = this.locks.get(name)
      for (let other = owner; other; other = other.waitsFor) {
        if (other === tx) throw new DatabaseError('40P01', `deadlock at ${name}`)
      }
      tx.waitsFor = owner
      await this.waitForLock(tx, name)
      tx.waitsFor = undefined
      tx.assertAlive()
    }
  }

  /** A waiter is parked until the owner ends, and then chosen like every other task. */
  private async waitForLock(tx: Transaction, name: string): Promise<void> {
    let isFree = false
    const waiting = this.waiters.get(name) ?? []
    this.waiters.set(name, waiting)
    this.scheduler.note(`node ${tx.node}: waits for ${name}`)
    await new Promise<void>((resume, fail) => {
      waiting.push(() => {
        if (isFree || tx.isOver) return
        isFree = true
        void this.scheduler.queue(tx.node, `has waited for ${name}`).then(resume, fail)
      })
      this.scheduler.waitsOutside()
    })
  }
}

export class Transaction {
  readonly changes = new Map<TableName, Map<string, Row | null>>()
  readonly held: string[] = []
  readonly store: Store
  readonly node: number
  /** What now() answers, in ms. */
  readonly now: number
  isOver = false
  /** The client has sent the commit. */
  isCommitting = false
  waitsFor: Transaction | undefined

  constructor(store: Store, node: number) {
    this.store = store
    this.node = node
    this.now = store.scheduler.now
  }

  /** What clock_timestamp() answers, in ms. */
  clock(): number {
    return this.store.scheduler.now
  }

  assertAlive(): void {
    if (this.isOver) throw new DatabaseError('25P03', 'the transaction was ended while its client paused')
  }

  /** The rows that the transaction sees. */
  rows<Name extends TableName>(table: Name): Tables[Name][] {
    const committed = this.store.committed(table)
    const changes = this.changes.get(table) as Map<string, Tables[Name] | null> | undefined
    if (!changes) return [...committed.values()]
    const rows: Tables[Name][] = []
    for (const [id, row] of committed) if (!changes.has(id)) rows.push(row)
    for (const row of changes.values()) if (row) rows.push(row)
    return rows
  }

  get<Name extends TableName>(table: Name, id: string): Tables[Name] | undefined {
    const own = this.changes.get(table)?.get(id)
    if (own !== undefined) return (own ?? undefined) as Tables[Name] | undefined
    return this.store.committed(table).get(id)
  }

  /** Locks a row and answers its newest form; undefined where there is none. */
  async lock<Name extends TableName>(table: Name, id: string): Promise<Tables[Name] | undefined> {
    if (!this.store.tryLock(this, `${table} ${id}`)) await this.store.lock(this, `${table} ${id}`)
    return this.get(table, id)
  }

  /** Locks those rows that `fits`, in this order; each is looked at again once it is locked. */
  async lockWhere<Name extends TableName>(
    table: Name,
    fits: (row: Tables[Name]) => boolean,
    order?: (a: Tables[Name], b: Tables[Name]) => number,
  ): Promise<Tables[Name][]> {
    const found = this.rows(table).filter(fits)
    if (order) found.sort(order)
    const locked: Tables[Name][] = []
    for (const { id } of found) {
      const row = await this.lock(table, id)
      if (row && fits(row)) locked.push(row)
    }
    return locked
  }

  async updateWhere<Name extends TableName>(
    table: Name,
    fits: (row: Tables[Name]) => boolean,
    change: (row: Tables[Name]) => Partial<Tables[Name]>,
  ): Promise<Tables[Name][]> {
    const changed: Tables[Name][] = []
    for (const row of await this.lockWhere(table, fits)) {
      const next = { ...row, ...change(row) }
      await this.write(table, next, keysOf(table, row))
      changed.push(next)
    }
    return changed
  }

  async deleteWhere<Name extends TableName>(
    table: Name,
    fits: (row: Tables[Name]) => boolean,
  ): Promise<void> {
    for (const { id } of await this.lockWhere(table, fits)) this.changesOf(table).set(id, null)
  }

  /** Inserts a row. Answers false where its id exists already; throws where another unique key does. */
  async insert<Name extends TableName>(table: Name, row: Tables[Name]): Promise<boolean> {
    // A row that is inserted is locked by its transaction: another insert of the same id waits for its end.
    if (this.get(table, row.id) && this.store.options.uniqueKeys) return false
    await this.lock(table, row.id)
    if (this.get(table, row.id) && this.store.options.uniqueKeys) return false
    await this.write(table, row, [])
    return true
  }

  private async write<Name extends TableName>(
    table: Name,
    row: Tables[Name],
    before: readonly string[],
  ): Promise<void> {
    const refusal = this.store.options.checks ? checks[table]?.(row) : null
    if (refusal) throw new DatabaseError('23514', `violates ${refusal}`)
    for (const key of keysOf(table, row)) {
      if (before.includes(key) || !this.store.options.uniqueKeys) continue
      await this.store.lock(this, `key ${table} ${key}`)
      const other = this.rows(table).find((one) => one.id !== row.id && keysOf(table, one).includes(key))
      if (other) throw new DatabaseError('23505', `duplicate key in ${table}: ${key}`)
    }
    this.changesOf(table).set(row.id, row)
  }

  private changesOf(table: TableName): Map<string, Row | null> {
    let changes = this.changes.get(table)
    if (!changes) this.changes.set(table, (changes = new Map()))
    return changes
  }
}
