/** Renders a page to one string. Its scripts stand at the end and start late (decision 4). */
import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import { bootScript } from './hydration/boot-script.ts'
import { lateTail, takeHydrationData } from './hydration/late-hydration.ts'
import { renderWhole } from './hydration/render-whole.ts'
import { scrollScript } from './hydration/scroll-script.tsx'
import { sessionHintScript } from './hydration/session-hint-script.ts'

export { apiContext } from './api/api-context.ts'

/** The texts of all inline scripts of the pages; the content security policy allows them by their hashes. */
export const bootScripts: string[] = [scrollScript(), sessionHintScript, bootScript]

/** The ids of the routes whose pages are the same for everybody: the server's page cache stores them. */
export const publicRoutes = ['layout/layout', 'routes/seller/register/page']

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8')
  if (import.meta.env.DEV) {
    const stream = await renderToReadableStream(<ServerRouter context={context} url={request.url} />)
    return new Response(stream, { status, headers })
  }
  const handoff = takeHydrationData(context)
  let html = await renderWhole(<ServerRouter context={context} url={request.url} />)
  const tail = lateTail(context, await handoff)
  // A function, because in a replacement string `$&` and the like in the data would be expanded.
  html = html.replace('</body>', () => `${tail}</body>`)
  return new Response(`<!DOCTYPE html>${html}`, { status, headers })
}
