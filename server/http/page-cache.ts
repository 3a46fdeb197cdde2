/** Public pages from memory, before any framework: rendered once for all visitors (docs/decisions/0011). */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { everything, anyChange, pageTags } from '../catalogue/page-tags.ts'
import { type Answerer, flatHeaders } from './answer.ts'
import { bestEncoding, type Encoding, fromBrotli, toBrotli, toGzip } from './encodings.ts'
import { pageKey } from './page-key.ts'
import { type KeptPage, openPageStore } from './page-store.ts'
import type { ApiFetch, Pages } from './pages.ts'
import { apiBase } from './register.ts'

export interface PageCacheOptions {
  pages: Pages
  api: ApiFetch
  answer: Answerer
  /** The security headers of every answer. */
  headers: Readonly<Record<string, string>>
  /** Where people reach the shop: pages are rendered for this address, whatever the visitor calls it. */
  publicUrl: string
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
}

/** A page that is being made, for all who wait for it. */
interface Making {
  result: Promise<Made>
  /** What changed meanwhile: a page that shows it is not kept. */
  changed: Set<string>
}

interface Made {
  status: number
  page: KeptPage
}

const maxBytes = 64 * 1024 * 1024
/** A browser or proxy may keep a page and has to ask each time; the answer is mostly an empty 304. */
const pageControl = 'public, max-age=0, must-revalidate'

export function openPageCache(options: PageCacheOptions): PageCache {
  const { pages, api, answer, behind } = options
  const store = openPageStore(maxBytes)
  const security = flatHeaders(options.headers)
  const making = new Map<string, Making>()
  const underWay = new Set<Making>()

  /** Everybody who asks for the same page meanwhile gets this one. */
  function make(key: string): Promise<Made> {
    const known = making.get(key)
    if (known) return known.result
    const mine: Making = {
      changed: new Set(),
      result: render(key).then(({ made, failed }) => keep(key, made, failed, mine)),
    }
    making.set(key, mine)
    underWay.add(mine)
    const done = () => {
      underWay.delete(mine)
      if (making.get(key) === mine) making.delete(key)
    }
    mine.result.then(done, done)
    return mine.result
  }

  function keep(key: string, made: Made, failed: boolean, { changed }: Making): Made {
    const stale = changed.has(everything) || made.page.tags.some((tag) => changed.has(tag))
    if (made.status === 200 && !failed && !stale) store.set(key, made.page)
    return made
  }

  /** As a visitor without cookies: nothing of the request but its address gets here. */
  async function render(key: string): Promise<{ made: Made; failed: boolean }> {
    const tags = new Set<string>()
    let failed = false
    const watched: ApiFetch = async (call) => {
      const reply = await api(call)
      const text = await reply.text()
      if (!reply.ok) failed = true
      const { pathname, searchParams } = new URL(call.url)
      for (const tag of pageTags(pathname.slice(apiBase.length), searchParams, text)) tags.add(tag)
      return new Response(text, reply)
    }
    const rendered = await pages.page(new Request(options.publicUrl + key), watched)
    const text = Buffer.from(await rendered.arrayBuffer())
    const { status } = rendered
    const headers = [...security, 'vary', 'accept-encoding']
    for (const [name, value] of rendered.headers)
      if (!['set-cookie', 'content-length', 'cache-control', 'vary'].includes(name)) headers.push(name, value)
    headers.push('cache-control', status === 200 ? pageControl : 'no-store')
    const page: KeptPage = {
      headers,
      etag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
      bodies: { br: await toBrotli(text) },
      tags: [...tags],
    }
    return { made: { status, page }, failed: failed || rendered.headers.has('set-cookie') }
  }

  async function bodyAs(encoding: Encoding, key: string, page: KeptPage): Promise<Buffer> {
    const brotli = page.bodies.br ?? Buffer.alloc(0)
    if (encoding === 'br') return brotli
    const text = await fromBrotli(brotli)
    const body = encoding === 'gzip' ? await toGzip(text) : text
    store.addForm(key, page, encoding, body)
    return body
  }

  function send(
    request: IncomingMessage,
    response: ServerResponse,
    made: Made,
    encoding: Encoding,
    body: Buffer,
  ) {
    const { status, page } = made
    const headers = encoding === 'identity' ? page.headers : [...page.headers, 'content-encoding', encoding]
    answer(request, response, { status, headers, body, ...(status === 200 && { etag: page.etag }) })
  }

  async function serveLater(request: IncomingMessage, response: ServerResponse, key: string): Promise<void> {
    await behind()
    const kept = store.get(key)
    const made = kept ? { status: 200, page: kept } : await make(key)
    const encoding = bestEncoding(request.headers['accept-encoding'])
    const body = made.page.bodies[encoding] ?? (await bodyAs(encoding, key, made.page))
    send(request, response, made, encoding, body)
  }

  return {
    serve(request, response) {
      const key = pageKey(request.url ?? '')
      if (key === null) return false
      if (!behind()) {
        const page = store.get(key)
        const encoding = bestEncoding(request.headers['accept-encoding'])
        const body = page?.bodies[encoding]
        if (page && body) {
          send(request, response, { status: 200, page }, encoding, body)
          return true
        }
        if (!page && !pages.isPublic(key)) return false
      } else if (!pages.isPublic(key)) return false
      serveLater(request, response, key).catch((error: unknown) => options.fail(request, response, error))
      return true
    },
    drop(tags) {
      if (tags === null || tags.includes(everything)) store.clear()
      else store.drop([...tags, anyChange])
      // A page under way may have read before the change: it is kept only if it shows nothing of it, and nobody else
      // waits for it any more.
      for (const { changed } of underWay)
        for (const tag of tags ? [...tags, anyChange] : [everything]) changed.add(tag)
      making.clear()
    },
  }
}
