import { Link } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import { Store } from '../../../ui/icons.tsx'
import { ClipboardList, Package, Users } from '../../../ui/more-icons.tsx'
import { adminPaths } from '../admin-paths.ts'
import { may } from '../may.ts'

const look =
  'flex h-full flex-col gap-3 rounded-card border border-line bg-surface p-4 shadow-card sm:flex-row sm:items-center sm:gap-4'

interface Counts {
  products: number
  customers: number
  orders: number
  sellers: number
}

/** The four counters, each a link to its list; the products' counter leads to the categories below. */
/** Where a list is not part of the role, its tile is no link. */
export function Counters({ counts }: { counts: Counts }) {
  const tiles = [
    { to: '#categories', title: 'Total Products', count: counts.products, Icon: Package },
    {
      to: may(admin.allCustomers) && adminPaths.customers(),
      title: 'Total Customers',
      count: counts.customers,
      Icon: Users,
    },
    {
      to: may(admin.allOrders) && adminPaths.orders(),
      title: 'Total Orders',
      count: counts.orders,
      Icon: ClipboardList,
    },
    { to: adminPaths.sellers(), title: 'Total Sellers', count: counts.sellers, Icon: Store },
  ]
  return (
    <ul aria-label="Totals" className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      {tiles.map(({ to, title, count, Icon }) => {
        const tile = (
          <>
            <span className="flex size-11 shrink-0 items-center justify-center rounded-full bg-leaf-soft text-forest sm:size-12">
              <Icon aria-hidden="true" className="size-5.5" />
            </span>
            <span className="min-w-0">
              <span className="block text-sm text-muted">{title}</span>
              <span className="block text-2xl font-bold tracking-tight tabular-nums">
                {count.toLocaleString('en-IN')}
              </span>
            </span>
          </>
        )
        return (
          <li key={title}>
            {to ? (
              <Link to={to} className={`${look} transition-shadow hover:border-leaf hover:shadow-lift`}>
                {tile}
              </Link>
            ) : (
              <div className={look}>{tile}</div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
