/** Sends responses from memory, and every 304. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { loggedPath } from '../observe/log.ts'
import { matchesEtag } from './etag.ts'

interface ReadyAnswer {
  status: number
  /** Alternating names and values. */
  headers: readonly string[]
  body: Uint8Array
  /** Without it the response is never a 304. */
  etag?: string
  /** performance.now() at the start of the request, for the log line, if the page had to be rendered first. */
  began?: number
}

/** Writes responses with a request id and logs them like every other request. */
export type Answerer = (request: IncomingMessage, response: ServerResponse, ready: ReadyAnswer) => void

/** Writes to Node's own response object: responses from memory do not pass through the framework. */
export function openAnswerer(log: Logger): Answerer {
  return (request, response, { status, headers, body, etag, began }) => {
    const requestId = randomUUID()
    const isCurrent = etag !== undefined && matchesEtag(request.headers['if-none-match'], etag)
    if (isCurrent) {
      response.writeHead(304, ['x-request-id', requestId, 'etag', etag, ...cachingHeaders(headers)])
      response.end()
    } else {
      const complete = [...headers, 'x-request-id', requestId, 'content-length', String(body.length)]
      if (etag !== undefined) complete.push('etag', etag)
      response.writeHead(status, complete)
      // The response to HEAD has the headers of the response to GET, without the body.
      response.end(request.method === 'HEAD' ? undefined : body)
    }
    if (log.isLevelEnabled('info')) {
      const ms = began === undefined ? 0 : Math.round(performance.now() - began)
      const path = loggedPath((request.url ?? '').split('?', 1)[0] ?? '')
      log.info({ requestId, method: request.method, path, status: isCurrent ? 304 : status, ms }, 'request')
    }
  }
}

/** The headers that a 304 has to repeat (RFC 9110, 15.4.5); the client keeps the others from the first response. */
function cachingHeaders(headers: readonly string[]): string[] {
  const repeated: string[] = []
  for (let i = 0; i < headers.length; i += 2) {
    const [name, value] = [headers[i] ?? '', headers[i + 1] ?? '']
    if (name === 'cache-control' || name === 'vary') repeated.push(name, value)
  }
  return repeated
}

/** For handlers of the framework: the 304 with these headers, or undefined if the client's copy is not current. */
export function notModified(
  request: Request,
  headers: Readonly<Record<string, string>> & { etag: string },
): Response | undefined {
  const isCurrent = matchesEtag(request.headers.get('if-none-match'), headers.etag)
  return isCurrent ? new Response(null, { status: 304, headers }) : undefined
}

/** Headers by name as the flat list that writeHead takes. */
export function flatHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flat()
}
