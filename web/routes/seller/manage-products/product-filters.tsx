/** Search by name and filter by stock, both kept in the address. */
import { Link, useNavigate, useNavigation } from 'react-router'
import type { StockFilter } from '../../../../contract/seller-product.ts'
import { paths } from '../../../paths.ts'
import { ListSearch } from '../list-search.tsx'
import { addressOf, firstPage, type ListState, readState } from './list-state.ts'

const filters: readonly { stock: StockFilter | null; words: string }[] = [
  { stock: null, words: 'All' },
  { stock: 'in', words: 'In stock' },
  { stock: 'low', words: 'Low stock' },
  { stock: 'out', words: 'Out of stock' },
]

export function ProductFilters({ state }: { state: ListState }) {
  const navigate = useNavigate()
  const { location: coming } = useNavigation()
  // The filter of the list that is being loaded counts, so that two quick changes do not undo each other.
  const { search, stock } = coming?.pathname === paths.manageProducts ? readState(coming.search) : state

  return (
    <div className="flex min-w-0 flex-col gap-3 max-xl:order-last max-xl:basis-full md:flex-row md:items-center xl:flex-1">
      <ListSearch
        label="Search your products"
        search={state.search}
        onSearch={(words) =>
          // Replaces the history entry: an entry for each letter would make going back useless.
          void navigate(
            { search: addressOf({ ...firstPage, search: words, stock }) },
            { replace: true, preventScrollReset: true },
          )
        }
      />
      <nav aria-label="Stock" className="scroll-row -mx-4 gap-2 px-4 py-1 sm:mx-0 sm:px-0">
        {filters.map((filter) => (
          <Link
            key={filter.words}
            to={{ search: addressOf({ ...firstPage, search, stock: filter.stock }) }}
            preventScrollReset
            aria-current={filter.stock === stock ? 'true' : undefined}
            className="inline-flex min-h-11 shrink-0 items-center rounded-full border border-edge bg-surface px-4 text-sm font-medium text-ink hover:bg-dew aria-current:border-forest aria-current:bg-forest aria-current:text-white"
          >
            {filter.words}
          </Link>
        ))}
      </nav>
    </div>
  )
}
