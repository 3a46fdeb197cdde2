import { ApiError } from './client.ts'

/**
 * What a person is told of a failed call (specification §8): the server's words, or that none came (the client has words
 * for that), else `fallback`; with the cause behind it where the failure was the browser's own.
 */
export function failureWords(error: unknown, fallback: string): string {
  if (error instanceof ApiError) return error.msg || fallback
  return error instanceof Error && error.message ? `${fallback}: ${error.message}` : fallback
}

/** The same, and how long to wait where the server said that it was too often. */
export function failureWordsAndWait(error: unknown, fallback: string): string {
  const words = failureWords(error, fallback)
  const seconds = error instanceof ApiError && error.status === 429 ? error.retryAfter : null
  if (!seconds) return words
  return `${words} You can try again in ${seconds <= 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`}.`
}
