/** Every request of the listener, counted by route pattern and status, and traced; around all that answers. */
import type { IncomingMessage, RequestListener } from 'node:http'
import { counter, times } from '../observe/meters.ts'
import { beginTrace, endSpan, within } from '../observe/trace.ts'

const answers = counter('hariyali_requests_total', 'Requests by route pattern and status.', [
  'method',
  'route',
  'status',
])
const took = times('hariyali_request_seconds', 'Requests until the last byte was handed on.', ['route'])

const patterns = new WeakMap<IncomingMessage, string>()
const methods = new Set(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'PUT', 'PATCH'])

/** Says under which pattern a request is counted: never an address that somebody typed. */
export function noteRoute(request: IncomingMessage | undefined, pattern: string): void {
  if (request) patterns.set(request, pattern)
}

export interface WatchOptions {
  /** Whether a `traceparent` of the caller counts: behind a proxy that writes it. */
  trustProxy: boolean
}

export function watchRequests(next: RequestListener, { trustProxy }: WatchOptions): RequestListener {
  return (request, response) => {
    const began = performance.now()
    const parent = trustProxy ? request.headers.traceparent : undefined
    const span = beginTrace('request', 'server', typeof parent === 'string' ? parent : undefined)
    response.once('close', () => {
      const method = methods.has(request.method ?? '') ? (request.method ?? '') : 'other'
      const route = patterns.get(request) ?? plainRoute(request.url ?? '')
      // Who went away before the answer was told nothing.
      const status = response.headersSent ? String(response.statusCode) : 'none'
      answers.add(1, method, route, status)
      took.took((performance.now() - began) / 1_000, route)
      if (!span) return
      span.name = `${method} ${route}`
      const about = {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': response.statusCode,
      }
      endSpan(span, about, response.statusCode >= 500)
    })
    within(span, () => next(request, response))
  }
}

function plainRoute(url: string): string {
  const known =
    /^\/(?:assets\/|media\/|sandbox\/|dev\/|sitemaps\/|(?:healthz|readyz|robots\.txt|sitemap\.xml)(?=$|\?))/.exec(
      url,
    )?.[0]
  return known === undefined ? 'other' : known.endsWith('/') ? `${known}*` : known
}
