/** The content of an error page, with a link to go on. Also the content of the 404 page. */
import { useEffect } from 'react'
import { isRouteErrorResponse, Link, useLocation, useRouteError } from 'react-router'
import { requestIdOf } from '../api/page-error.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { CloudOff, Leaf } from '../ui/icons.tsx'
import { causeOf } from './error-cause.ts'
import { TryAgainLink } from './try-again.tsx'

/** Said below the title of an empty state that is shown because its data could not be loaded. */
export const unreachable = 'We could not reach the shop just now.'

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

/** Said wherever subcategories stand that could not be loaded (specification §8). */
export const failedToLoadSubcategories = 'Failed to load subcategories.'

/** Pages of the catalogue that could not be loaded show their empty state (specification §8). */
export const noProductFound = 'No Product Found'
/** Not 'Product not found', which means that it is not sold here. */
const productNotLoaded = 'The product could not be loaded'

function emptyTitleOf(pathname: string): string | undefined {
  if (pathname.startsWith('/product/')) return productNotLoaded
  return pathname === '/' || /^\/(?:products|search)\//.test(pathname) ? noProductFound : undefined
}

interface Props {
  /**
   * True in the boundaries around pages. An error that comes there instead of the page's own boundary is of a page whose
   * code is missing or failed, and only a new document mends that.
   */
  aroundPage?: boolean
}

/** For error boundaries. */
export function ErrorMessage({ aroundPage = false }: Props) {
  const error = useRouteError()
  const empty = emptyTitleOf(useLocation().pathname)
  const { noAnswer, failedLoad } = causeOf(error)
  useEffect(() => {
    if (failedLoad) console.info('The page could not be loaded.', error)
  }, [failedLoad, error])
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundMessage />
  const requestId = requestIdOf(error)
  const emptyState = failedLoad && empty !== undefined
  const title = emptyState ? empty : noAnswer ? 'No connection' : 'Something went wrong'
  return (
    <EmptyState as="h1" icon={<CloudOff />} title={title} text={textOf(emptyState, noAnswer)}>
      <title>{title}</title>
      <TryAgainLink newDocument={aroundPage || !failedLoad} />
      <Link reloadDocument to={paths.home} className={buttonClass('secondary')}>
        Go to the home page
      </Link>
      {requestId && <p className="w-full text-sm text-muted">Request {requestId}</p>}
    </EmptyState>
  )
}

function textOf(emptyState: boolean, noAnswer: boolean): string {
  if (emptyState) return unreachable
  return noAnswer
    ? 'Check your internet connection, then try again.'
    : 'The fault is ours. Please try again in a moment.'
}
