/** Orders as cards with their customer and seller (specification §2 'Order card'), of all sellers or of one. */
import { PackageOpen } from '../../../ui/icons/package-open.ts'
import { TriangleAlert } from '../../../ui/icons/triangle-exclamation-point.ts'
import { Link } from 'react-router'
import type { AdminOrder } from '../../../../contract/admin.ts'
import { orderStatus } from '../../../../contract/order.ts'
import { OrderCard } from '../../../orders/order-card.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { ExportButton } from '../export-button.tsx'
import type { LoadedList } from '../require-admin.ts'
import { ListPage } from '../list-page.tsx'
import { adminPaths } from '../admin-paths.ts'
import { Filter, SearchForm } from '../search-form.tsx'
import { RefundButton } from './refund-button.tsx'

export const orderQuery = ['q', 'status', 'attention'] as const

const statuses = orderStatus.options.map(
  (status) => [status, status.charAt(0).toUpperCase() + status.slice(1)] as const,
)

interface Props {
  heading: string
  text?: string
  loaded: LoadedList<AdminOrder>
  sellerEmail?: string
}

export function OrderList({ heading, text, loaded, sellerEmail }: Props) {
  const { query } = loaded
  return (
    <ListPage
      heading={heading}
      {...(text && { text })}
      noun="orders"
      loaded={loaded}
      actions={<ExportButton list="orders" query={{ ...query, sellerEmail }} />}
      search={
        <SearchForm query={query} label="Order number or ID, AWB number, email or product">
          <Filter name="status" label="Status" query={query} all="All" options={statuses} />
          <Filter
            name="attention"
            label="Show"
            query={query}
            all="All orders"
            options={[['yes', 'Only those that need attention']]}
          />
        </SearchForm>
      }
      empty={{
        title: 'No Orders Found',
        text: 'New orders from your listings will appear here.',
        icon: <PackageOpen />,
      }}
      rows={(orders, list) => (
        <ul ref={list} aria-label="Orders, newest first" className="grid items-start gap-4 xl:grid-cols-2">
          {orders.map((order) => (
            <li key={order.id} tabIndex={-1} className="min-w-0">
              {/* What to do stands with what is wrong, in one note. */}
              <OrderCard
                order={order.needsAttention ? { ...order, statusNote: null } : order}
                status={order.status === 'refunded' ? 'Refunded' : undefined}
              >
                <People order={order} />
              </OrderCard>
            </li>
          ))}
        </ul>
      )}
    />
  )
}

const link = '-my-2.5 inline-block min-w-0 py-2.5 break-all text-forest underline underline-offset-4'

function People({ order }: { order: AdminOrder }) {
  const { customer, sellerCompany, sellerEmail, needsAttention, statusNote } = order
  return (
    <>
      {needsAttention && (
        <p className="flex gap-3 rounded-xl bg-amber-soft px-4 py-3 text-sm">
          <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-amber" />
          <span>
            <strong className="font-semibold">Needs attention.</strong> {needsAttention} {statusNote}
          </span>
        </p>
      )}
      <dl className="grid gap-x-6 gap-y-2 border-t border-line py-3 text-sm sm:grid-cols-2">
        <div className="min-w-0">
          <dt className="text-muted">Customer</dt>
          <dd>
            <bdi className="block font-medium">{customer.name}</bdi>
            <a href={`mailto:${customer.email}`} className={link}>
              {customer.email}
            </a>
            <CopyButton value={customer.email} what="customer's email" />
          </dd>
        </div>
        <div className="min-w-0">
          <dt className="text-muted">Seller</dt>
          <dd>
            <bdi className="block font-medium">{sellerCompany}</bdi>
            <Link to={adminPaths.sellerOrders(sellerEmail)} className={link}>
              {sellerEmail}
            </Link>
          </dd>
        </div>
      </dl>
      {order.refundable && (
        <div className="flex justify-end">
          <RefundButton order={order} />
        </div>
      )}
    </>
  )
}
