/** The content of an error page, with a link to go on. Also the content of the 404 page. */
import { CloudOff } from '../ui/icons/cloud-off.ts'
import { Leaf } from '../ui/icons/leaf.ts'
import type { MouseEvent } from 'react'
import { isRouteErrorResponse, Link, useLocation, useRouteError } from 'react-router'
import { ApiError } from '../api/client.ts'
import { requestIdOf } from '../api/page-error.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

export function NotFoundMessage() {
  return (
    <EmptyState
      as="h1"
      icon={<Leaf />}
      title="Page not found"
      text="This page does not exist, or it has moved. Check the address, or go on from here."
    >
      <Link to={paths.home} className={buttonClass()}>
        Explore Products
      </Link>
    </EmptyState>
  )
}

export function ErrorMessage() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundMessage />
  // Without a connection a loader's fetch throws the browser's TypeError, and a call of ours an ApiError with status
  // 0.
  const offline =
    (error instanceof ApiError && error.status === 0) ||
    (error instanceof TypeError && /fetch|network|load/i.test(error.message))
  const requestId = requestIdOf(error)
  return (
    <EmptyState
      as="h1"
      icon={<CloudOff />}
      title={offline ? 'No connection' : 'Something went wrong'}
      text={
        offline
          ? 'Check your internet connection, then try again.'
          : 'The fault is ours. Please try again in a moment.'
      }
    >
      <title>{offline ? 'No connection' : 'Something went wrong'}</title>
      {/* A new document, because the state of the page's scripts may be broken. */}
      <Link reloadDocument to={pathname + search} onClick={stayWhileOffline} className={buttonClass()}>
        Try again
      </Link>
      <Link reloadDocument to={paths.home} onClick={stayWhileOffline} className={buttonClass('secondary')}>
        Go to the home page
      </Link>
      {requestId && <p className="w-full text-sm text-muted">Request {requestId}</p>}
    </EmptyState>
  )
}

/** Without a connection a new document would be the browser's own error page. */
function stayWhileOffline(event: MouseEvent): void {
  if (!navigator.onLine) event.preventDefault()
}
