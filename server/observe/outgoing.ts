/** Calls to outside providers, timed and traced: node's own fetch tells of each, so no adapter has to. */
import diagnostics from 'node:diagnostics_channel'
import { histogram } from './meters.ts'
import { beginSpan, endSpan, type Span } from './trace.ts'

const took = histogram('hariyali_outgoing_seconds', 'Calls to outside providers until the answer began.', [
  'host',
  'status',
])

interface Call {
  origin: string
  method: string
}
interface Running {
  began: number
  host: string
  span: Span | undefined
}

const running = new WeakMap<Call, Running>()

function onCreate(message: unknown): void {
  const { request } = message as { request: Call }
  const host = new URL(request.origin).host
  // Only the method and the host: paths hold the ids of people's payments and parcels.
  const span = beginSpan(`${request.method} ${host}`, 'client', {
    'http.request.method': request.method,
    'server.address': host,
  })
  running.set(request, { began: performance.now(), host, span })
}

function end(request: Call, status: string, failed: boolean): void {
  const call = running.get(request)
  if (!call) return
  running.delete(request)
  took.observe({ host: call.host, status }, (performance.now() - call.began) / 1_000)
  endSpan(call.span, { 'http.response.status_code': status }, failed)
}

function onHeaders(message: unknown): void {
  const { request, response } = message as { request: Call; response: { statusCode: number } }
  end(request, String(response.statusCode), response.statusCode >= 500)
}

function onError(message: unknown): void {
  end((message as { request: Call }).request, 'none', true)
}

let watchers = 0

/** Begins to watch; the answer ends it. */
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
