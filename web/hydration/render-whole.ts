import type { ReactNode } from 'react'
import { renderToReadableStream, renderToString } from 'react-dom/server'

/** React's mark in the HTML of a <Suspense> whose content failed. */
const failed = '<!--$!-->'

/**
 * Renders a page to one string. Throws what a component throws, also inside a <Suspense>: there React would send a page without
 * that content. renderToString() does not say what was thrown, so a page that fails is rendered once more.
 */
export async function renderWhole(page: ReactNode): Promise<string> {
  const html = renderToString(page)
  if (!html.includes(failed)) return html
  let reason: unknown = new Error('A part of the page could not be rendered.')
  const stream = await renderToReadableStream(page, { onError: (error) => void (reason = error) })
  await stream.allReady
  throw reason
}
