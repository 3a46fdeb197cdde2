/** Renders a page to one string; scripts come at its end and start late (docs/decisions/0005-late-scripts.md). */
import { renderToReadableStream, renderToString } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import { bootScript } from './hydration/boot-script.ts'
import { lateTail, takeHydrationData } from './hydration/late-hydration.ts'
import { scrollScript } from './hydration/scroll-script.tsx'

export { apiContext } from './api/api-context.ts'

/** The exact texts of all inline scripts in our pages, for the hashes of the content policy. */
export const bootScripts: string[] = [scrollScript(), bootScript]

/** The ids of the layout of public pages and of public pages that stand alone: the server keeps them in memory. */
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
  let html = renderToString(<ServerRouter context={context} url={request.url} />)
  const tail = lateTail(context, await handoff)
  // A function, because the data may contain what replace() reads as a pattern.
  html = html.replace('</body>', () => `${tail}</body>`)
  return new Response(`<!DOCTYPE html>${html}`, { status, headers })
}
