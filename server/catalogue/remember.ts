/** Answers about the catalogue that may be some seconds old, on this node. */
import { LRUCache } from 'lru-cache'
import type { Db } from '../db/client.ts'

const rememberMs = 10_000

// By database, because one process may run several shops.
const answers = new WeakMap<Db, LRUCache<string, Promise<unknown>>>()

function answersOf(db: Db): LRUCache<string, Promise<unknown>> {
  let known = answers.get(db)
  if (!known) {
    known = new LRUCache({ max: 2_000, ttl: rememberMs })
    answers.set(db, known)
  }
  return known
}

/** What `load` answered at most ten seconds ago under the same key. Requests at the same time wait for one answer. */
export function remembered<T>(db: Db, key: string, load: () => Promise<T>): Promise<T> {
  const known = answersOf(db)
  let answer = known.get(key) as Promise<T> | undefined
  if (!answer) {
    answer = load()
    known.set(key, answer)
    // A failure is told to those who waited and not remembered.
    answer.catch(() => known.delete(key))
  }
  return answer
}

export function forgetAnswers(db: Db): void {
  answers.get(db)?.clear()
}
