/**
 * The links to the next and the previous page. The API returns only the next cursor, so the earlier ones are kept in
 * the state of the history entry.
 */
import { Link, useLocation } from 'react-router'
import { buttonClass } from '../../../ui/button.tsx'
import { ChevronLeft, ChevronRight } from '../../../ui/icons.tsx'
import { addressOf, type ListState, pageSizes } from './list-state.ts'

interface Props {
  state: ListState
  shown: number
  total: number
  /** The cursor of the next page, or null. */
  next: string | null
}

export function Pages({ state, shown, total, next }: Props) {
  const { state: entry } = useLocation() as { state: { before?: (string | null)[] } | null }
  const { cursor, page, size } = state
  if (!cursor && !next && size === 25) return null
  // Empty where the address was opened directly: the first page is then the previous one.
  const before = entry?.before ?? []
  const known = before.length > 0
  const first = (page - 1) * size + 1
  const link = buttonClass('secondary', 'px-4')
  return (
    <nav aria-label="Pages" className="mt-2 flex flex-wrap items-center justify-between gap-3">
      <p className="text-sm text-muted tabular-nums max-sm:w-full max-sm:text-center">
        {number(first)} to {number(first + shown - 1)} of {number(total)} ·{' '}
        {pageSizes
          .filter((other) => other !== size)
          .map((other) => (
            <Link
              key={other}
              to={{ search: addressOf({ ...state, size: other, cursor: null, page: 1 }) }}
              className="inline-flex min-h-11 items-center font-semibold text-forest underline underline-offset-4"
            >
              {other} on a page
            </Link>
          ))}
      </p>
      <div className="flex gap-3 max-sm:w-full max-sm:justify-center">
        {cursor && (
          <Link
            rel="prev"
            to={{
              search: addressOf({
                ...state,
                cursor: known ? (before.at(-1) ?? null) : null,
                page: known ? page - 1 : 1,
              }),
            }}
            state={{ before: before.slice(0, -1) }}
            className={link}
          >
            <ChevronLeft aria-hidden="true" className="size-5" />
            {known ? 'Previous' : 'First page'}
          </Link>
        )}
        {next && (
          <Link
            rel="next"
            to={{ search: addressOf({ ...state, cursor: next, page: page + 1 }) }}
            state={{ before: [...before, cursor] }}
            className={link}
          >
            Next
            <ChevronRight aria-hidden="true" className="size-5" />
          </Link>
        )}
      </div>
    </nav>
  )
}

const number = (value: number) => value.toLocaleString('en-IN')
