/**
 * A list that looks like a table on wide screens and like cards on phones. Each value keeps the name of its column
 * for screen readers. The table's head stays in view; `overflow-clip` rounds the corners and, unlike `overflow-hidden`,
 * lets it do so. What gets the focus is scrolled clear of it.
 */
import type { CSSProperties, ReactNode, RefObject } from 'react'

export interface Column<T> {
  name: string
  /** The size of the grid's track; without it the column takes an equal share of the rest. */
  width?: string
  cell: (row: T) => ReactNode
  /** Aligned at the end of the column, for numbers. */
  end?: boolean
  /** For long texts: on a phone the value stands below its name. */
  long?: boolean
}

interface Props<T extends { id: string }> {
  label: string
  columns: readonly Column<T>[]
  items: readonly T[]
  list?: RefObject<HTMLUListElement | null>
}

const grid = 'lg:grid lg:grid-cols-(--columns) lg:gap-x-5'

export function DataTable<T extends { id: string }>({ label, columns, items, list }: Props<T>) {
  const style = {
    '--columns': columns.map(({ width }) => width ?? 'minmax(0,1fr)').join(' '),
  } as CSSProperties
  return (
    <div
      style={style}
      className="lg:overflow-clip lg:rounded-card lg:border lg:border-line lg:bg-surface lg:shadow-card"
    >
      <div
        aria-hidden="true"
        className={`hidden border-b border-line bg-dew px-5 py-2.5 text-sm font-semibold lg:sticky lg:top-0 lg:z-10 ${grid}`}
      >
        {columns.map(({ name, end }) => (
          <span key={name} className={end ? 'text-right' : ''}>
            {name}
          </span>
        ))}
      </div>
      <ul
        ref={list}
        aria-label={label}
        className="flex flex-col gap-3 lg:gap-0 lg:[&_:is(a,button,summary)]:scroll-mt-14"
      >
        {items.map((row) => (
          <li
            key={row.id}
            tabIndex={-1}
            className="rounded-card border border-line bg-surface px-4 py-3 shadow-card focus-within:bg-dew lg:rounded-none lg:border-0 lg:border-t lg:px-5 lg:py-2.5 lg:text-sm lg:first:border-t-0 lg:shadow-none lg:hover:bg-dew"
          >
            <dl className={`flex flex-col gap-2 lg:items-center ${grid}`}>
              {columns.map(({ name, cell, end, long }) => (
                <div
                  key={name}
                  className={`flex min-w-0 gap-x-4 max-lg:has-[>dd:empty]:hidden lg:block ${long ? 'flex-col' : 'items-baseline justify-between'} ${end ? 'lg:text-right' : ''}`}
                >
                  <dt className={`shrink-0 text-sm text-muted lg:sr-only ${name ? '' : 'sr-only'}`}>
                    {name}
                  </dt>
                  <dd className={`min-w-0 break-words ${long ? '' : 'max-lg:text-right'}`}>{cell(row)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </div>
  )
}
