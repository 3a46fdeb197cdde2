/**
 * A list that looks like a table on wide screens and on paper, and like cards on phones. Each value keeps the name of its column
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

interface Props<T extends { id: string | number }> {
  label: string
  columns: readonly Column<T>[]
  items: readonly T[]
  list?: RefObject<HTMLUListElement | null>
}

const grid = 'table:grid table:grid-cols-(--columns) table:gap-x-5'

export function DataTable<T extends { id: string | number }>({ label, columns, items, list }: Props<T>) {
  const style = {
    '--columns': columns.map(({ width }) => width ?? 'minmax(0,1fr)').join(' '),
  } as CSSProperties
  return (
    <div
      style={style}
      className="table:overflow-clip table:rounded-card table:border table:border-line table:bg-surface table:shadow-card"
    >
      <div
        aria-hidden="true"
        className={`hidden border-b border-line bg-dew px-5 py-2.5 text-sm font-semibold table:sticky table:top-0 table:z-10 ${grid}`}
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
        className="flex flex-col gap-3 table:gap-0 table:[&_:is(a,button,summary)]:scroll-mt-14"
      >
        {items.map((row) => (
          <li
            key={row.id}
            tabIndex={-1}
            className="break-inside-avoid rounded-card border border-line bg-surface px-4 py-3 shadow-card focus-within:bg-dew table:rounded-none table:border-0 table:border-t table:px-5 table:py-2.5 table:text-sm table:first:border-t-0 table:shadow-none table:hover:bg-dew"
          >
            <dl className={`flex flex-col gap-2 table:items-center ${grid}`}>
              {columns.map(({ name, cell, end, long }) => (
                <div
                  key={name}
                  className={`flex min-w-0 gap-x-4 cards:has-[>dd:empty]:hidden table:block ${long ? 'flex-col' : 'items-baseline justify-between'} ${end ? 'table:text-right' : ''}`}
                >
                  <dt
                    className={`max-w-3/5 shrink-0 text-sm text-muted table:sr-only ${name ? '' : 'sr-only'}`}
                  >
                    {name}
                  </dt>
                  <dd className={`min-w-0 break-words ${long ? '' : 'cards:text-right'}`}>{cell(row)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </div>
  )
}
