import { Link, useRevalidator } from 'react-router'
import type { OrderPage } from '../../../../contract/order.ts'
import type { OrderThread } from '../../../../contract/order-messages.ts'
import { Thread } from '../../../order-messages/thread.tsx'
import { BuyersWishes } from '../../../orders/buyers-wishes.tsx'
import { CancelOrder } from '../../../orders/cancel-order.tsx'
import { OrderDocuments } from '../../../orders/documents.tsx'
import { OrderCard } from '../../../orders/order-card.tsx'
import { OrderReturns } from '../../../orders/order-returns.tsx'
import { PaidTwiceNote } from '../../../orders/paid-twice-note.tsx'
import { paths } from '../../../paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { BuyAgain } from './buy-again.tsx'
import { ChangeDelivery } from './change-delivery.tsx'
import { NotReceived } from './not-received.tsx'
import { OrderComplaints } from './order-complaints.tsx'
import { Timeline } from './timeline.tsx'

export function OrderView({ order, thread }: { order: OrderPage; thread: OrderThread | null }) {
  const { revalidate } = useRevalidator()
  return (
    <div className="flex flex-col gap-4 sm:gap-5">
      <OrderCard order={order} withHelp>
        <PaidTwiceNote order={order} />
        <p className="text-sm">
          <span className="text-muted">Recipient: </span>
          <bdi className="font-semibold">{order.recipient.name}</bdi>,{' '}
          <span className="whitespace-nowrap tabular-nums">{order.recipient.mobile}</span>
        </p>
        <ChangeDelivery order={order} />
        <BuyersWishes note={order.noteToSeller} gift={order.gift} />
        <OrderDocuments documents={order.documents} />
        <OrderComplaints order={order} />
        <NotReceived order={order} />
        {/* What did not come is not returned. */}
        {order.claim?.state !== 'open' && <OrderReturns order={order} />}
        <CancelOrder order={order} withReason onChanged={() => void revalidate()} />
        <div className="flex flex-wrap gap-3 empty:hidden">
          <BuyAgain productId={order.buyAgain} />
          {order.deliveryDate && order.claim?.state !== 'open' && order.claim?.state !== 'refunded' && (
            <p>
              <Link to={paths.writeReview(order.number)} className={buttonClass('secondary', 'px-4 text-sm')}>
                Write a Review
              </Link>
            </p>
          )}
        </div>
      </OrderCard>
      <Card className="p-4 sm:p-5">
        <h2 className="text-lg font-semibold">What has happened</h2>
        <Timeline order={order} />
      </Card>
      <Card className="p-4 sm:p-5">
        <h2 className="mb-3 text-lg font-semibold">Messages with the seller</h2>
        {thread ? (
          <Thread thread={thread} to="the seller" />
        ) : (
          <p className="text-muted">The messages could not be loaded. Please reload the page.</p>
        )}
      </Card>
      <Together orders={order.together} />
    </div>
  )
}

function Together({ orders }: { orders: OrderPage['together'] }) {
  if (orders.length === 0) return null
  return (
    <Card className="p-4 text-sm sm:p-5">
      <h2 className="text-lg font-semibold">Travels together with</h2>
      <ul className="mt-1">
        {orders.map(({ number, product }) => (
          <li key={number} className="flex flex-wrap items-center gap-x-3">
            <Link
              to={paths.myOrder(number)}
              className="inline-flex min-h-11 items-center font-semibold whitespace-nowrap text-forest tabular-nums underline underline-offset-4"
            >
              <span className="sr-only">Order </span>
              {number}
            </Link>
            <bdi className="min-w-0 wrap-anywhere">{product}</bdi>
          </li>
        ))}
      </ul>
    </Card>
  )
}
