/** Polls the change log of the catalogue, so that every node invalidates its cached pages within half a second. */
import type { Logger } from 'pino'
import type { Db, Queryable, Tx } from '../db/client.ts'
import { changesSince, currentSnapshot, deleteOldChanges, insertChange, maxTags } from './change-queries.ts'
import { searchTag } from './page-tags.ts'

const pollMs = 500
/** How long the rows of the change log are kept. */
const keptMinutes = 20
/** A node that could not read the log for longer may have missed rows, and invalidates all pages. */
const maxGapMs = (keptMinutes / 2) * 60_000

export interface ChangeWatch {
  /** Set while a change made on this node has not been read yet: cached pages have to wait for it. */
  readonly pending: Promise<void> | undefined
  /**
   * Calls `onChange` with the tags of every change that any node commits from now on, at most half a second later. Null means that
   * anything may have changed: there were too many changes, or the database was unreachable for a while.
   */
  follow(onChange: (tags: readonly string[] | null) => void): Promise<void>
  stop(): Promise<void>
}

const watches = new WeakMap<Db, () => void>()

export function openChangeWatch(db: Db, log: Logger): ChangeWatch {
  let notify: (tags: readonly string[] | null) => void = () => {}
  let since: string | null = null
  let readAt = Date.now()
  let reading: Promise<void> | undefined
  let pending: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  async function read(): Promise<void> {
    try {
      if (since === null || Date.now() - readAt > maxGapMs) {
        since = await currentSnapshot(db)
        notify(null)
      } else {
        const { snapshot, tags } = await changesSince(db, since)
        since = snapshot
        if (tags.length > 0) notify(tags.length < maxTags ? tags : null)
      }
      readAt = Date.now()
    } catch (error) {
      // Cached pages are still served: without the database there is nothing newer, and nothing can be bought from them.
      if (since !== null) log.warn({ err: error }, 'catalogue changes not read')
      since = null
    }
  }
  const readOnce = () =>
    (reading ??= read().finally(() => {
      reading = undefined
    }))
  /** A read in progress may have begun before the change. */
  const readAgain = async () => {
    await reading
    await readOnce()
  }
  return {
    get pending() {
      return pending
    },
    async follow(onChange) {
      since = await currentSnapshot(db)
      notify = onChange
      timer = setInterval(() => void readOnce(), pollMs)
      watches.set(db, () => {
        const latest: Promise<void> = readAgain().finally(() => {
          if (pending === latest) pending = undefined
        })
        pending = latest
      })
    },
    async stop() {
      clearInterval(timer)
      watches.delete(db)
      await pending
      await reading
    },
  }
}

/** Call it after committing a change: requests for cached pages of this node wait until the change is read. */
export function readChangesNow(db: Db): void {
  watches.get(db)?.()
}

/**
 * Makes every node drop its search pages when the transaction commits. For what a search finds and no trigger sees, because
 * no column changed that a page shows.
 */
export async function noteSearchChanged(tx: Tx): Promise<void> {
  await insertChange(tx, searchTag)
}

/** Deletes at most `limit` rows and returns how many were deleted. */
export async function deleteOldCatalogueChanges({ db }: { db: Queryable }, limit: number): Promise<number> {
  return deleteOldChanges(db, keptMinutes, limit)
}
