/** In-process cache for catalogue queries whose results may be some seconds old. */
import { LRUCache } from 'lru-cache'
import type { Db } from '../db/client.ts'
import { readChangesNow } from './watch-changes.ts'

const maxAgeMs = 10_000

// One cache for each database, because one process may run several shops (tests do).
const caches = new WeakMap<Db, LRUCache<string, Promise<unknown>>>()

function cacheOf(db: Db): LRUCache<string, Promise<unknown>> {
  let known = caches.get(db)
  if (!known) {
    known = new LRUCache({ maxSize: 2_000, ttl: maxAgeMs })
    caches.set(db, known)
  }
  return known
}

/**
 * Returns the result of `load`, or the cached one for the key of the last ten seconds. Concurrent requests share one load. Results
 * with sizes of 2,000 in all are cached.
 */
export function cached<T>(db: Db, key: string, load: () => Promise<T>, size = 1): Promise<T> {
  const known = cacheOf(db)
  let answer = known.get(key) as Promise<T> | undefined
  if (!answer) {
    answer = load()
    known.set(key, answer, { size })
    // A failure is passed to the requests that wait for it and is not cached.
    answer.catch(() => known.delete(key))
  }
  return answer
}

/** For every use case that adds, changes, moves, deletes or hides products, after its commit: this node shows it at once. */
export function catalogueChanged(db: Db): void {
  clearCache(db)
  readChangesNow(db)
}

export function clearCache(db: Db): void {
  caches.get(db)?.clear()
}
