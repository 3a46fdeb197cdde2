/** How many products a list has, remembered for some seconds: counting 100,000 rows costs more than reading a page of them. */
import { LRUCache } from 'lru-cache'
import type { Db } from '../db/client.ts'
import { countShelf, type Shelf } from './queries.ts'
import { readChangesNow } from './watch-changes.ts'

const rememberMs = 10_000

// By database, because one process may run several shops.
const counts = new WeakMap<Db, LRUCache<string, Promise<number>>>()

function countsOf(db: Db): LRUCache<string, Promise<number>> {
  let known = counts.get(db)
  if (!known) {
    known = new LRUCache({ max: 500, ttl: rememberMs })
    counts.set(db, known)
  }
  return known
}

/** Products of a category or subcategory, at most ten seconds old. Requests at the same time wait for one statement. */
export function countProducts(db: Db, shelf: Shelf): Promise<number> {
  const known = countsOf(db)
  const key = JSON.stringify(shelf)
  let count = known.get(key)
  if (!count) {
    count = countShelf(db, shelf)
    known.set(key, count)
    // A failure is told to those who waited and not remembered.
    count.catch(() => known.delete(key))
  }
  return count
}

/** Forgets the counts on this node: something has changed somewhere. */
export function forgetCounts(db: Db): void {
  counts.get(db)?.clear()
}

/** For every use case that adds, changes, moves, deletes or hides products, after its commit: this node shows it at once. */
export function catalogueChanged(db: Db): void {
  forgetCounts(db)
  readChangesNow(db)
}
