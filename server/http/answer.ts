/** Writing an answer that lies ready in memory, as little work as that can be. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { loggedPath } from '../observe/log.ts'

export interface ReadyAnswer {
  status: number
  /** Name, value, name, value … */
  headers: readonly string[]
  body: Uint8Array
  /** Without one the answer is never shortened to 304. */
  etag?: string
  /** When the request came, for the log, where the answer had to be made first. */
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
      response.writeHead(304, ['x-request-id', requestId, 'etag', etag, ...aboutKeeping(headers)])
      response.end()
    } else {
      const whole = [...headers, 'x-request-id', requestId, 'content-length', String(body.length)]
      if (etag !== undefined) whole.push('etag', etag)
      response.writeHead(status, whole)
      // HEAD is told the length and gets nothing.
      response.end(request.method === 'HEAD' ? undefined : body)
    }
    if (log.isLevelEnabled('info')) {
      const ms = began === undefined ? 0 : Math.round(performance.now() - began)
      const path = loggedPath((request.url ?? '').split('?', 1)[0] ?? '')
      log.info({ requestId, method: request.method, path, status: sent, ms }, 'request')
    }
  }
}

/** What a 304 repeats; the rest the browser has. */
function aboutKeeping(headers: readonly string[]): string[] {
  const kept: string[] = []
  for (let i = 0; i < headers.length; i += 2) {
    const [name, value] = [headers[i] ?? '', headers[i + 1] ?? '']
    if (name === 'cache-control' || name === 'vary') kept.push(name, value)
  }
  return kept
}

/** Whether the browser's list of versions has this one. Weak and strong tags mean the same here. */
function hasVersion(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header === etag || header === '*') return true
  const bare = etag.replace(/^W\//, '')
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === bare)
}

/** Headers by name as the flat list that node writes. */
export function flatHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flat()
}
