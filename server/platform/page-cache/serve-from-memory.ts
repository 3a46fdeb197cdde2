/** Serves files of the build, and cached pages and pictures, before the framework. All other requests go on to it. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { clearChanged } from './query-cache.ts'
import type { Gauge } from '../observe/meters.ts'
import { openChangeWatch } from './watch-changes.ts'
import { pictureControl, type Pictures } from '../media/serve.ts'
import type { Shop } from '../shop.ts'
import { type Answerer, flatHeaders } from '../http/answer.ts'
import { plainPolicy } from '../http/headers.ts'
import type { LoadLimit } from '../http/load-limit.ts'
import { openPageCache } from './page-cache.ts'
import type { ApiFetch, Pages } from '../http/pages.ts'
import { openStaticFiles } from '../http/static-files.ts'
import { setRoutePattern } from '../http/watch-requests.ts'

export interface MemoryHandlerOptions {
  shop: Shop
  pages: Pages
  pictures: Pictures
  api: ApiFetch
  answer: Answerer
  limit: LoadLimit
  /** The security headers of every response. */
  headers: Readonly<Record<string, string>>
  /** Handles all other requests: the framework. */
  next: RequestListener
}

export interface MemoryHandler {
  listener: RequestListener
  gauges(): Gauge[]
  /** Whether what other nodes change is known here; see ChangeWatch. */
  hearsDatabase(): Promise<boolean>
  stop(): Promise<void>
}

export async function openMemoryHandler(options: MemoryHandlerOptions): Promise<MemoryHandler> {
  const { shop, pages, pictures, api, answer, limit, headers, next } = options
  const { db, log, config } = shop
  const security = flatHeaders(headers)
  const plain = { ...headers, 'content-security-policy': plainPolicy }
  const files = openStaticFiles(pages.clientDir, answer, plain)
  const pictureHeaders = flatHeaders({ ...plain, 'cache-control': pictureControl })
  const changes = openChangeWatch(db, log)

  function fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    log.error({ err: error }, 'page failed to render for the cache')
    if (response.headersSent) {
      response.destroy()
      return
    }
    const own = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
    const body = Buffer.from('Something went wrong. Please try again.')
    answer(request, response, { status: 500, headers: flatHeaders({ ...headers, ...own }), body })
  }

  const cache = openPageCache({
    pages,
    api,
    answer,
    limit,
    security,
    publicUrl: config.publicUrl,
    pendingChange: () => changes.pending,
    fail,
  })
  function servePicture(request: IncomingMessage, response: ServerResponse): boolean {
    const picture = pictures.kept(request.url ?? '')
    if (!picture) return false
    setRoutePattern(request, '/media/*')
    const { bytes, etag, type } = picture
    const own = [...pictureHeaders, 'content-type', type]
    answer(request, response, { status: 200, headers: own, body: bytes, etag })
    return true
  }

  await changes.follow((tags) => {
    // A change of one product's stock does not change the results of list queries.
    clearChanged(db, tags)
    cache.invalidate(tags)
  })
  return {
    listener(request, response) {
      const reads = request.method === 'GET' || request.method === 'HEAD'
      const served =
        reads &&
        (files.serve(request, response) || servePicture(request, response) || cache.serve(request, response))
      if (!served) next(request, response)
    },
    gauges: () => [...cache.gauges(), ...changes.gauges()],
    hearsDatabase: changes.hearsDatabase,
    stop: changes.stop,
  }
}
