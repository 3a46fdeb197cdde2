/** Serves the files of the web build from memory. They are read once at the start, a few megabytes (decision 10). */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { type Answerer, flatHeaders } from './answer.ts'
import { bestEncoding, type Encoding } from './encodings.ts'
import { weakEtag } from './etag.ts'
import { setRoutePattern } from './watch-requests.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}
/** The build writes compressed files beside each text (web/bundling/compress-build.ts). */
const forms: [Encoding, string][] = [
  ['br', '.br'],
  ['gzip', '.gz'],
]

interface StaticFile {
  headers: string[]
  etag: string
  /** The route pattern under which metrics count the request. */
  route: string
  bodies: Partial<Record<Encoding, Buffer>> & { identity: Buffer }
}

export interface StaticFiles {
  /** Serves a GET or HEAD and returns true; returns false where the build has no such file. */
  serve(request: IncomingMessage, response: ServerResponse): boolean
}

export function openStaticFiles(
  folder: string,
  answer: Answerer,
  security: Readonly<Record<string, string>>,
): StaticFiles {
  const common = flatHeaders(security)
  const files = new Map<string, StaticFile>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = types[path.extname(entry.name)]
    if (!entry.isFile() || !type) continue
    const file = path.join(entry.parentPath, entry.name)
    const address = `/${path.relative(folder, file).split(path.sep).join('/')}`
    files.set(address, readFile(file, address, type, common))
  }
  return {
    serve(request, response) {
      const target = request.url ?? ''
      const at = target.indexOf('?')
      const file = files.get(at < 0 ? target : target.slice(0, at))
      if (!file) return false
      setRoutePattern(request, file.route)
      const wanted = bestEncoding(request.headers['accept-encoding'])
      const encoding = file.bodies[wanted]
        ? wanted
        : file.bodies.gzip && wanted === 'br'
          ? 'gzip'
          : 'identity'
      const headers = encoding === 'identity' ? file.headers : [...file.headers, 'content-encoding', encoding]
      const body = file.bodies[encoding] ?? file.bodies.identity
      answer(request, response, { status: 200, headers, body, etag: file.etag })
      return true
    },
  }
}

function readFile(file: string, address: string, type: string, common: readonly string[]): StaticFile {
  const identity = readFileSync(file)
  const bodies: StaticFile['bodies'] = { identity }
  for (const [encoding, ending] of forms)
    if (existsSync(file + ending)) bodies[encoding] = readFileSync(file + ending)
  // Names under /assets contain a hash of the content.
  const control = address.startsWith('/assets/')
    ? 'public, max-age=31536000, immutable'
    : 'public, max-age=3600'
  return {
    headers: [...common, 'content-type', type, 'cache-control', control, 'vary', 'accept-encoding'],
    etag: weakEtag(identity),
    route: address.startsWith('/assets/') ? '/assets/*' : 'other',
    bodies,
  }
}
