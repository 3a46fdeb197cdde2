/**
 * Loading that falls back to an empty value and logs the failure (specification §8): the page shows its empty state
 * with 'Try again'.
 */
import { ApiError } from './client.ts'

export interface Loaded<T> {
  value: T
  /** True where `value` is the empty one because loading failed. */
  failed: boolean
}

/** Returns `empty` where `load` fails. 401 and 403 are thrown on, because the person has to log in first. */
export async function loadOrEmpty<T>(load: () => Promise<T>, empty: T): Promise<Loaded<T>> {
  try {
    return { value: await load(), failed: false }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401 || error.status === 403) throw error
    console.info('Could not be loaded.', error.message)
    return { value: empty, failed: true }
  }
}
