/** Replies that are the same for everybody: made and compressed once, and one copy is read by all, however slowly. */
import { notModified } from './answer.ts'
import { acceptsGzip, toGzip } from './encodings.ts'
import { weakEtag } from './etag.ts'
import type { HttpContext } from './http-app.ts'

/** Answers with `text`, which is made for the first visitor. */
export function constantReply(
  type: string,
  text: () => string,
  more: Readonly<Record<string, string>> = {},
): (c: HttpContext) => Promise<Response> {
  const make = async () => {
    const plain = Buffer.from(text())
    return { plain, gzip: await toGzip(plain), etag: weakEtag(plain) }
  }
  let made: ReturnType<typeof make> | undefined
  return async (c) => {
    const { plain, gzip, etag } = await (made ??= make())
    // no-transform: not compressed again on its way out.
    const headers = { ...more, etag, vary: 'accept-encoding', 'cache-control': 'no-cache, no-transform' }
    const current = notModified(c.req.raw, headers)
    if (current) return current
    const own = { ...headers, 'content-type': type }
    return acceptsGzip(c.req.header('accept-encoding'))
      ? new Response(gzip, { headers: { ...own, 'content-encoding': 'gzip' } })
      : new Response(plain, { headers: own })
  }
}
