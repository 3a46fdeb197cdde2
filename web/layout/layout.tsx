/** The layout of the public pages: banner, header, page, footer (specification §1, §2). */
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { ErrorMessage } from './error-message.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { LoadingBar } from './loading-bar.tsx'

export default function SharedLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

/** Reached by a page whose code could not be loaded, and by pages without a boundary of their own. */
export function ErrorBoundary() {
  return (
    <Frame>
      <ErrorMessage aroundPage />
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const main = useFocusOnNavigation()
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-full focus:bg-surface focus:px-5 focus:py-3 focus:font-semibold focus:text-forest focus:shadow-lift"
      >
        Skip to content
      </a>
      <LoadingBar />
      <Header />
      <main id="main" ref={main} tabIndex={-1} className="flex-1 pb-16">
        {/* Hydrated on its own: a key in the search field before that does not wait for the page. */}
        <Suspense>{children}</Suspense>
      </main>
      <Footer />
    </div>
  )
}

/**
 * After a navigation the focus goes to the start of the page, or to the heading that the address names, as the scroll
 * position does (ScrollRestoration).
 */
function useFocusOnNavigation() {
  const { pathname, hash } = useLocation()
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname + hash)
  useEffect(() => {
    if (shown.current === pathname + hash) return
    shown.current = pathname + hash
    const start = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : main.current
    start?.focus({ preventScroll: true })
  }, [pathname, hash])
  return main
}
