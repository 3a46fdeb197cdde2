/** Search and filter of the seller's orders, by text and by shipment status. */
import { Link, useNavigate, useNavigation } from 'react-router'
import { limits } from '../../../../contract/limits.ts'
import { type SellersOrderFilter, sellersOrderFilters } from '../../../../contract/shipment.ts'
import { paths } from '../../../paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { ChevronDown } from '../../../ui/icons.tsx'
import { RotateCcw } from '../../../ui/more-icons.tsx'
import { ListSearch } from '../list-search.tsx'
import { type OrderFilter, readFilter, filterAddress } from './load-orders.ts'

export function OrderSearch({ filter, total }: { filter: OrderFilter; total: number }) {
  const navigate = useNavigate()
  const { location: coming } = useNavigation()
  // The filter of the list that is being loaded counts, so that two quick changes do not undo each other.
  const now = coming?.pathname === paths.manageOrders ? readFilter(coming.search) : filter
  return (
    <div className="mb-4 flex flex-col gap-3 md:flex-row md:items-center">
      <ListSearch
        label="Search your orders"
        placeholder="Order ID, AWB, name, product"
        search={filter.search ?? ''}
        onSearch={(search) =>
          // Replaces the history entry: an entry for each letter would make going back useless.
          void navigate({ search: filterAddress({ ...now, search }) }, { replace: true })
        }
      />
      <span className="relative block md:w-48">
        <select
          value={now.status ?? ''}
          aria-label="Shipment status"
          autoComplete="off"
          onChange={({ currentTarget: { value } }) => {
            const status = (value || undefined) as SellersOrderFilter | undefined
            void navigate({ search: filterAddress({ ...now, status }) })
          }}
          className="h-11 w-full appearance-none rounded-full border border-edge bg-surface pr-10 pl-4 font-semibold text-forest"
        >
          <option value="">All statuses</option>
          {sellersOrderFilters.map((status) => (
            <option key={status}>{status}</option>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2 text-forest"
        />
      </span>
      <Link to={paths.sellerReturns} className={buttonClass('secondary', 'md:order-last md:ml-auto')}>
        <RotateCcw aria-hidden="true" className="size-4.5" />
        Returns
      </Link>
      <p role="status" className="text-sm whitespace-nowrap text-muted md:order-first md:min-w-24">
        {total.toLocaleString('en-IN')}
        {filter.search && total >= limits.countSearched && ' or more'} {total === 1 ? 'order' : 'orders'}
      </p>
    </div>
  )
}
