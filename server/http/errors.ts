/** Refusals to statuses, in one table (api-rules §1). */
import type { Refusal, RefusalCode } from '../refusal.ts'

const statusOf: Record<RefusalCode, number> = {
  invalid: 400,
  'signed-out': 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  'wrong-type': 415,
  'too-often': 429,
  unavailable: 503,
}

/** What is told to come again without saying when. */
export const passingSeconds = 5

/** The envelope of a refusal: `{msg, fields?}` with its status. */
export function refusalResponse(refusal: Refusal): Response {
  const { status, headers, body } = refusalOf(refusal)
  return new Response(JSON.stringify(body), { status, headers })
}

/** The same in its pieces, for an answer that says more. */
export function refusalOf(refusal: Refusal) {
  const headers: Record<string, string> = { 'content-type': 'application/json', 'cache-control': 'no-store' }
  const wait = refusal.retryAfterSeconds ?? (refusal.code === 'unavailable' ? passingSeconds : undefined)
  if (wait !== undefined) headers['retry-after'] = String(wait)
  const body = { msg: refusal.message, ...(refusal.fields && { fields: refusal.fields }) }
  return { status: statusOf[refusal.code], headers, body }
}

/** An unexpected error: a request id and no detail. */
export function unexpectedResponse(requestId: string): Response {
  const body = { msg: 'Something went wrong. Please try again.', requestId }
  return new Response(JSON.stringify(body), {
    status: 500,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  })
}
