/** Orders with their customer and seller, of all sellers or of one (specification §2). */
import type { AdminOrder } from '../../../../contract/admin.ts'
import { orderStatus } from '../../../../contract/order.ts'
import { PackageOpen } from '../../../ui/icons.tsx'
import { ExportButton } from '../export-button.tsx'
import type { LoadedList, StateCounts } from '../require-admin.ts'
import { ListPage } from '../list-page.tsx'
import { Filter, SearchForm } from '../search-form.tsx'
import { OrderRow } from './order-row.tsx'

export const orderQuery = ['q', 'status', 'attention'] as const

const statuses = orderStatus.options.map(
  (status) => [status, status.charAt(0).toUpperCase() + status.slice(1)] as const,
)

interface Props {
  heading: string
  text?: string
  loaded: LoadedList<AdminOrder>
  sellerEmail?: string
  counts?: StateCounts
}

export function OrderList({ heading, text, loaded, sellerEmail, counts = [] }: Props) {
  const { query } = loaded
  const attention = counts
    .filter(({ state }) => state === 'attention')
    .map((one) => ({ ...one, state: 'yes' }))
  return (
    <ListPage
      heading={heading}
      {...(text && { text })}
      noun="orders"
      loaded={loaded}
      actions={<ExportButton list="orders" query={{ ...query, sellerEmail }} />}
      search={
        <SearchForm query={query} label="Order, AWB number, customer or product">
          <Filter name="status" label="Status" query={query} all="All" options={statuses} counts={counts} />
          <Filter
            name="attention"
            label="Show"
            query={query}
            all="All orders"
            options={[['yes', 'Only those that need attention']]}
            counts={attention}
          />
        </SearchForm>
      }
      empty={{
        title: 'No Orders Found',
        text: 'New orders from your listings will appear here.',
        icon: <PackageOpen />,
      }}
      rows={(orders, list) => (
        <ul ref={list} aria-label="Orders, newest first" className="flex flex-col gap-2.5">
          {orders.map((order) => (
            <li key={order.id} tabIndex={-1} className="min-w-0">
              <OrderRow order={order} />
            </li>
          ))}
        </ul>
      )}
    />
  )
}
