/**
 * Makes the cached pages and the cached replies of public calls, for a visitor without cookies at the public address, with
 * their tags.
 */
import { pageTags } from './page-tags.ts'
import { brotliQuality, toBrotli } from '../http/encodings.ts'
import { defaultRetryAfterSeconds } from '../http/errors.ts'
import { weakEtag } from '../http/etag.ts'
import type { CachedPage } from './page-store.ts'
import type { ApiFetch, Pages } from '../http/pages.ts'
import { apiBase } from '../http/http-app.ts'

export interface RenderOptions {
  pages: Pages
  api: ApiFetch
  /** Name, value, name, value … of the security headers. */
  security: readonly string[]
  /** The configured address of the shop, whatever the Host header of the request says. */
  publicUrl: string
}

export interface RenderedPage {
  status: number
  page: CachedPage
  /** False for any status but 200, and when one of the page's calls failed, even if the page rendered without it. */
  cacheable: boolean
}

/** Browsers and proxies may store a page but have to revalidate it each time, which is mostly answered with 304. */
const cacheControl = 'public, max-age=0, must-revalidate'
const ownHeaders = new Set(['set-cookie', 'content-length', 'cache-control', 'vary', 'x-request-id'])

/** Gets nothing of the request but its target, so the page cannot depend on the visitor. */
export async function renderPage(options: RenderOptions, target: string): Promise<RenderedPage> {
  const tags = new Set<string>()
  let failed = false
  const watched: ApiFetch = async (call) => {
    const reply = await options.api(call)
    const text = await reply.text()
    if (!reply.ok) failed = true
    const { pathname, searchParams } = new URL(call.url)
    for (const tag of pageTags(pathname.slice(apiBase.length), searchParams, text)) tags.add(tag)
    return new Response(text, reply)
  }
  const rendered = await options.pages.page(new Request(options.publicUrl + target), watched)
  const text = Buffer.from(await rendered.arrayBuffer())
  const { status } = rendered
  const control = status === 200 ? cacheControl : 'no-store'
  const headers = [...options.security, 'cache-control', control, 'vary', 'accept-encoding']
  if (status === 503) headers.push('retry-after', String(defaultRetryAfterSeconds))
  for (const [name, value] of rendered.headers) if (!ownHeaders.has(name)) headers.push(name, value)
  return {
    status,
    cacheable: status === 200 && !failed && !rendered.headers.has('set-cookie'),
    page: {
      headers,
      etag: weakEtag(text),
      bodies: { br: await toBrotli(text, brotliQuality.quick) },
      quick: true,
      tags: [...tags],
      pattern: options.pages.pattern(target),
    },
  }
}

/** The reply of a call of `public-calls.ts`. Gets nothing of the request but its target, as `renderPage`. */
export async function makeReply(
  options: RenderOptions,
  target: string,
  pattern: string,
): Promise<RenderedPage> {
  const call = new Request(options.publicUrl + target)
  const reply = await options.api(call)
  const text = Buffer.from(await reply.arrayBuffer())
  const shown = text.toString()
  const { status } = reply
  const { pathname, searchParams } = new URL(call.url)
  const control = status === 200 ? cacheControl : 'no-store'
  const headers = ['cache-control', control, 'vary', 'accept-encoding']
  for (const [name, value] of reply.headers) if (!ownHeaders.has(name)) headers.push(name, value)
  return {
    status,
    cacheable: status === 200,
    page: {
      headers,
      // A list may grow behind the shown part: its count and whether another part follows are compared, too.
      etag: weakEtag([reply.headers.get('x-total-count'), reply.headers.get('link'), shown].join('\n')),
      bodies: { identity: text },
      tags: status === 200 ? pageTags(pathname.slice(apiBase.length), searchParams, shown) : [],
      pattern,
    },
  }
}
