/** The body of each list: heading, number, search, rows, 'Load more', and the empty states. */
import type { ReactNode, RefObject } from 'react'
import { Link } from 'react-router'
import { limits } from '../../../contract/limits.ts'
import { TryAgain } from '../../layout/try-again.tsx'
import { useSettings } from '../../settings.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Inbox, SearchX } from '../../ui/more-icons.tsx'
import { useOwnList } from '../../lists/use-own-list.ts'
import { LoadMore } from '../../lists/load-more.tsx'
import type { LoadedList } from './require-admin.ts'

interface Props<T> {
  heading: string
  /** The plural of what the rows are. */
  noun: string
  text?: string
  loaded: LoadedList<T>
  /** Buttons beside the heading. */
  actions?: ReactNode
  /** The search form. */
  search?: ReactNode
  empty: { title: string; text: string; icon?: ReactNode }
  rows: (items: T[], list: RefObject<HTMLUListElement | null>) => ReactNode
}

export function ListPage<T>({ heading, noun, text, loaded, actions, search, empty, rows }: Props<T>) {
  const { items, total, list, loadMore } = useOwnList(loaded.value, loaded.more)
  const narrowed = Object.keys(loaded.query).length > 0
  return (
    <>
      <PageHead heading={heading} text={text} actions={actions} />
      {search}
      <p role="status" className="mb-3 text-sm text-muted">
        {items.length > 0 && countWords(total, noun, narrowed)}
      </p>
      {items.length > 0 ? (
        <>
          {rows(items, list)}
          <LoadMore
            {...loadMore}
            noun={noun}
            address={(cursor) => `?${new URLSearchParams({ ...loaded.query, cursor })}`}
          />
        </>
      ) : narrowed && !loaded.failed ? (
        <EmptyState icon={<SearchX />} title="Nothing found" text={`No ${noun} fit this search.`}>
          <Link to="?" className={buttonClass('secondary')}>
            Show all {noun}
          </Link>
        </EmptyState>
      ) : (
        <EmptyState icon={empty.icon ?? <Inbox />} title={empty.title} text={empty.text}>
          {loaded.failed && <TryAgain />}
        </EmptyState>
      )}
    </>
  )
}

/** The number of rows in words. The server stops counting the rows of a search at a limit. */
function countWords(total: number, noun: string, narrowed: boolean): string {
  const capped = narrowed && total >= limits.countFiltered
  const one = total === 1 ? noun.replace(/ies\b/, 'y').replace(/s\b/, '') : noun
  return `${total.toLocaleString('en-IN')}${capped ? ' or more' : ''} ${one}${narrowed ? ' found' : ''}`
}

export function PageHead({
  heading,
  text,
  actions,
}: {
  heading: string
  text?: string | undefined
  actions?: ReactNode
}) {
  const { brandName } = useSettings()
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-3 gap-y-3">
      <title>{`${heading} | ${brandName}`}</title>
      <div className="min-w-0">
        <h1 className="text-2xl font-bold tracking-tight break-words">{heading}</h1>
        {text && <p className="mt-1 max-w-3xl text-sm text-pretty text-muted">{text}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </div>
  )
}
