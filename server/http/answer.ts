/** Writes answers that are ready in memory, bypassing the framework: this is the shop's fastest path. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { loggedPath } from '../observe/log.ts'

export interface ReadyAnswer {
  status: number
  /** Alternating names and values. */
  headers: readonly string[]
  body: Uint8Array
  /** Without an ETag the answer is never 304. */
  etag?: string
  /** When the request came, by performance.now(). Given where the answer had to be made first, for the time in the log. */
  began?: number
}

/** Writes answers with a request id and logs them like every other request. */
export type Answerer = (request: IncomingMessage, response: ServerResponse, ready: ReadyAnswer) => void

export function openAnswerer(log: Logger): Answerer {
  return (request, response, { status, headers, body, etag, began }) => {
    const requestId = randomUUID()
    let sent = status
    if (etag !== undefined && hasVersion(request.headers['if-none-match'], etag)) {
      sent = 304
      response.writeHead(304, ['x-request-id', requestId, 'etag', etag, ...cacheHeaders(headers)])
      response.end()
    } else {
      const whole = [...headers, 'x-request-id', requestId, 'content-length', String(body.length)]
      if (etag !== undefined) whole.push('etag', etag)
      response.writeHead(status, whole)
      // HEAD gets the length and no body.
      response.end(request.method === 'HEAD' ? undefined : body)
    }
    if (log.isLevelEnabled('info')) {
      const ms = began === undefined ? 0 : Math.round(performance.now() - began)
      const path = loggedPath((request.url ?? '').split('?', 1)[0] ?? '')
      log.info({ requestId, method: request.method, path, status: sent, ms }, 'request')
    }
  }
}

/** The headers that a 304 repeats (RFC 9110); the browser has the others. */
function cacheHeaders(headers: readonly string[]): string[] {
  const kept: string[] = []
  for (let i = 0; i < headers.length; i += 2) {
    const [name, value] = [headers[i] ?? '', headers[i + 1] ?? '']
    if (name === 'cache-control' || name === 'vary') kept.push(name, value)
  }
  return kept
}

/** Whether an If-None-Match header has this ETag. Weak comparison, as RFC 9110 requires. */
function hasVersion(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header === etag || header === '*') return true
  const bare = etag.replace(/^W\//, '')
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === bare)
}

/** Headers by name as the flat list that writeHead takes. */
export function flatHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flat()
}
