/** The inline script of <ScrollRestoration>, the same on every page, for its hash in the content security policy. */
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider, ScrollRestoration, UNSAFE_FrameworkContext } from 'react-router'

/** React Router builds the text from its own code, so the component is rendered once to read it. */
export function scrollScript(): string {
  const router = createMemoryRouter([{ path: '/', element: <ScrollRestoration /> }])
  // <ScrollRestoration> reads no more of it than `isSpaMode`.
  const framework = { isSpaMode: false } as React.ContextType<typeof UNSAFE_FrameworkContext>
  const html = renderToStaticMarkup(
    <UNSAFE_FrameworkContext.Provider value={framework}>
      <RouterProvider router={router} />
    </UNSAFE_FrameworkContext.Provider>,
  )
  router.dispose()
  const text = html.match(/^<script>([\s\S]*)<\/script>$/)?.[1]
  if (!text)
    throw new Error(
      'ScrollRestoration no longer writes one inline script; the content policy needs its hash.',
    )
  return text
}
