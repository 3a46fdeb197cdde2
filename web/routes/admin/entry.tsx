/**
 * Starts the administrator's pages in the browser. Anybody else is sent to the login when the first call is refused.
 */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { admin } from '../../../contract/admin.ts'
import { ApiError, call } from '../../api/client.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { setAdminPaths } from './admin-paths.ts'
import { setDuties } from './may.ts'
import { makeRouter } from './router.tsx'
import './console.css'

// The font is loaded during the first call, because a later swap would move the text. The page also starts without
// it.
const letters = document.fonts.load('1em Figtree').catch(() => [])
const root = createRoot(document.getElementById('console') as HTMLElement)

/**
 * Gives the history entry a key. Without one, React Router restores the scroll position of another entry after a
 * reload.
 */
function nameEntry(): void {
  const state = history.state as { key?: string } | null
  if (!state?.key) history.replaceState({ ...state, key: Math.random().toString(36).slice(2) }, '')
}

async function start(): Promise<void> {
  try {
    const { paths: own, duties } = await call(admin.me)
    setAdminPaths(own)
    setDuties(duties)
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) {
      location.replace(paths.login(location.pathname + location.search))
      return
    }
    root.render(<NotStarted offline={error instanceof ApiError && error.status === 0} />)
    return
  }
  nameEntry()
  await letters
  root.render(
    <StrictMode>
      <RouterProvider router={makeRouter()} />
    </StrictMode>,
  )
}

function NotStarted({ offline }: { offline: boolean }) {
  return (
    <main className="mx-auto max-w-md px-4 py-24 text-center">
      <h1 className="text-xl font-semibold">{offline ? 'No connection' : 'Something went wrong'}</h1>
      <p className="mt-3 mb-6 text-muted">
        {offline ? 'Check your internet connection.' : 'The shop could not answer just now.'}
      </p>
      <Button onClick={() => location.reload()}>Try again</Button>
    </main>
  )
}

void start()
