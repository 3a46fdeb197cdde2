/** Finds one order among thousands: by words and numbers, and by where its parcel is. */
import { ChevronDown } from '../../../ui/icons/chevron-down.ts'
import { useNavigate, useNavigation } from 'react-router'
import { type ShipmentStatus, shipmentStatuses } from '../../../../contract/shipment.ts'
import { paths } from '../../../paths.ts'
import { ListSearch } from '../list-search.tsx'
import { type OrderWish, readWish, wishAddress } from './load-orders.ts'

export function OrderSearch({ wish, total }: { wish: OrderWish; total: number }) {
  const navigate = useNavigate()
  const { location: coming } = useNavigation()
  // What was chosen or typed a moment ago counts already, though its list is still on its way.
  const now = coming?.pathname === paths.manageOrders ? readWish(coming.search) : wish
  return (
    <div className="mb-5 flex flex-col gap-3 md:flex-row md:flex-wrap">
      <ListSearch
        label="Search your orders"
        placeholder="Order ID, AWB, name, product"
        search={wish.search ?? ''}
        onSearch={(search) =>
          // Each letter in the history would be in the way of going back.
          void navigate({ search: wishAddress({ ...now, search }) }, { replace: true })
        }
      />
      <span className="relative block">
        <select
          value={now.status ?? ''}
          aria-label="Shipment status"
          autoComplete="off"
          onChange={({ currentTarget: { value } }) => {
            const status = (value || undefined) as ShipmentStatus | undefined
            void navigate({ search: wishAddress({ ...now, status }) })
          }}
          className="h-11 w-full appearance-none rounded-full border border-edge bg-white pr-10 pl-4 font-semibold text-forest"
        >
          <option value="">All statuses</option>
          {shipmentStatuses.map((status) => (
            <option key={status}>{status}</option>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2 text-forest"
        />
      </span>
      <p role="status" className="basis-full text-sm text-muted">
        {total.toLocaleString('en-IN')} {total === 1 ? 'order' : 'orders'}
      </p>
    </div>
  )
}
