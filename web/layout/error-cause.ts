import { isRouteErrorResponse } from 'react-router'
import { ApiError } from '../api/client.ts'

export interface ErrorCause {
  /** No answer arrived: mostly there is no connection. */
  noAnswer: boolean
  /** The data of a page could not be loaded; the page itself is sound and can ask again. */
  failedLoad: boolean
  /** The code of the page is missing or failed: only a new document mends that. */
  brokenScripts: boolean
}

/** Why an error boundary shows its error. The last two exclude each other, except for code that was not loaded. */
export function causeOf(error: unknown): ErrorCause {
  const missingCode = error instanceof TypeError && /load a part/.test(error.message)
  // Without a connection a loader's fetch throws the browser's TypeError, and a call of ours an ApiError with status
  // 0.
  const noAnswer =
    (error instanceof ApiError && error.status === 0) ||
    (error instanceof TypeError && /fetch|network|load/i.test(error.message))
  const failedLoad =
    noAnswer ||
    error instanceof ApiError ||
    isRouteErrorResponse(error) ||
    // The connection broke while the answer arrived (React Router).
    (error instanceof Error && /turbo-stream/.test(error.message))
  return { noAnswer, failedLoad, brokenScripts: missingCode || !failedLoad }
}
