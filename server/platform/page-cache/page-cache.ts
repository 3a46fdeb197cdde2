/**
 * Serves public pages and the replies of public calls from memory, in front of the framework (decision 6). A page is
 * rendered once for all visitors; requests that miss at the same time share one render. What is said of pages holds for replies.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { anyChangeTag, allPagesTag } from './page-tags.ts'
import { counter, type Gauge } from '../observe/meters.ts'
import type { Answerer } from '../http/answer.ts'
import { bestEncoding, type Encoding, fromBrotli, toBrotli, toGzip } from '../http/encodings.ts'
import type { LoadLimit } from '../http/load-limit.ts'
import { pageKey } from './page-key.ts'
import { type CachedPage, openPageStore } from './page-store.ts'
import { publicCall } from './public-calls.ts'
import { makeReply, type RenderedPage, type RenderOptions, renderPage } from './render-page.ts'
import { setRoutePattern } from '../http/watch-requests.ts'

export interface PageCacheOptions extends RenderOptions {
  answer: Answerer
  limit: LoadLimit
  /** A promise while a change made on this node has not been applied to the cache yet; waiting for it avoids stale pages. */
  pendingChange(): Promise<void> | undefined
  /** Sends the response of an unexpected error. */
  fail(request: IncomingMessage, response: ServerResponse, error: unknown): void
}

export interface PageCache {
  /** Takes a GET or HEAD of a public page or call and returns true; false means the next handler has to answer. */
  serve(request: IncomingMessage, response: ServerResponse): boolean
  /** Removes the pages with one of these tags; null removes all. */
  invalidate(tags: readonly string[] | null): void
  gauges(): Gauge[]
}

/** A render in progress, shared by all requests for the page. */
interface PendingRender {
  result: Promise<RenderedPage>
  /** Tags invalidated since the render began: a page with one of them is not stored. */
  changed: Set<string>
}

const requests = counter(
  'hariyali_page_cache_total',
  'Public pages, and replies of public calls, by whether they lay ready in memory.',
  ['outcome'],
)
const maxBytes = 32 * 1024 * 1024
/** Shorter bodies are sent as they are. */
const compressedFrom = 1_024

export function openPageCache(options: PageCacheOptions): PageCache {
  const { pages, answer, pendingChange, fail, limit } = options
  const store = openPageStore(maxBytes)
  /** Renders that a new request may join, by key; emptied by every invalidation, because they may have read old data. */
  const joinable = new Map<string, PendingRender>()
  /** All renders in progress, the ones no longer joinable included: they still have to learn of invalidations. */
  const pending = new Set<PendingRender>()
  let compressing: Promise<void> | undefined

  function renderOnce(key: string): Promise<RenderedPage> {
    const known = joinable.get(key)
    if (known) return known.result
    const changed = new Set<string>()
    const entry: PendingRender = { changed, result: renderAndStore(key, changed) }
    joinable.set(key, entry)
    pending.add(entry)
    const done = () => {
      pending.delete(entry)
      if (joinable.get(key) === entry) joinable.delete(key)
    }
    entry.result.then(done, done)
    return entry.result
  }

  async function renderAndStore(key: string, changed: ReadonlySet<string>): Promise<RenderedPage> {
    const call = publicCall(key)
    const rendered = await (call === undefined ? renderPage(options, key) : makeReply(options, key, call))
    const stale = changed.has(allPagesTag) || rendered.page.tags.some((tag) => changed.has(tag))
    if (rendered.cacheable && !stale) store.set(key, rendered.page)
    return rendered
  }

  async function encodeBody(encoding: Encoding, key: string, page: CachedPage): Promise<Buffer> {
    const { br, identity = br && (await fromBrotli(br)) } = page.bodies
    if (!identity) throw new Error(`${page.pattern} has no body`)
    const body =
      encoding === 'br' ? await toBrotli(identity) : encoding === 'gzip' ? await toGzip(identity) : identity
    store.addEncoding(key, page, encoding, body)
    return body
  }

  /** Compresses again, beside the requests, what was compressed quickly for the first response. One page at a time. */
  function compressBetter(key: string, page: CachedPage): void {
    if (compressing) return
    compressing = encodeBody('br', key, page)
      .catch(() => undefined)
      .then(() => void (compressing = undefined))
  }

  async function serveRendered(
    request: IncomingMessage,
    response: ServerResponse,
    key: string,
  ): Promise<void> {
    const began = performance.now()
    await pendingChange()
    const cached = store.get(key)
    const { status, page } = cached ? { status: 200, page: cached } : await renderOnce(key)
    const encoding = encodingFor(request, page)
    const body = page.bodies[encoding] ?? (await encodeBody(encoding, key, page))
    const { headers, etag } = encodedHeaders(page, encoding)
    answer(request, response, { status, headers, body, began, ...(status === 200 && { etag }) })
  }

  const isPublic = (target: string) => publicCall(target) !== undefined || pages.isPublic(target)

  return {
    serve(request, response) {
      const key = pageKey(request.url ?? '')
      if (key === null) return false
      const page = pendingChange() ? undefined : store.get(key)
      const encoding = page && encodingFor(request, page)
      const body = encoding && page.bodies[encoding]
      if (body) {
        requests.inc({ outcome: 'hit' })
        setRoutePattern(request, page.pattern)
        if (page.quick) compressBetter(key, page)
        answer(request, response, { status: 200, body, ...encodedHeaders(page, encoding) })
        return true
      }
      // A full shop refuses the request further on; skip the routing.
      if (!page && !joinable.has(key) && (limit.isFull(key) || !isPublic(key))) return false
      requests.inc({ outcome: page ? 'hit' : 'miss' })
      setRoutePattern(request, page?.pattern ?? publicCall(key) ?? pages.pattern(key))
      const work = () =>
        serveRendered(request, response, key).catch((error: unknown) => fail(request, response, error))
      // A page that only needs another encoding, or joins a render in progress, costs too little for a slot.
      if (page || joinable.has(key)) void work()
      else limit.run(request, response, work)
      return true
    },
    invalidate(tags) {
      if (tags === null || tags.includes(allPagesTag)) store.clear()
      else store.invalidate([...tags, anyChangeTag])
      // A render in progress may have read the old data: it is stored only if it has none of these tags, and requests from
      // now on start a new render instead of joining it.
      for (const { changed } of pending)
        for (const tag of tags ? [...tags, anyChangeTag] : [allPagesTag]) changed.add(tag)
      joinable.clear()
    },
    gauges() {
      const { pages: count, bytes } = store.stats()
      return [
        { name: 'hariyali_page_cache_pages', help: 'Pages in memory.', value: count },
        { name: 'hariyali_page_cache_bytes', help: 'What they take.', value: bytes },
      ]
    },
  }
}

function encodingFor({ headers }: IncomingMessage, { bodies: { identity } }: CachedPage): Encoding {
  if (identity && identity.length < compressedFrom) return 'identity'
  return bestEncoding(headers['accept-encoding'])
}

function encodedHeaders(
  { headers, etag }: CachedPage,
  encoding: Encoding,
): { headers: readonly string[]; etag: string } {
  return { headers: encoding === 'identity' ? headers : [...headers, 'content-encoding', encoding], etag }
}
