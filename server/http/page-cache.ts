/** Public pages from memory, before any framework: made once for all visitors (docs/decisions/0011). */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { anyChange, everything } from '../catalogue/page-tags.ts'
import { counter, type Gauge } from '../observe/meters.ts'
import type { Answerer } from './answer.ts'
import { bestEncoding, type Encoding, fromBrotli, toGzip } from './encodings.ts'
import type { LoadLimit } from './load-limit.ts'
import { pageKey } from './page-key.ts'
import { type KeptPage, openPageStore } from './page-store.ts'
import { type MadePage, type RenderOptions, renderPage } from './render-page.ts'
import { noteRoute } from './watch-requests.ts'

export interface PageCacheOptions extends RenderOptions {
  answer: Answerer
  limit: LoadLimit
  /** Set while a change made here is still to be read. */
  behind(): Promise<void> | undefined
  /** Answers what went wrong unexpectedly. */
  fail(request: IncomingMessage, response: ServerResponse, error: unknown): void
}

export interface PageCache {
  /** Answers a GET or HEAD of a public page and is true; false leaves the request to others. */
  serve(request: IncomingMessage, response: ServerResponse): boolean
  /** Drops the pages with one of these tags; null drops all. */
  drop(tags: readonly string[] | null): void
  gauges(): Gauge[]
}

/** A page that is being made, for all who wait for it. */
interface Making {
  result: Promise<MadePage>
  /** What changed meanwhile: a page that shows it is not kept. */
  changed: Set<string>
}

const asked = counter('hariyali_page_cache_total', 'Public pages by whether they lay ready in memory.', [
  'outcome',
])
const maxBytes = 48 * 1024 * 1024

export function openPageCache(options: PageCacheOptions): PageCache {
  const { pages, answer, behind, fail, limit } = options
  const store = openPageStore(maxBytes)
  /** To wait for; a page that began before a change is not among them any more. */
  const making = new Map<string, Making>()
  const underWay = new Set<Making>()

  function make(key: string): Promise<MadePage> {
    const known = making.get(key)
    if (known) return known.result
    const changed = new Set<string>()
    const mine: Making = { changed, result: makeAndKeep(key, changed) }
    making.set(key, mine)
    underWay.add(mine)
    const done = () => {
      underWay.delete(mine)
      if (making.get(key) === mine) making.delete(key)
    }
    mine.result.then(done, done)
    return mine.result
  }

  async function makeAndKeep(key: string, changed: ReadonlySet<string>): Promise<MadePage> {
    const made = await renderPage(options, key)
    const stale = changed.has(everything) || made.page.tags.some((tag) => changed.has(tag))
    if (made.keepable && !stale) store.set(key, made.page)
    return made
  }

  async function bodyAs(encoding: Encoding, key: string, page: KeptPage): Promise<Buffer> {
    const text = await fromBrotli(page.bodies.br)
    const body = encoding === 'gzip' ? await toGzip(text) : text
    store.addForm(key, page, encoding, body)
    return body
  }

  async function serveLater(request: IncomingMessage, response: ServerResponse, key: string): Promise<void> {
    const began = performance.now()
    await behind()
    const kept = store.get(key)
    const { status, page } = kept ? { status: 200, page: kept } : await make(key)
    const encoding = bestEncoding(request.headers['accept-encoding'])
    const body = page.bodies[encoding] ?? (await bodyAs(encoding, key, page))
    const { headers, etag } = inForm(page, encoding)
    answer(request, response, { status, headers, body, began, ...(status === 200 && { etag }) })
  }

  return {
    serve(request, response) {
      const key = pageKey(request.url ?? '')
      if (key === null) return false
      const page = behind() ? undefined : store.get(key)
      const encoding = bestEncoding(request.headers['accept-encoding'])
      const body = page?.bodies[encoding]
      if (page && body) {
        asked.add(1, 'hit')
        noteRoute(request, page.pattern)
        answer(request, response, { status: 200, body, ...inForm(page, encoding) })
        return true
      }
      // Whoever refuses it need not know what it is.
      if (!page && !making.has(key) && (limit.isFull(key) || !pages.isPublic(key))) return false
      asked.add(1, page ? 'hit' : 'miss')
      noteRoute(request, page?.pattern ?? pages.pattern(key))
      const work = () =>
        serveLater(request, response, key).catch((error: unknown) => fail(request, response, error))
      // One that only has to be packed, or that is being made already, makes no work worth a place.
      if (page || making.has(key)) void work()
      else limit.run(request, response, work)
      return true
    },
    drop(tags) {
      if (tags === null || tags.includes(everything)) store.clear()
      else store.drop([...tags, anyChange])
      // A page under way may have read before the change: it is kept only if it shows nothing of it, and whoever comes
      // from now on does not wait for it.
      for (const { changed } of underWay)
        for (const tag of tags ? [...tags, anyChange] : [everything]) changed.add(tag)
      making.clear()
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

function inForm(
  { headers, etag }: KeptPage,
  encoding: Encoding,
): { headers: readonly string[]; etag: string } {
  return { headers: encoding === 'identity' ? headers : [...headers, 'content-encoding', encoding], etag }
}
