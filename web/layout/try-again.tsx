import type { MouseEvent } from 'react'
import { Link, useLocation, useRevalidator } from 'react-router'
import { Button, buttonClass } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'

/** A button that loads the data of the page again, for an empty state that is shown because of a failure. */
export function TryAgain() {
  const { revalidate, state } = useRevalidator()
  return (
    <Button look="secondary" busy={state !== 'idle'} busyLabel="Loading..." onClick={() => void revalidate()}>
      Try again
    </Button>
  )
}

/**
 * The same for pages that the server renders, as a link to the page itself, so that it works without scripts and before
 * they run. `newDocument` is for pages whose scripts may be broken: revalidating would show them as they are.
 */
export function TryAgainLink({ newDocument = false }: { newDocument?: boolean }) {
  const { pathname, search } = useLocation()
  const { revalidate, state } = useRevalidator()
  const loading = state !== 'idle'

  function press(event: MouseEvent): void {
    if (newDocument) return
    event.preventDefault()
    if (!loading) void revalidate()
  }

  return (
    <Link reloadDocument to={pathname + search} onClick={press} className={buttonClass()}>
      {loading && <Spinner className="size-5" />}
      {loading ? 'Loading...' : 'Try again'}
    </Link>
  )
}
