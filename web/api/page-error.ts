/** Failures of a public page's calls as error pages: with the status and request id that production would otherwise hide. */
import { data, isRouteErrorResponse } from 'react-router'
import { ApiError } from './client.ts'

interface PageErrorData {
  requestId: string | null
}

/** Runs a server loader's calls; what the loader does not handle itself becomes an error page that names the request. */
export async function withErrorPage<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw data({ requestId: error.requestId } satisfies PageErrorData, { status: error.status || 503 })
  }
}

/** The request id that an error carries, to be shown and found again in the log. */
export function requestIdOf(error: unknown): string | null {
  if (error instanceof ApiError) return error.requestId
  if (!isRouteErrorResponse(error)) return null
  return (error.data as PageErrorData | null)?.requestId ?? null
}
