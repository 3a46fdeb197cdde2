/** A replica for public reads: its state, and reads that use it only while it is in use (decision 26). */
import type { Logger } from 'pino'
import { counter, type Gauge } from '../observe/meters.ts'
import type { Db, Readable, Reads } from './client.ts'
import { codeOf } from './connection-errors.ts'
import { inTime } from './in-time.ts'
import { openLag } from './replica-lag.ts'
import { readPrimaryState, readReplicaState, type ReplicaState } from './replica-queries.ts'

/** Checked four times a second, so that pages are made of rows that are less than a second old. */
const maxLagMs = 700
/** A replica that has not responded for so long is not used. */
const silenceMs = 750
/** How long a check waits for the replica's response before it uses the last one. */
const patienceMs = 100
/** How long a replica has to be current before reads use it again: each change of the server drops all cached pages. */
const provenMs = 5_000
/** A primary that answers no check within this time is away. */
const primaryMs = 2_000
/** The statement ran into its own time limit, as it would on the primary. */
const tooSlow = '57014'

export interface Replica {
  /** Whether reads go to it. */
  readonly inUse: boolean
  /** For the change log. */
  readonly reader: Readable
  /**
   * Compares it with the primary and returns whether reads may use it. Throws where the primary does not respond: then nothing
   * is known, and reads stay where they are.
   */
  check(): Promise<boolean>
  /** The caller has to drop, in the same tick, everything that was made of the other server's rows. */
  setInUse(on: boolean): void
  /** A check failed: the next check returns false. */
  distrust(): void
  gauges(): Gauge[]
}

const failedReads = counter(
  'hariyali_replica_reads_failed_total',
  'Reads that the replica did not answer and the primary did.',
)
const replicas = new WeakMap<Db, Replica>()

/** The replica of a database that `withReplica` made. */
export function replicaOf(db: Db): Replica | undefined {
  return replicas.get(db)
}

/**
 * The primary, with `reads` that go to the replica while `replicaOf` has it in use. `open` opens a pool of connections to the
 * replica. Closing the database closes both.
 */
export function withReplica(primary: Db, open: () => Db, log: Logger, proven = provenMs): Db {
  const replica = openReplica(primary, open, log, proven)
  const db: Db = {
    ...primary,
    reads: replica.reads,
    statements: () => primary.statements() + replica.statements(),
    async close() {
      await Promise.all([primary.close(), replica.close()])
    },
  }
  replicas.set(db, replica)
  return db
}

function openReplica(
  primary: Db,
  open: () => Db,
  log: Logger,
  proven: number,
): Replica & Pick<Db, 'reads' | 'statements' | 'close'> {
  const lag = openLag()
  let server = open()
  /** The statements of the pools that were closed. */
  let earlierStatements = 0
  let inUse = false
  let state: (ReplicaState & { askedAt: number }) | undefined
  let asking: Promise<void> | undefined
  let wellSince: number | undefined
  let distrusted = false
  /** Reads in flight on the replica. */
  const waiting = new Set<() => void>()

  /** A read without a response of the replica is repeated on the primary, also one that waits when the replica is closed. */
  async function read<T>(run: (db: Reads) => Promise<T>): Promise<T> {
    if (!inUse) return run(primary)
    const { promise: givenUp, reject } = Promise.withResolvers<never>()
    const giveUp = () => reject(new Error('the replica is not in use any more'))
    waiting.add(giveUp)
    try {
      return await Promise.race([run(server), givenUp])
    } catch (error) {
      if (codeOf(error) === tooSlow) throw error
      failedReads.inc()
      return await run(primary)
    } finally {
      waiting.delete(giveUp)
    }
  }

  function ask(): Promise<void> {
    const askedAt = performance.now()
    asking ??= inTime(silenceMs, readReplicaState(server.within(silenceMs)))
      .then(
        (found) => void (state = { ...found, askedAt }),
        () => void (state = undefined),
      )
      .finally(() => (asking = undefined))
    return asking
  }

  function isWell(place: string): boolean {
    if (!state?.isStandby || state.replayed === null || state.place !== place) return false
    if (performance.now() - state.askedAt > silenceMs + patienceMs) return false
    return lag.measure(state.replayed, state.askedAt) <= maxLagMs
  }

  function setInUse(on: boolean): void {
    if (on === inUse) return
    inUse = on
    if (on) log.info('public reads go to the replica')
    else
      log.warn(
        { lagMs: Math.round(lag.ms()), answers: state !== undefined },
        'public reads go to the primary',
      )
    if (on) return
    for (const giveUp of waiting) giveUp()
    // Connections without a response would be waited for until their time limit, also by reads after the replica's return.
    const given = server
    earlierStatements += given.statements()
    server = open()
    void given
      .close()
      .catch((error: unknown) => log.warn({ err: error }, 'connections to the replica not closed'))
  }

  return {
    get inUse() {
      return inUse
    },
    reads: {
      query: (statement) => read((db) => db.query(statement)),
      transaction: (work, options) => read((db) => db.transaction(work, options)),
    },
    statements: () => earlierStatements + server.statements(),
    close: () => server.close(),
    reader: { query: (statement) => inTime(silenceMs, server.within(silenceMs).query(statement)) },
    async check() {
      const asked = ask()
      try {
        const {
          place,
          server: started,
          written,
        } = await inTime(primaryMs, readPrimaryState(primary.within(primaryMs)))
        lag.note(started, written, performance.now())
        // A replica that is not in use keeps nobody waiting.
        if (inUse) await inTime(patienceMs, asked).catch(() => {})
        if (distrusted || !isWell(place)) wellSince = undefined
        else wellSince ??= performance.now()
      } catch (error) {
        // Without either of them there is no server to stay at.
        if (state === undefined) setInUse(false)
        throw error
      }
      distrusted = false
      return wellSince !== undefined && (inUse || performance.now() - wellSince >= proven)
    },
    setInUse,
    distrust: () => void (distrusted = true),
    gauges: () => [
      {
        name: 'hariyali_replica_in_use',
        help: '1 while public reads go to the replica.',
        value: inUse ? 1 : 0,
      },
      {
        name: 'hariyali_replica_lag_seconds',
        help: 'How long the replica is known not to have what the primary had written.',
        value: lag.ms() / 1_000,
      },
    ],
  }
}
