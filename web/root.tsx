/** The document around every page. */
import { type ReactNode, useEffect } from 'react'
import {
  Links,
  type LinksFunction,
  type LoaderFunctionArgs,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
} from 'react-router'
import { api } from '../contract/endpoints.ts'
import latinFont from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import { apiIn } from './api/client.ts'
import favicon from './favicon.svg?url'
import { sessionHintScript } from './hydration/session-hint-script.ts'
import { ErrorPage } from './layout/error-page.tsx'
import { OfflineNote } from './layout/offline-note.tsx'
import { RehearsalNote } from './layout/rehearsal-note.tsx'
import type { RootData } from './settings.ts'
import { ToastArea } from './toast/toast-area.tsx'
import './shop.css'

export const links: LinksFunction = () => [
  { rel: 'preload', href: latinFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: favicon, type: 'image/svg+xml' },
]

export async function loader({ request, context }: LoaderFunctionArgs): Promise<RootData> {
  const settings = await apiIn(context).call(api.settings.get)
  return { ...settings, origin: new URL(request.url).origin }
}

/** The settings do not change during a visit. */
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  return (
    // The script in the head sets `data-signed-in` on <html> before hydration, which React must not report as a difference.
    <html lang="en-IN" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        {/* Constant, and allowed by its hash (entry.server.tsx). Before the styles, which a script would wait for. */}
        {/* oxlint-disable-next-line react/no-danger */}
        <script dangerouslySetInnerHTML={{ __html: sessionHintScript }} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#1c5a39" />
        <Meta />
        <Links />
      </head>
      <body className="bg-paper font-sans text-ink antialiased">
        <RehearsalNote />
        {children}
        <ScrollRestoration />
        {import.meta.env.DEV && <Scripts />}
      </body>
    </html>
  )
}

export default function App() {
  useEffect(() => {
    dispatchEvent(new Event('app:hydrated'))
  }, [])
  return (
    <>
      <Outlet />
      <ToastArea />
      <OfflineNote />
    </>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}
