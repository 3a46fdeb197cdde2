/** The text of the inline script that <ScrollRestoration> writes: the same on every page, so that a hash can name it. */
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider, ScrollRestoration, UNSAFE_FrameworkContext } from 'react-router'

/** Found by rendering it once, because React Router makes the text from its own code. */
export function scrollScript(): string {
  const router = createMemoryRouter([{ path: '/', element: <ScrollRestoration /> }])
  // Only its presence and `isSpaMode` are looked at here.
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
