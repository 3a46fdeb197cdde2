/** Finding products by words of their names and by stock; the address keeps both. */
import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useNavigate, useNavigation } from 'react-router'
import { limits } from '../../../../contract/limits.ts'
import type { StockFilter } from '../../../../contract/seller-product.ts'
import { paths } from '../../../paths.ts'
import { addressOf, firstPage, type ListState, readState } from './list-state.ts'

const typingPauseMs = 300

const filters: readonly { stock: StockFilter | null; words: string }[] = [
  { stock: null, words: 'All' },
  { stock: 'in', words: 'In stock' },
  { stock: 'low', words: 'Low stock' },
  { stock: 'out', words: 'Out of stock' },
]

export function ProductFilters({ state }: { state: ListState }) {
  const navigate = useNavigate()
  const { location: coming } = useNavigation()
  // What was pressed or typed a moment ago counts already, though its list is still on its way.
  const { search, stock } = coming?.pathname === paths.manageProducts ? readState(coming.search) : state
  const [typed, setTyped] = useState(search)
  const asked = useRef(search)

  function find(): void {
    const words = typed.trim()
    if (words === asked.current) return
    asked.current = words
    // Each letter in the history would be in the way of going back.
    void navigate(
      { search: addressOf({ ...firstPage, search: words, stock }) },
      { replace: true, preventScrollReset: true },
    )
  }

  const typingPaused = useEffectEvent(find)
  useEffect(() => {
    const timer = setTimeout(() => typingPaused(), typingPauseMs)
    return () => clearTimeout(timer)
  }, [typed])

  useEffect(() => {
    // Going back and links change the search without the field, which follows; what is just being typed stays.
    if (state.search !== asked.current) setTyped(state.search)
    asked.current = state.search
  }, [state.search])

  return (
    <div className="flex flex-col gap-3 md:flex-row md:items-center">
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          find()
        }}
        className="relative min-w-0 md:flex-1"
      >
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-muted"
        />
        <input
          type="search"
          name="search"
          value={typed}
          maxLength={limits.searchLength}
          aria-label="Search your products"
          placeholder="Search your products"
          autoComplete="off"
          enterKeyHint="search"
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          className="block min-h-11 w-full rounded-full border border-edge bg-white py-2 pr-4 pl-11 text-ink placeholder:text-muted"
        />
      </form>
      <nav aria-label="Stock" className="scroll-row -mx-4 gap-2 px-4 py-1 sm:mx-0 sm:px-0">
        {filters.map((filter) => (
          <Link
            key={filter.words}
            to={{ search: addressOf({ ...firstPage, search, stock: filter.stock }) }}
            preventScrollReset
            aria-current={filter.stock === stock ? 'true' : undefined}
            className="inline-flex min-h-11 shrink-0 items-center rounded-full border border-edge bg-white px-4 text-sm font-medium text-ink hover:bg-dew aria-current:border-forest aria-current:bg-forest aria-current:text-white"
          >
            {filter.words}
          </Link>
        ))}
      </nav>
    </div>
  )
}
