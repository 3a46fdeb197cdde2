/** Calls to outside providers, timed and traced. Node's own fetch reports each of them, so no adapter has to. */
import diagnostics from 'node:diagnostics_channel'
import type { Span } from '@opentelemetry/api'
import { histogram } from './meters.ts'
import { beginSpan, endSpan } from './trace.ts'

const seconds = histogram('hariyali_outgoing_seconds', 'Calls to outside providers until the answer began.', [
  'host',
  'status',
])

interface FetchRequest {
  origin: string
  method: string
}
interface Call {
  began: number
  host: string
  span: Span | undefined
}

const calls = new WeakMap<FetchRequest, Call>()

/** Counts a call that is not made by fetch. `status` is that of HTTP, or 'none' without a response. */
export function countOutgoing(host: string, status: string, ms: number): void {
  seconds.observe({ host, status }, ms / 1_000)
}

function onCreate(message: unknown): void {
  const { request } = message as { request: FetchRequest }
  const host = new URL(request.origin).host
  // Only the method and the host: paths contain the ids of people's payments and parcels.
  const span = beginSpan(`${request.method} ${host}`, 'client', {
    'http.request.method': request.method,
    'server.address': host,
  })
  calls.set(request, { began: performance.now(), host, span })
}

function onHeaders(message: unknown): void {
  const { request, response } = message as { request: FetchRequest; response: { statusCode: number } }
  end(request, String(response.statusCode), response.statusCode >= 500)
}

function onError(message: unknown): void {
  end((message as { request: FetchRequest }).request, 'none', true)
}

function end(request: FetchRequest, status: string, failed: boolean): void {
  const call = calls.get(request)
  if (!call) return
  calls.delete(request)
  countOutgoing(call.host, status, performance.now() - call.began)
  endSpan(call.span, { 'http.response.status_code': status }, failed)
}

let watchers = 0

/** Starts to watch and returns how to stop. Several shops of one process share one subscription: a call is counted once. */
export function watchOutgoing(): () => void {
  const channels = [
    ['undici:request:create', onCreate],
    ['undici:request:headers', onHeaders],
    ['undici:request:error', onError],
  ] as const
  watchers += 1
  if (watchers === 1) for (const [name, listener] of channels) diagnostics.subscribe(name, listener)
  return () => {
    watchers -= 1
    if (watchers === 0) for (const [name, listener] of channels) diagnostics.unsubscribe(name, listener)
  }
}
