/** Follows what any node changes in the catalogue, so that pages kept in memory are never staler than a moment. */
import type { Logger } from 'pino'
import type { Db, Queryable } from '../db/client.ts'
import { changesSince, currentSnapshot, deleteOldChanges, tagsAtMost } from './change-queries.ts'

const everyMs = 500
/** Rows are kept so long; a node that slept longer than half of it trusts nothing that it kept. */
const keptMinutes = 20
const trustedMs = (keptMinutes / 2) * 60_000

export interface ChangeWatch {
  /** Set while a change made on this node is still to be read: kept pages are looked at afterwards. */
  readonly behind: Promise<void> | undefined
  /**
   * Calls `onChange` with the tags of what is committed anywhere from now on, at most half a second later. Null means
   * that anything may have changed: very much did, or the database could not be asked for a while.
   */
  follow(onChange: (tags: readonly string[] | null) => void): Promise<void>
  stop(): Promise<void>
}

const watches = new WeakMap<Db, () => void>()

export function openChangeWatch(db: Db, log: Logger): ChangeWatch {
  let tell: (tags: readonly string[] | null) => void = () => {}
  let since: string | null = null
  let readAt = Date.now()
  let reading: Promise<void> | undefined
  let behind: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  async function read(): Promise<void> {
    try {
      if (since === null || Date.now() - readAt > trustedMs) {
        since = await currentSnapshot(db)
        tell(null)
      } else {
        const { snapshot, tags } = await changesSince(db, since)
        since = snapshot
        if (tags.length > 0) tell(tags.length < tagsAtMost ? tags : null)
      }
      readAt = Date.now()
    } catch (error) {
      // Pages are still served: without the database nothing can be bought from them, and nothing better is to be had.
      if (since !== null) log.warn({ err: error }, 'changes of the catalogue cannot be read')
      since = null
    }
  }
  const readOnce = () =>
    (reading ??= read().finally(() => {
      reading = undefined
    }))
  /** A reading under way may have looked before the change. */
  const readAgain = async () => {
    await reading
    await readOnce()
  }
  return {
    get behind() {
      return behind
    },
    async follow(onChange) {
      since = await currentSnapshot(db)
      tell = onChange
      timer = setInterval(() => void readOnce(), everyMs)
      watches.set(db, () => {
        const turn: Promise<void> = readAgain().finally(() => {
          if (behind === turn) behind = undefined
        })
        behind = turn
      })
    },
    async stop() {
      clearInterval(timer)
      watches.delete(db)
      await behind
      await reading
    },
  }
}

/** To be called after the commit of a change: this node's pages wait until it is read. */
export function readChangesNow(db: Db): void {
  watches.get(db)?.()
}

/** At most `limit` rows; answers how many went. */
export async function deleteOldCatalogueChanges({ db }: { db: Queryable }, limit: number): Promise<number> {
  return deleteOldChanges(db, keptMinutes, limit)
}
