/** Loading whose failure is only logged (specification §8): the page then shows its empty state and can try again. */
import { ApiError } from './client.ts'

export interface Loaded<T> {
  value: T
  /** True where `value` stands in for what could not be loaded. */
  failed: boolean
}

/** A lost session (401) or another role (403) is thrown on: those people go to log in. */
export async function loadOrEmpty<T>(load: () => Promise<T>, empty: T): Promise<Loaded<T>> {
  try {
    return { value: await load(), failed: false }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401 || error.status === 403) throw error
    console.info('Could not be loaded.', error.message)
    return { value: empty, failed: true }
  }
}
