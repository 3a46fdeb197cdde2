import { isRouteErrorResponse } from 'react-router'
import { ApiError } from '../api/client.ts'

export interface ErrorCause {
  /** No response arrived: mostly there is no connection. */
  noAnswer: boolean
  /** Something of the page could not be loaded, as opposed to code that failed. */
  failedLoad: boolean
}

/** Why an error boundary shows its error. */
export function causeOf(error: unknown): ErrorCause {
  // Without a connection a loader's fetch throws the browser's TypeError, and a call of ours an ApiError with status
  // 0.
  const noAnswer =
    (error instanceof ApiError && error.status === 0) ||
    (error instanceof TypeError && /fetch|network|load/i.test(error.message))
  const failedLoad =
    noAnswer ||
    error instanceof ApiError ||
    isRouteErrorResponse(error) ||
    // The connection broke while the response arrived (React Router).
    (error instanceof Error && /turbo-stream/.test(error.message))
  return { noAnswer, failedLoad }
}
