/** Counts every request of the listener by route pattern and status, and traces it. Wraps everything that answers. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Span } from '@opentelemetry/api'
import { counter, histogram } from '../observe/meters.ts'
import { beginTrace, endSpan, within } from '../observe/trace.ts'
import type { Drain } from './drain.ts'

const answers = counter('hariyali_requests_total', 'Requests by route pattern and status.', [
  'method',
  'route',
  'status',
])
const seconds = histogram('hariyali_request_seconds', 'Requests until the last byte was handed on.', [
  'route',
])

const methods = new Set(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'PUT', 'PATCH'])

/** State of a request until its response has ended. Stored on the request itself: a WeakMap costs more than all the rest. */
interface Watched {
  began: number
  route: string | undefined
  span: Span | undefined
}
const watched = Symbol('watched')
interface WatchedRequest extends IncomingMessage {
  [watched]?: Watched | undefined
}

/** Sets the route pattern under which a request is counted. Never the address itself: metrics labels must stay few. */
export function setRoutePattern(request: WatchedRequest | undefined, pattern: string): void {
  const about = request?.[watched]
  if (about) about.route = pattern
}

export interface WatchOptions {
  /** Whether the request's `traceparent` header is used: only a proxy in front may write it. */
  trustProxy: boolean
  drain: Drain
  /** Called after each response with its route pattern and, unless the client left before it began, its status. */
  onAnswered?: (request: IncomingMessage, route: string, status: number | undefined) => void
}

export function watchRequests(
  next: RequestListener,
  { trustProxy, drain, onAnswered }: WatchOptions,
): RequestListener {
  // One listener for all requests: a closure for each would be allocated fifty thousand times a second.
  function onClose(this: ServerResponse): void {
    const request: WatchedRequest = this.req
    const about = request[watched]
    if (!about) return
    request[watched] = undefined
    drain.requestEnded()
    count(request, this, about)
    onAnswered?.(request, about.route ?? '', this.headersSent ? this.statusCode : undefined)
  }

  return (request: WatchedRequest, response) => {
    // Clients wait for the reply before they send the next request: a row of requests would keep a row of unread replies in memory.
    if (response.socket === null) {
      request.socket.destroy()
      return
    }
    const began = performance.now()
    const parent = trustProxy ? request.headers.traceparent : undefined
    const span = beginTrace('request', 'server', typeof parent === 'string' ? parent : undefined)
    request[watched] = { began, route: undefined, span }
    drain.requestStarted(response, began)
    response.on('close', onClose)
    if (span) within(span, () => next(request, response))
    else next(request, response)
  }
}

function count(request: IncomingMessage, response: ServerResponse, { began, route, span }: Watched): void {
  const method = methods.has(request.method ?? '') ? (request.method ?? '') : 'other'
  const pattern = route ?? plainRoute(request.url ?? '')
  // 'none': the client closed the connection before the response began.
  const status = response.headersSent ? String(response.statusCode) : 'none'
  answers.inc({ method, route: pattern, status })
  seconds.observe({ route: pattern }, (performance.now() - began) / 1_000)
  if (!span) return
  span.updateName(`${method} ${pattern}`)
  const about = {
    'http.request.method': method,
    'http.route': pattern,
    'http.response.status_code': response.statusCode,
  }
  endSpan(span, about, response.statusCode >= 500)
}

function plainRoute(url: string): string {
  const known =
    /^\/(?:assets\/|media\/|sandbox\/|dev\/|sitemaps\/|(?:healthz|readyz|robots\.txt|sitemap\.xml)(?=$|\?))/.exec(
      url,
    )?.[0]
  return known === undefined ? 'other' : known.endsWith('/') ? `${known}*` : known
}
