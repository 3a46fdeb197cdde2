import { ApiError } from './client.ts'

/**
 * The message for a failed call (specification §8): the server's own, or `fallback`. An error of the browser itself
 * is added behind `fallback`, because it helps to find the cause.
 */
export function failureMessage(error: unknown, fallback: string): string {
  if (error instanceof ApiError) return error.msg || fallback
  return error instanceof Error && error.message ? `${fallback}: ${error.message}` : fallback
}

/** The same message, and for a 429 how long to wait. */
export function failureMessageAndWait(error: unknown, fallback: string): string {
  const words = failureMessage(error, fallback)
  const seconds = error instanceof ApiError && error.status === 429 ? error.retryAfter : null
  if (!seconds) return words
  return `${words} You can try again in ${seconds <= 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`}.`
}
