/** Polls the change log of the catalogue, so that every node invalidates its cached pages within half a second. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db, Queryable, Tx } from '../db/client.ts'
import { inTime } from '../db/in-time.ts'
import { replicaOf } from '../db/replica.ts'
import { runAsWorkload } from '../db/workload.ts'
import type { Gauge } from '../observe/meters.ts'
import {
  changesSince,
  currentPosition,
  deleteOldChanges,
  insertChange,
  type LogPosition,
  maxTags,
} from './change-queries.ts'
import { newDayTag, searchTag } from './page-tags.ts'

const pollMs = 250
/** A read that takes longer has lost its connection, which a network without responses does not report. */
const readMs = 2_000
/** How long ago the log may have been read last, for this node to be ready. */
const readySilenceMs = 500
/** Cached pages wait for a read when there was none for so long. */
const silenceMs = 1_000
/** How long the rows of the change log are kept. */
const keptMinutes = 20
/** A node that could not read the log for longer may have missed rows, and invalidates all pages. */
const maxGapMs = (keptMinutes / 2) * 60_000

export interface ChangeWatch {
  /**
   * Set while cached pages have to wait: a change made on this node has not been read yet, or nothing was read for a second and
   * the database is not known to be away.
   */
  readonly pending: Promise<void> | undefined
  /**
   * Calls `onChange` with the tags of every change that any node commits from now on, at most half a second later. Null means that
   * anything may have changed: there were too many changes, another server took over, or the database was unreachable for a while.
   */
  follow(onChange: (tags: readonly string[] | null) => void): Promise<void>
  /** Whether the log was read within the last half second; tries for another quarter where it was not. */
  hearsDatabase(): Promise<boolean>
  gauges(): Gauge[]
  stop(): Promise<void>
}

const watches = new WeakMap<Db, () => void>()

export function openChangeWatch(db: Db, log: Logger): ChangeWatch {
  let notify: (tags: readonly string[] | null) => void = () => {}
  let since: LogPosition | null = null
  let readAt = Date.now()
  let reading: Promise<void> | undefined
  let pending: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  const replica = replicaOf(db)
  const primary = db.within(readMs)

  /** Reads the log of the server that pages are made from; the log of another one would name changes that these do not show yet. */
  async function read(): Promise<void> {
    let onReplica = false
    try {
      onReplica = (await replica?.check()) ?? false
      const reader = onReplica && replica ? replica.reader : primary
      if (since === null || (replica && replica.inUse !== onReplica) || Date.now() - readAt > maxGapMs) {
        since = await inTime(readMs, currentPosition(reader))
        // In one tick: everything rendered from here on includes this position, and renders in progress are not stored.
        replica?.setInUse(onReplica)
        notify(null)
      } else {
        const { tags, ...next } = await inTime(readMs, changesSince(reader, since))
        // A server that took over may have given the numbers of transactions that the old one lost to others.
        const known = next.server === since.server && tags.length < maxTags
        if (next.day !== since.day) tags.push(newDayTag)
        since = next
        if (!known || tags.length > 0) notify(known ? tags : null)
      }
      readAt = Date.now()
    } catch (error) {
      if (onReplica) {
        replica?.distrust()
        return read()
      }
      // Cached pages are still served: without the database there is nothing newer, and nothing can be bought from them.
      if (since !== null) log.warn({ err: error }, 'catalogue changes not read')
      since = null
    }
  }
  // On the connections of jobs: requests that wait for a connection must not delay the reads of the log.
  const readOnce = () =>
    (reading ??= runAsWorkload('background', read).finally(() => {
      reading = undefined
    }))
  /** A read in progress may have begun before the change. */
  const readAgain = async () => {
    await reading
    await readOnce()
  }
  const heardWithin = (ms: number) => since !== null && Math.abs(Date.now() - readAt) < ms
  return {
    get pending() {
      return pending ?? (since === null || heardWithin(silenceMs) ? undefined : readOnce())
    },
    async hearsDatabase() {
      if (!heardWithin(readySilenceMs)) await Promise.race([readOnce(), sleep(readySilenceMs / 2)])
      return heardWithin(readySilenceMs)
    },
    async follow(onChange) {
      since = await currentPosition(db)
      readAt = Date.now()
      notify = onChange
      timer = setInterval(() => void readOnce(), pollMs)
      watches.set(db, () => {
        const latest: Promise<void> = readAgain().finally(() => {
          if (pending === latest) pending = undefined
        })
        pending = latest
      })
    },
    gauges: () => replica?.gauges() ?? [],
    async stop() {
      clearInterval(timer)
      watches.delete(db)
      await pending
      await reading
      // After the stop, a read must not use the replica.
      replica?.setInUse(false)
    },
  }
}

/** Call it after committing a change: requests for cached pages of this node wait until the change is read. */
export function readChangesNow(db: Db): void {
  watches.get(db)?.()
}

/**
 * Makes every node drop its search pages when the transaction commits. For changes of search results that no trigger sees,
 * because no column of a page changed.
 */
export async function noteSearchChanged(tx: Tx): Promise<void> {
  await insertChange(tx, searchTag)
}

/** The same for lists with these tags. */
export async function noteListsChanged(tx: Tx, tags: readonly string[]): Promise<void> {
  for (const tag of tags) await insertChange(tx, tag)
}

/** Deletes at most `limit` rows and returns how many were deleted. */
export async function deleteOldCatalogueChanges({ db }: { db: Queryable }, limit: number): Promise<number> {
  return deleteOldChanges(db, keptMinutes, limit)
}
