/** /robots.txt, /sitemap.xml and /sitemaps/<name>.xml. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { HttpApp } from '../http/register.ts'
import type { Shop } from '../shop.ts'
import { openSitemap } from './list-pages.ts'
import { robotsText } from './rules.ts'

const compress = promisify(gzip)
const expand = promisify(gunzip)

const cachedMs = 10 * 60_000
const maxCacheBytes = 16 * 1024 * 1024

interface CachedFile {
  packed: Buffer
  etag: string
}

/** Files are made at most once in ten minutes and cached compressed, as most crawlers ask for them. */
export function seoRoutes(shop: Shop, app: HttpApp): void {
  const sitemap = openSitemap(shop)
  const files = new LRUCache<string, CachedFile>({
    maxSize: maxCacheBytes,
    ttl: cachedMs,
    sizeCalculation: ({ packed }) => packed.length,
    // Requests that come meanwhile wait for the same file.
    fetchMethod: async (name) => {
      const text = await sitemap.file(name)
      if (text === undefined) return undefined
      const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
      return { packed: await compress(text), etag }
    },
  })

  async function answer(name: string, request: Request): Promise<Response> {
    const file = await files.fetch(name)
    if (!file) return new Response('Not found', { status: 404, headers: { 'cache-control': 'no-cache' } })
    const headers: Record<string, string> = {
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'public, max-age=600',
      vary: 'accept-encoding',
      etag: file.etag,
    }
    if (request.headers.get('if-none-match')?.includes(file.etag))
      return new Response(null, { status: 304, headers })
    if (!/\bgzip\b/.test(request.headers.get('accept-encoding') ?? ''))
      return new Response(new Uint8Array(await expand(file.packed)), { headers })
    return new Response(new Uint8Array(file.packed), { headers: { ...headers, 'content-encoding': 'gzip' } })
  }

  app.get('/robots.txt', (c) =>
    c.text(robotsText(shop.config.publicUrl), 200, { 'cache-control': 'public, max-age=3600' }),
  )
  app.get('/sitemap.xml', (c) => answer('index', c.req.raw))
  app.get('/sitemaps/:file', (c) => {
    const name = /^([\w-]+)\.xml$/.exec(c.req.param('file'))?.[1]
    return answer(name === 'index' ? '' : (name ?? ''), c.req.raw)
  })
}
