/** A limit for the wait for a response. */
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseUnavailable } from './connection-errors.ts'

/** Throws DatabaseUnavailable where `work` takes longer; unlike the limit of a statement this includes its connection. */
export async function inTime<T>(ms: number, work: Promise<T>): Promise<T> {
  const timer = new AbortController()
  const late = sleep(ms, undefined, { signal: timer.signal }).then(() => {
    throw new DatabaseUnavailable(new Error('no answer in time'))
  })
  try {
    return await Promise.race([work, late])
  } finally {
    late.catch(() => {})
    timer.abort()
  }
}
