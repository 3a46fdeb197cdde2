/** /robots.txt, /sitemap.xml and /sitemaps/<name>.xml. */
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { notModified } from '../../platform/http/answer.ts'
import { weakEtag } from '../../platform/http/etag.ts'
import type { HttpApp } from '../../platform/http/http-app.ts'
import type { Shop } from '../../platform/shop.ts'
import { openSitemap } from './list-pages.ts'
import { robotsText } from './rules.ts'

const compress = promisify(gzip)
const expand = promisify(gunzip)

const cacheMs = 10 * 60_000
const cacheBytes = 16 * 1024 * 1024

interface CachedFile {
  gzipped: Buffer
  etag: string
}

/** A sitemap file is generated at most once in ten minutes and cached compressed, which is how crawlers request it. */
export function seoRoutes(shop: Shop, app: HttpApp): void {
  const sitemap = openSitemap(shop)
  const cache = new LRUCache<string, CachedFile>({
    maxSize: cacheBytes,
    ttl: cacheMs,
    sizeCalculation: ({ gzipped }) => gzipped.length,
    // Concurrent requests for one file share one fetch.
    fetchMethod: async (name) => {
      const text = await sitemap.file(name)
      return text === undefined ? undefined : { gzipped: await compress(text), etag: weakEtag(text) }
    },
  })

  async function answer(name: string, request: Request): Promise<Response> {
    const file = await cache.fetch(name)
    if (!file) return new Response('Not found', { status: 404, headers: { 'cache-control': 'no-cache' } })
    const headers = {
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'public, max-age=600',
      vary: 'accept-encoding',
      etag: file.etag,
    }
    const unchanged = notModified(request, headers)
    if (unchanged) return unchanged
    if (!/\bgzip\b/.test(request.headers.get('accept-encoding') ?? ''))
      return new Response(new Uint8Array(await expand(file.gzipped)), { headers })
    return new Response(new Uint8Array(file.gzipped), { headers: { ...headers, 'content-encoding': 'gzip' } })
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
