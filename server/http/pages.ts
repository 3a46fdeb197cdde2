/** The web build behind the API: its static files, and its pages rendered with the API at hand in memory. */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import {
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'

/** What a page's loader calls: the API without a network in between, with the visitor's cookies. */
export type ApiFetch = (request: Request) => Promise<Response>

interface WebEntry {
  apiContext: RouterContext<ApiFetch>
  bootScripts: string[]
}

export interface Pages {
  /** A file of the build, or null where there is none of that name. */
  file(pathname: string): Response | null
  page(request: Request, api: ApiFetch): Promise<Response>
  /** script-src hashes of the constant inline scripts. */
  scriptHashes: string[]
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}

/** Opens the build folder that `npm run build` made. */
export async function openPages(buildDir: string): Promise<Pages> {
  const build = (await import(path.join(buildDir, 'server', 'index.js'))) as ServerBuild
  const entry = build.entry.module as unknown as WebEntry
  const handle = createRequestHandler(build, 'production')
  const clientDir = path.join(buildDir, 'client')
  return {
    file: (pathname) => serveFile(clientDir, pathname),
    page(request, api) {
      const context = new RouterContextProvider()
      context.set(entry.apiContext, api)
      return handle(request, context)
    },
    scriptHashes: entry.bootScripts.map(
      (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    ),
  }
}

function serveFile(clientDir: string, pathname: string): Response | null {
  if (!/^\/[\w./-]+\.\w+$/.test(pathname) || pathname.includes('..')) return null
  const file = path.join(clientDir, pathname)
  const type = types[path.extname(file)]
  if (!type || !existsSync(file)) return null
  const { size } = statSync(file)
  return new Response(Readable.toWeb(createReadStream(file)) as ReadableStream, {
    headers: {
      'content-type': type,
      'content-length': String(size),
      // Names under /assets carry a hash of the content.
      'cache-control': pathname.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=3600',
    },
  })
}
