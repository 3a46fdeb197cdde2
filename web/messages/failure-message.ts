/** The message after an action that succeeded or failed; the words stand in the tables beside this file. */
import { ApiError } from '../api/client.ts'

/** The words of one action (specification §8). */
export interface ActionWords {
  /** Shown when it succeeded; absent where the server's own message is shown, or none. */
  success?: string
  /** Shown when it failed. */
  failure: string
  /**
   * Whether the server's message of a refusal is shown 'instead' of `failure`, 'below' it as the reason, or 'never'.
   */
  serverMsg: 'instead' | 'below' | 'never'
  /** Shown instead of `failure` where no response came. */
  noAnswer?: string
  /** The message of an error of the browser itself is added behind `failure`. */
  withCause?: true
}

/** For an action that the specification does not name: the server's message, or `failure`. */
export const serverMsgOr = (failure: string): ActionWords => ({ failure, serverMsg: 'instead' })

/** The message for a failed call. */
export function failureMessage(error: unknown, words: ActionWords): string {
  const { failure, serverMsg, noAnswer, withCause } = words
  if (!(error instanceof ApiError))
    return withCause && error instanceof Error && error.message ? `${failure}: ${error.message}` : failure
  if (error.status === 0) return noAnswer ?? failure
  return (serverMsg === 'instead' && error.msg) || failure
}

/** The same message, and for a refusal of the server with status 429 how long to wait. */
export function failureMessageAndWait(error: unknown, words: ActionWords): string {
  const message = failureMessage(error, words)
  const seconds = error instanceof ApiError && error.status === 429 ? error.retryAfter : null
  if (!seconds || words.serverMsg === 'never') return message
  return `${message} You can try again in ${waitText(seconds)}.`
}

/** 60 → '60 seconds', 3500 → '59 minutes'. */
const waitText = (seconds: number): string =>
  seconds <= 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
