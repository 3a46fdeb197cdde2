/** One order of the buyer: its card, its whole story, and what can be done now. */
import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import type { OrderPage } from '../../../../contract/order.ts'
import type { OrderThread } from '../../../../contract/order-messages.ts'
import { call } from '../../../api/client.ts'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { StandalonePage } from '../../../layout/standalone-page.tsx'
import { paths } from '../../../paths.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { requireSession } from '../../../session/require-session.ts'
import { loadOne, NotLoaded, toOrders } from '../load-one.tsx'
import { OrderView } from './order-view.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Order' })

export const clientLoader = ({ request, params }: ClientLoaderFunctionArgs) =>
  requireSession(request, () => loadOne(loadOrder(params.number ?? ''), 'There is no such order of yours.'))

async function loadOrder(number: string): Promise<{ order: OrderPage; thread: OrderThread | null }> {
  const order = await call(privateApi.order.page, { params: { number } })
  // The order is shown without its messages, too.
  const thread = await call(privateApi.orderMessages.read, { params: { id: order.id } }).catch(() => null)
  return { order, thread }
}

export function HydrateFallback() {
  return <PrivateFallback heading="Order" />
}

export default function OrderPageOfBuyer() {
  const loaded = useLoaderData<typeof clientLoader>()
  return (
    <StandalonePage heading="Order" backTo={paths.myOrders}>
      {'one' in loaded ? (
        <OrderView {...loaded.one} />
      ) : (
        <NotLoaded title="Order not found" refused={loaded} back={toOrders} />
      )}
    </StandalonePage>
  )
}
