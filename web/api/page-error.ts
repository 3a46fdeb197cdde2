/**
 * Turns failed calls of a public page into error pages. In production React Router hides the details of an ordinary
 * error, and with them the status and the request id.
 */
import { data, isRouteErrorResponse } from 'react-router'
import { ApiError } from './client.ts'

interface PageErrorData {
  requestId: string | null
}

/**
 * Runs the calls of a server loader. An ApiError that `load` does not handle becomes an error page with its status
 * and request id.
 */
export async function withErrorPage<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw data({ requestId: error.requestId } satisfies PageErrorData, { status: error.status || 503 })
  }
}

/** The request id of an error, which finds the request in the log; null where there is none. */
export function requestIdOf(error: unknown): string | null {
  if (error instanceof ApiError) return error.requestId
  if (!isRouteErrorResponse(error)) return null
  return (error.data as PageErrorData | null)?.requestId ?? null
}
