/** The frame of the administrator's pages: the navigation bar (specification §2), the page, messages. */
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { ConfirmLogin } from '../../forms/confirm-login.tsx'
import { LoadingBar } from '../../layout/loading-bar.tsx'
import { OfflineNote } from '../../layout/offline-note.tsx'
import { useFocusOnArrival } from '../../layout/use-focus-on-arrival.ts'
import { ToastArea } from '../../toast/toast-area.tsx'
import { HeldNote } from './held-note.tsx'
import { NavBar } from './nav-bar.tsx'

export function Frame() {
  const { pathname } = useLocation()
  return (
    <ConfirmLogin why="This is sensitive.">
      <LoadingBar />
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-full focus:bg-surface focus:px-5 focus:py-2.5 focus:font-semibold focus:text-forest"
      >
        Skip to the page
      </a>
      <NavBar />
      <HeldNote />
      <Main key={pathname} />
      <ToastArea />
      <OfflineNote />
      <ScrollRestoration />
    </ConfirmLogin>
  )
}

function Main() {
  const main = useFocusOnArrival<HTMLElement>()
  return (
    <main id="main" ref={main} tabIndex={-1} className="page-width py-5 sm:py-6">
      <Outlet />
    </main>
  )
}
