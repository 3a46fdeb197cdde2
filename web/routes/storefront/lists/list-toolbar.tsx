import type { ReactNode } from 'react'
import type { ListSort } from '../../../../contract/product-lists.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { ChevronDown, SlidersHorizontal } from '../../../ui/icons.tsx'
import { panelId } from './filter-panel.tsx'
import { type ListState, sortLabels } from './list-address.ts'

interface Props {
  list: ListState
  onSort: () => void
  sorts: readonly ListSort[]
  /** Shown at the left, e.g. the number of products. */
  children: ReactNode
}

/** The bar above the rows: their number, the button of the filters on small screens, the sort. */
export function ListToolbar({ list, sorts, onSort, children }: Props) {
  return (
    <div className="mb-4 flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
      {children}
      <button
        type="button"
        popoverTarget={panelId}
        className={buttonClass('secondary', 'border-edge px-4 text-sm lg:hidden')}
      >
        <SlidersHorizontal aria-hidden="true" className="size-4" />
        Filters
      </button>
      <label className="relative flex items-center gap-2 text-sm text-muted max-sm:flex-1">
        <span className="whitespace-nowrap max-sm:sr-only">Sort by</span>
        <select
          name="sort"
          form={panelId}
          defaultValue={list.query.sort ?? sorts[0]}
          onChange={onSort}
          autoComplete="off"
          className="min-h-11 w-full appearance-none rounded-full border border-edge bg-surface pr-9 pl-4 font-semibold text-forest"
        >
          {sorts.map((sort) => (
            <option key={sort} value={sort}>
              {sortLabels[sort]}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute right-3.5 size-4 text-forest"
        />
      </label>
      <button
        type="submit"
        form={panelId}
        className={buttonClass('secondary', 'px-4 text-sm [@media(scripting:enabled)]:hidden')}
      >
        Sort
      </button>
    </div>
  )
}
