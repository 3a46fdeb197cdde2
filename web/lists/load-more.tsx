import { Link } from 'react-router'
import { buttonClass } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'

interface Props {
  shown: number
  total: number
  /** The noun behind the numbers. */
  noun?: string
  /** The cursor of the next page; null at the end of the list. */
  next: string | null
  /** The query string of the address of the rows after a cursor. */
  address?: (cursor: string) => string
  loading: boolean
  onLoad: () => void
}

const atCursor = (cursor: string) => `?cursor=${encodeURIComponent(cursor)}`

/** A link to the next rows. With scripts a press appends them to this page instead. */
export function LoadMore({
  shown,
  total,
  noun = 'products',
  next,
  address = atCursor,
  loading,
  onLoad,
}: Props) {
  if (!next) return null
  return (
    <div className="mt-8 flex flex-col items-center gap-3">
      <p role="status" className="text-sm text-muted">
        {shown < total
          ? `${shown.toLocaleString('en-IN')} of ${total.toLocaleString('en-IN')} ${noun} shown`
          : null}
      </p>
      <Link
        to={{ search: address(next) }}
        rel="next"
        className={buttonClass('secondary', 'min-w-44')}
        onClick={(event) => {
          // A press that opens a new tab or window is left to the browser.
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
          event.preventDefault()
          if (!loading) onLoad()
        }}
      >
        {loading && <Spinner className="size-5" />}
        {loading ? 'Loading...' : 'Load more'}
      </Link>
    </div>
  )
}
