import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { Order } from '../../contract/order.ts'
import type { ListPage } from '../api/client.ts'
import { TryAgain } from '../layout/try-again.tsx'
import type { Loaded } from '../api/load-or-empty.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PackageOpen } from '../ui/icons.tsx'
import { CancelOrder } from './cancel-order.tsx'
import { OrderDocuments } from './documents.tsx'
import { OrderCard } from './order-card.tsx'
import { LoadMore } from '../lists/load-more.tsx'
import { useOwnList } from '../lists/use-own-list.ts'
import { orderPage } from './load-customer-orders.ts'
import { OrderReturns } from './order-returns.tsx'
import { PaidTwiceNote } from './paid-twice-note.tsx'

export function OrderList({ loaded }: { loaded: Loaded<ListPage<Order>> }) {
  const { items, list, loadMore } = useOwnList(loaded.value, orderPage)
  const [changed, setChanged] = useState<{ of: object; orders: readonly Order[] }>({ of: loaded, orders: [] })
  // A reloaded list has every change.
  const changes = changed.of === loaded ? changed.orders : []
  const showChanged = (order: Order) => setChanged({ of: loaded, orders: [order, ...changes] })
  useOrderInView()
  if (items.length === 0) {
    return (
      <EmptyState
        icon={<PackageOpen />}
        title="No Orders Yet"
        text={
          loaded.failed
            ? 'We could not reach the shop just now.'
            : 'What you buy will appear here, with every step of its way to you.'
        }
      >
        {loaded.failed && <TryAgain />}
        <Link to={paths.home} className={buttonClass()}>
          Start Shopping
        </Link>
      </EmptyState>
    )
  }
  return (
    <>
      <ul ref={list} aria-label="Your orders, newest first" className="flex flex-col gap-3 sm:gap-5">
        {items
          .map((order) => changes.find(({ id }) => id === order.id) ?? order)
          .map((order) => (
            <li key={order.id} id={placeOf(order.id)} tabIndex={-1}>
              <OrderCard order={order} withHelp withPage>
                <PaidTwiceNote order={order} />
                <OrderDocuments documents={order.documents} />
                <OrderReturns order={order} />
                <CancelOrder order={order} onChanged={showChanged} />
              </OrderCard>
            </li>
          ))}
      </ul>
      <LoadMore {...loadMore} noun="orders" />
    </>
  )
}

/**
 * Shows the return that was just sent, of the order in the `state` of the navigation. The list is loaded later than its page, so
 * the browser cannot.
 */
function useOrderInView(): void {
  const { state } = useLocation() as { state: { orderId?: string } | null }
  const orderId = state?.orderId
  useEffect(() => {
    const card = orderId ? document.getElementById(placeOf(orderId)) : null
    if (!card) return
    // The newest return is the last one.
    const shown = [...card.querySelectorAll('section')].at(-1) ?? card
    shown.scrollIntoView({ block: 'center' })
    card.focus({ preventScroll: true })
  }, [orderId])
}

const placeOf = (orderId: string): string => `order-${orderId}`
