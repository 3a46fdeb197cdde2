/** Search by name and filter by stock, state, a missing HSN code or missing declarations, all kept in the address. */
import { Link, useNavigate, useNavigation } from 'react-router'
import { paths } from '../../../paths.ts'
import { ListSearch } from '../list-search.tsx'
import { addressOf, firstPage, type ListState, readState } from './list-state.ts'

type Filter = Pick<ListState, 'stock' | 'hsn' | 'declared' | 'state'> & { words: string }

const none = { stock: null, hsn: null, declared: null, state: null }

const filters: readonly Filter[] = [
  { ...none, words: 'All' },
  { ...none, stock: 'in', words: 'In stock' },
  { ...none, stock: 'low', words: 'Low stock' },
  { ...none, stock: 'out', words: 'Out of stock' },
  { ...none, state: 'off-sale', words: 'Not on sale' },
]

interface Props {
  state: ListState
  /** How many listings have no HSN code. */
  hsnMissing: number
  /** How many listings do not declare what their category needs. */
  toComplete: number
}

export function ProductFilters({ state, hsnMissing, toComplete }: Props) {
  const navigate = useNavigate()
  const { location: coming } = useNavigation()
  // The filter of the list that is being loaded counts, so that two quick changes do not undo each other.
  const {
    search,
    stock,
    hsn,
    declared,
    state: kept,
  } = coming?.pathname === paths.manageProducts ? readState(coming.search) : state

  const missing: Filter = {
    ...none,
    hsn: 'missing',
    words: `HSN missing (${hsnMissing.toLocaleString('en-IN')})`,
  }
  const incomplete: Filter = {
    ...none,
    declared: 'missing',
    words: `To complete (${toComplete.toLocaleString('en-IN')})`,
  }
  const shown = [
    ...filters,
    ...(hsnMissing > 0 || hsn ? [missing] : []),
    ...(toComplete > 0 || declared ? [incomplete] : []),
  ]

  return (
    <div className="flex min-w-0 flex-col gap-3 order-last basis-full md:flex-row md:items-center">
      <ListSearch
        label="Search your products"
        search={state.search}
        onSearch={(words) =>
          // Replaces the history entry: an entry for each letter would make going back useless.
          void navigate(
            {
              search: addressOf({
                ...firstPage,
                search: words,
                stock,
                hsn,
                declared,
                state: kept,
                size: state.size,
              }),
            },
            { replace: true, preventScrollReset: true },
          )
        }
      />
      <nav aria-label="Filter" className="scroll-row -mx-4 gap-2 px-4 py-1 sm:mx-0 sm:px-0">
        {shown.map((filter) => (
          <Link
            key={filter.words}
            to={{
              search: addressOf({
                ...firstPage,
                search,
                stock: filter.stock,
                hsn: filter.hsn,
                declared: filter.declared,
                state: filter.state,
              }),
            }}
            preventScrollReset
            aria-current={
              filter.stock === stock &&
              filter.hsn === hsn &&
              filter.declared === declared &&
              filter.state === kept
                ? 'true'
                : undefined
            }
            className="inline-flex min-h-11 shrink-0 items-center rounded-full border border-edge bg-surface px-4 text-sm font-medium text-ink hover:bg-dew aria-current:border-forest aria-current:bg-forest aria-current:text-white"
          >
            {filter.words}
          </Link>
        ))}
      </nav>
    </div>
  )
}
