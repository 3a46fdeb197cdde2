import { Link } from 'react-router'
import type { AdminOrder } from '../../../../contract/admin.ts'
import { formatAmount } from '../../../../contract/money.ts'
import type { Loaded } from '../../../api/load-or-empty.ts'
import { TryAgain } from '../../../layout/try-again.tsx'
import { amountOnOrder, quantityText } from '../../../orders/order-card.tsx'
import { Badge, type BadgeColor } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { shortDate } from '../../../ui/dates.ts'
import { adminPaths } from '../admin-paths.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { PackageOpen } from '../../../ui/icons.tsx'

/** The colours of specification §4; any other status is grey. */
const colors: Partial<Record<AdminOrder['status'], BadgeColor>> = {
  completed: 'green',
  shipped: 'blue',
  processing: 'yellow',
  pending: 'grey',
}

const columns: Column<AdminOrder>[] = [
  {
    name: 'Order ID',
    width: 'minmax(0,2fr)',
    long: true,
    cell: ({ id, number }) => (
      <Link
        to={`${adminPaths.orders()}?q=${id}`}
        className="flex flex-wrap items-baseline gap-x-3 py-0.5 text-muted hover:text-forest"
      >
        <span className="font-semibold whitespace-nowrap text-forest tabular-nums underline underline-offset-4">
          {number}
        </span>
        <span className="text-xs break-all">{id}</span>
      </Link>
    ),
  },
  {
    name: 'Status',
    width: '7.5rem',
    cell: ({ status }) => (
      <Badge color={colors[status] ?? 'grey'}>{status.charAt(0).toUpperCase() + status.slice(1)}</Badge>
    ),
  },
  {
    name: 'Product',
    width: 'minmax(0,2fr)',
    cell: (order) => (
      <>
        <span className="font-medium">{order.product.name}</span>{' '}
        <span className="whitespace-nowrap text-muted">× {quantityText(order)}</span>
      </>
    ),
  },
  {
    name: 'Delivery Date',
    width: '8rem',
    cell: ({ deliveryDate }) =>
      deliveryDate ? (
        <time dateTime={deliveryDate}>{shortDate(deliveryDate)}</time>
      ) : (
        <span className="text-muted">N/A</span>
      ),
  },
  {
    name: 'Amount',
    width: '7.5rem',
    end: true,
    cell: (order) => <span className="font-semibold tabular-nums">{formatAmount(amountOnOrder(order))}</span>,
  },
]

export function RecentOrders({ loaded: { value: orders, failed } }: { loaded: Loaded<AdminOrder[]> }) {
  return (
    <section aria-labelledby="recent-orders">
      <div className="mb-3 flex items-center justify-between gap-4">
        <h2 id="recent-orders" className="text-xl font-bold tracking-tight">
          Recent Orders
        </h2>
        {orders.length > 0 && (
          <Link
            to={adminPaths.orders()}
            className="inline-flex min-h-11 items-center font-semibold text-forest underline-offset-4 hover:underline"
          >
            View All
          </Link>
        )}
      </div>
      {orders.length > 0 ? (
        <DataTable label="Recent Orders, newest first" columns={columns} items={orders} />
      ) : (
        <Card>
          <EmptyState
            icon={<PackageOpen />}
            title="No Orders Found"
            text="New orders from your listings will appear here."
          >
            {failed && <TryAgain />}
          </EmptyState>
        </Card>
      )}
    </section>
  )
}
