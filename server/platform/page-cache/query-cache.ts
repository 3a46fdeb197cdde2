/** In-process cache for catalogue queries whose results may be some seconds old. */
import { LRUCache } from 'lru-cache'
import type { Db } from '../db/client.ts'
import { newDayTag } from './page-tags.ts'
import { readChangesNow } from './watch-changes.ts'

const maxAgeMs = 10_000
const largeMaxAgeMs = 120_000
/** From this age on a request starts a new count, and does not wait for it. */
const largeRefreshMs = 60_000

type Kept = LRUCache<string, Promise<unknown>>
/** A long answer is a list of up to a thousand products: however many are searched for, they displace no short one. */
type Length = 'short' | 'long'
/**
 * What was counted of large lists. Changes of products do not remove it: in a shop of a million products some seller saves one each
 * second, and every save would cause a new count.
 */
interface Caches extends Record<Length, Kept> {
  large: LRUCache<string, object>
}

// For each database, because one process may run several shops (tests do).
const caches = new WeakMap<Db, Caches>()

function cachesOf(db: Db): Caches {
  let known = caches.get(db)
  if (!known) {
    known = {
      short: new LRUCache({ max: 2_000, ttl: maxAgeMs }),
      long: new LRUCache({ max: 100, ttl: maxAgeMs }),
      large: new LRUCache({ max: 2_000, ttl: largeMaxAgeMs }),
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

/** As `cached`, for what is counted. Where the count `isLarge`, the one of the last two minutes. */
export async function cachedCount<T extends object>(
  db: Db,
  key: string,
  load: () => Promise<T>,
  isLarge: (counted: T) => boolean,
): Promise<T> {
  const { large } = cachesOf(db)
  const count = () =>
    cached(db, key, async () => {
      const counted = await load()
      if (isLarge(counted)) large.set(key, counted)
      else large.delete(key)
      return counted
    })
  const known = large.get(key) as T | undefined
  if (known === undefined) return count()
  // After a failure the known count stays until it is too old; then the request gets the failure.
  if (large.getRemainingTTL(key) < largeMaxAgeMs - largeRefreshMs) count().catch(() => {})
  return known
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

/** For changes with these tags; null where anything may have changed. What is proven no longer leaves every count. */
export function clearChanged(db: Db, tags: readonly string[] | null): void {
  if (tags === null || tags.some((tag) => !tag.startsWith('product:'))) clearCache(db)
  if (tags === null || tags.some((tag) => tag === newDayTag || tag.endsWith(':claims')))
    caches.get(db)?.large.clear()
}
