/**
 * The administrator's pages and their files, for an ADMIN only. For everybody else the request continues to the ordinary 404
 * page (api-rules §2, decision 5).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { notModified } from '../platform/http/answer.ts'
import { weakEtag } from '../platform/http/etag.ts'
import type { Session } from '../platform/session.ts'
import { rehearsalWords } from '../platform/rehearsal.ts'
import type { Shop } from '../platform/shop.ts'
import { adminPageAt, readAdminPaths } from './paths.ts'

export interface AdminPages {
  /** Undefined for other paths and other people. */
  answer(request: Request, session: () => Promise<Session | null>): Promise<Response | undefined>
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
}

// The form of the path alone decides whether the session is looked up, so that the response time does not reveal the paths.
const formOfPath = /^\/(?:[\da-f]{32}(?:\/([\w.-]+)(\/[\w-]+)?)?|admin-seller-orders\/[^/]+)\/?$/

/** `buildDir` has all builds: this one in `admin`, and in `client` the shop's, whose icon is public. */
export function openAdminPages(shop: Shop, buildDir: string): AdminPages {
  const folder = path.join(buildDir, 'admin')
  const assets = path.join(buildDir, 'client', 'assets')
  const icon = existsSync(assets) && readdirSync(assets).find((name) => /^favicon-.*\.svg$/.test(name))
  const files = new Map(readdirSync(folder).map((name) => [name, fileAt(path.join(folder, name))] as const))
  const font = [...files.keys()].find((name) => /^figtree-latin-wght-.*\.woff2$/.test(name))
  return {
    async answer(request, session) {
      const { pathname } = new URL(request.url)
      const [match, name, below] = formOfPath.exec(pathname) ?? []
      if (match === undefined || (await session())?.role !== 'ADMIN') return undefined
      const page = await adminPageAt(shop.db, pathname)
      if (page === undefined || (name !== undefined && page !== 'overview')) return undefined
      const file = name === undefined || below !== undefined ? undefined : files.get(name)
      if (file) return fileResponse(request, file)
      if (name?.includes('.')) return undefined
      const { overview } = await readAdminPaths(shop.db)
      return new Response(
        document({
          title: shop.config.brandName,
          files: `/${overview}`,
          font,
          icon: icon ? `/assets/${icon}` : 'data:,',
          rehearsal: rehearsalWords(shop.config),
        }),
        {
          headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, no-store' },
        },
      )
    },
  }
}

interface BuiltFile {
  bytes: Uint8Array<ArrayBuffer>
  type: string
  etag: string
}

function fileAt(file: string): BuiltFile {
  const bytes = new Uint8Array(readFileSync(file))
  return { bytes, type: types[path.extname(file)] ?? 'application/octet-stream', etag: weakEtag(bytes) }
}

function fileResponse(request: Request, { bytes, type, etag }: BuiltFile): Response {
  // Revalidated each time: after a logout the browser shows nothing from its cache.
  const headers = { 'cache-control': 'private, no-cache', etag }
  return (
    notModified(request, headers) ?? new Response(bytes, { headers: { ...headers, 'content-type': type } })
  )
}

interface Document {
  title: string
  files: string
  font: string | undefined
  icon: string
  rehearsal: string | undefined
}

/** The whole document. The browser renders everything by the administrator's own calls, except the notice of a rehearsal. */
function document({ title, files, font, icon, rehearsal }: Document): string {
  // Without it the fonts arrive after the first lines, which then move.
  const early = font
    ? `<link rel="preload" href="${files}/${font}" as="font" type="font/woff2" crossorigin>\n`
    : ''
  return `<!DOCTYPE html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<link rel="icon" href="${icon}">
${early}<link rel="stylesheet" href="${files}/console.css">
<script type="module" src="${files}/console.js"></script>
</head>
<body class="bg-paper font-sans text-ink antialiased">
${rehearsal ? `<aside aria-label="About this shop" class="rehearsal"><p>${escaped(rehearsal)}</p></aside>\n` : ''}<div id="console"></div>
<noscript><p>This page needs JavaScript. Please switch it on and load the page again.</p></noscript>
</body>
</html>
`
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
