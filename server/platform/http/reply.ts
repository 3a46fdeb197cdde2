/** Turns the result of a handler into a response: JSON, a page of a list, a file or a CSV stream. */
import { isDeepStrictEqual } from 'node:util'
import { gzipSync } from 'node:zlib'
import type { EndpointSpec } from '../../../contract/endpoint.ts'
import type { Page } from '../keyset-page.ts'
import { acceptsGzip } from './encodings.ts'
import type { HttpContext } from './http-app.ts'

/** The response of 200 for the result of an endpoint's handler. */
export function replyWith(c: HttpContext, spec: EndpointSpec, result: unknown): Response {
  if (spec.file === 'text/csv') return streamResponse(result as StreamReply)
  if (spec.file === 'application/zip') return archiveResponse(result as ArchiveReply)
  if (spec.file) return fileResponse(spec.file, result as FileReply)
  return spec.paged ? pageResponse(c, result as Page<unknown>) : jsonResponse(c, result)
}

/** Throws for a result that does not match the schema of the reply. An extra field fails too: it may leak private data. */
export function requireShape({ path, reply, file, paged }: EndpointSpec, result: unknown): void {
  const shown = paged ? (result as Page<unknown>).items : result
  const parsed = reply.parse(shown)
  const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
  if (!file && !isDeepStrictEqual(plain(parsed), plain(shown)))
    throw new Error(`${path} answers more than its schema says`)
}

/** Bytes from which on compressing saves a packet, and up to which it takes less time than starting a stream that does it. */
const compressed = { from: 1_024, to: 65_536 }

/** The compressing middleware takes longer replies. It leaves alone what is compressed, or says that it is short. */
function jsonResponse(c: HttpContext, value: unknown): Response {
  const bytes = Buffer.from(JSON.stringify(value))
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (bytes.length < compressed.from || bytes.length > compressed.to) {
    headers['content-length'] = String(bytes.length)
    return new Response(bytes, { headers })
  }
  headers.vary = 'accept-encoding'
  if (!acceptsGzip(c.req.header('accept-encoding'))) return new Response(bytes, { headers })
  const packed = gzipSync(bytes)
  headers['content-encoding'] = 'gzip'
  headers['content-length'] = String(packed.length)
  return new Response(packed, { headers })
}

interface FileReply {
  bytes: Uint8Array<ArrayBuffer>
  name: string
  type?: string
  attached?: boolean
  /** Whether our own pages may show it in a frame. */
  framed?: boolean
}

/** Sends a file to show in the browser. Its policy allows the browser's PDF viewer, which the default policy would block. */
function fileResponse(usual: string, { bytes, name, type = usual, attached, framed }: FileReply): Response {
  return new Response(bytes, {
    headers: {
      'content-type': type,
      'content-disposition': `${attached ? 'attachment' : 'inline'}; filename="${name.replace(/[^\w.-]/g, '_')}"`,
      'content-security-policy': `default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors ${framed ? "'self'" : "'none'"}`,
    },
  })
}

interface StreamReply {
  pieces: AsyncIterable<string>
  name: string
}

/** Streams a CSV file with backpressure; when the client disconnects the generator is ended. */
function streamResponse({ pieces, name }: StreamReply): Response {
  return new Response(ReadableStream.from(pieces).pipeThrough(new TextEncoderStream()), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"`,
    },
  })
}

interface ArchiveReply {
  pieces: AsyncIterable<Uint8Array>
  name: string
}

/** The same for an archive, which is bytes. */
function archiveResponse({ pieces, name }: ArchiveReply): Response {
  return new Response(ReadableStream.from(pieces) as ReadableStream<Uint8Array<ArrayBuffer>>, {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"`,
    },
  })
}

function pageResponse(c: HttpContext, { items, total, next }: Page<unknown>): Response {
  const response = jsonResponse(c, items)
  response.headers.set('x-total-count', String(total))
  if (next !== undefined) {
    const url = new URL(c.req.url)
    url.searchParams.set('cursor', next)
    response.headers.set('link', `<${url.pathname}${url.search}>; rel="next"`)
  }
  return response
}
