/** In-process cache for catalogue queries whose results may be some seconds old. */
import { LRUCache } from 'lru-cache'
import type { Db } from '../db/client.ts'
import { readChangesNow } from './watch-changes.ts'

const maxAgeMs = 10_000

type Kept = LRUCache<string, Promise<unknown>>
/** A long answer is a list of up to a thousand products: however many are searched for, they displace no short one. */
type Length = 'short' | 'long'

// For each database, because one process may run several shops (tests do).
const caches = new WeakMap<Db, Record<Length, Kept>>()

function cachesOf(db: Db): Record<Length, Kept> {
  let known = caches.get(db)
  if (!known) {
    known = {
      short: new LRUCache({ max: 2_000, ttl: maxAgeMs }),
      long: new LRUCache({ max: 100, ttl: maxAgeMs }),
    }
    caches.set(db, known)
  }
  return known
}

/** Returns the result of `load`, or the cached one for the key of the last ten seconds. Concurrent requests share one load. */
export function cached<T>(db: Db, key: string, load: () => Promise<T>, length: Length = 'short'): Promise<T> {
  const known = cachesOf(db)[length]
  let answer = known.get(key) as Promise<T> | undefined
  if (!answer) {
    answer = load()
    known.set(key, answer)
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
  const known = caches.get(db)
  known?.short.clear()
  known?.long.clear()
}
