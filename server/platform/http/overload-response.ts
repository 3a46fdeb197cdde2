/** The 503 of the load limit. It is built once, so that thousands of refusals in a second cost little. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { flatHeaders } from './answer.ts'
import { rehearsalLine } from '../rehearsal.ts'
import { plainPolicy } from './headers.ts'

const words = 'Many people are shopping right now. Please try again in a few seconds.'
const data = JSON.stringify({ msg: words })
const pageWith = (rehearsal: string | undefined) =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>One moment, please</title>` +
  `<meta name="viewport" content="width=device-width, initial-scale=1">` +
  `<style>body{font:1.125rem/1.6 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1rem;color:#1c2b21}` +
  `a{color:#17603a;display:inline-block;padding:.6rem 0}</style></head>` +
  `<body>${rehearsal ? rehearsalLine(rehearsal) : ''}<main><h1>One moment, please</h1><p>${words}</p><p><a href="">Try again</a></p></main></body></html>`

/** Values of Retry-After in turn, so that the clients do not all retry at the same moment. */
const retryAfterSeconds = ['1', '2', '3']
const wantsJson = /^\/(?:api|media|dev|sandbox)\//

/** `rehearsal` is the notice of a rehearsal shop. JSON for API and media, a page for everything else. */
export function openOverloadResponse(
  security: Readonly<Record<string, string>>,
  rehearsal?: string,
): RequestListener {
  const formOf = (type: string, body: string) => {
    const own = {
      ...security,
      'content-security-policy': plainPolicy,
      'content-type': type,
      'content-length': String(Buffer.byteLength(body)),
      'cache-control': 'no-store',
    }
    return { body, headers: retryAfterSeconds.map((wait) => flatHeaders({ ...own, 'retry-after': wait })) }
  }
  const forms = {
    data: formOf('application/json', data),
    page: formOf('text/html; charset=utf-8', pageWith(rehearsal)),
  }
  let turn = 0

  return (request: IncomingMessage, response: ServerResponse) => {
    const { headers, body } = wantsJson.test(request.url ?? '') ? forms.data : forms.page
    turn = (turn + 1) % retryAfterSeconds.length
    response.writeHead(503, [...(headers[turn] ?? []), 'x-request-id', randomUUID()])
    // Node sends a latin1 string together with the headers, in one write.
    response.end(request.method === 'HEAD' ? undefined : body, 'latin1')
  }
}
