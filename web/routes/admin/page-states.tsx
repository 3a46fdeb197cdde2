/** What is shown while a page is loaded, and where it cannot be shown. */
import { Link, useLocation, useRouteError } from 'react-router'
import { ApiError } from '../../api/client.ts'
import { requestIdOf } from '../../api/page-error.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CloudOff } from '../../ui/icons.tsx'
import { LockKeyhole, SearchX } from '../../ui/more-icons.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { adminPaths } from './admin-paths.ts'

export function Loading() {
  return (
    <div className="flex min-h-dvh items-center justify-center text-forest">
      <Spinner className="size-9" label="Loading..." />
    </div>
  )
}

export function NotFound() {
  return (
    <EmptyState as="h1" icon={<SearchX />} title="Page not found" text="There is no such page here.">
      <title>Page not found</title>
      <Link to={adminPaths.overview()} className={buttonClass()}>
        Go to the overview
      </Link>
    </EmptyState>
  )
}

export function Problem() {
  const error = useRouteError()
  const requestId = requestIdOf(error)
  const { pathname, search } = useLocation()
  if (error instanceof ApiError && error.fields.duty !== undefined)
    return (
      <EmptyState
        as="h1"
        icon={<LockKeyhole />}
        title="Not part of your role"
        text="Your account may not see this page. An owner can change your roles."
      >
        <title>Not part of your role</title>
        <Link to={adminPaths.overview()} className={buttonClass()}>
          Go to the overview
        </Link>
      </EmptyState>
    )
  return (
    <EmptyState
      as="h1"
      icon={<CloudOff />}
      title="Something went wrong"
      text="Please try again in a moment. If it goes on, the request's number helps to find the cause in the log."
    >
      <title>Something went wrong</title>
      <Link reloadDocument to={pathname + search} className={buttonClass()}>
        Try again
      </Link>
      {requestId && <p className="w-full text-sm text-muted">Request {requestId}</p>}
    </EmptyState>
  )
}
