/** The HTTP status of each refusal, and the responses of errors (api-rules §1). */
import type { Refusal, RefusalCode } from '../refusal.ts'

const statusOf: Record<RefusalCode, number> = {
  invalid: 400,
  'signed-out': 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-slow': 408,
  'too-large': 413,
  'wrong-type': 415,
  'too-often': 429,
  unavailable: 503,
}

/** Retry-After of a temporary failure whose end is not known. */
export const defaultRetryAfterSeconds = 5

/** The response of a refusal: `{msg, fields?}` with its status. */
export function refusalResponse(refusal: Refusal): Response {
  const { status, headers, body } = refusalParts(refusal)
  return jsonError(status, body, headers)
}

/** Its parts, for a response with more fields. */
export function refusalParts(refusal: Refusal) {
  const headers: Record<string, string> = { 'content-type': 'application/json', 'cache-control': 'no-store' }
  const wait =
    refusal.retryAfterSeconds ?? (refusal.code === 'unavailable' ? defaultRetryAfterSeconds : undefined)
  if (wait !== undefined) headers['retry-after'] = String(wait)
  const body = { msg: refusal.message, ...(refusal.fields && { fields: refusal.fields }) }
  return { status: statusOf[refusal.code], headers, body }
}

/** The response of an unexpected error: a request id, which the log has too, and no detail. */
export function unexpectedResponse(requestId: string): Response {
  const body = { msg: 'Something went wrong. Please try again.', requestId }
  return jsonError(500, body, { 'content-type': 'application/json', 'cache-control': 'no-store' })
}

/** With its length: a body of unknown length would be compressed however short it is. */
function jsonError(status: number, body: object, headers: Record<string, string>): Response {
  const bytes = Buffer.from(JSON.stringify(body))
  return new Response(bytes, { status, headers: { ...headers, 'content-length': String(bytes.length) } })
}
