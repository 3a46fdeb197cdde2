/** The 503 of a full shop: made once, so that thousands a second leave time for those who were let in. */
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

/** Not all come back at the same moment. */
const waits = ['1', '2', '3']
const asksForData = /^\/(?:api|media|dev|sandbox)\//

/** `rehearsal` is the line of a shop that is only rehearsed. */
export function openRefusal(security: Readonly<Record<string, string>>, rehearsal?: string): RequestListener {
  const formOf = (type: string, body: string) => {
    const own = {
      ...security,
      'content-security-policy': plainPolicy,
      'content-type': type,
      'content-length': String(Buffer.byteLength(body)),
      'cache-control': 'no-store',
    }
    return { body, headers: waits.map((wait) => flatHeaders({ ...own, 'retry-after': wait })) }
  }
  const forms = {
    data: formOf('application/json', data),
    page: formOf('text/html; charset=utf-8', pageWith(rehearsal)),
  }
  let turn = 0

  return (request: IncomingMessage, response: ServerResponse) => {
    const { headers, body } = asksForData.test(request.url ?? '') ? forms.data : forms.page
    turn = (turn + 1) % waits.length
    response.writeHead(503, [...(headers[turn] ?? []), 'x-request-id', randomUUID()])
    // As text of one byte a sign, which node sends together with the headers.
    response.end(request.method === 'HEAD' ? undefined : body, 'latin1')
  }
}
