/** One order of the buyer: its card, its whole story, and what can be done now. */
import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData } from 'react-router'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import type { OrderPage } from '../../../../contract/order.ts'
import type { OrderThread } from '../../../../contract/order-messages.ts'
import { ApiError, call } from '../../../api/client.ts'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { StandalonePage } from '../../../layout/standalone-page.tsx'
import { TryAgain } from '../../../layout/try-again.tsx'
import { paths } from '../../../paths.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { requireSession } from '../../../session/require-session.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PackageX } from '../../../ui/icons.tsx'
import { OrderView } from './order-view.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Order' })

type Loaded = { order: OrderPage; thread: OrderThread | null } | { refusal: string; again: boolean }

export function clientLoader({ request, params }: ClientLoaderFunctionArgs): Promise<Loaded> {
  return requireSession(request, async () => {
    try {
      const order = await call(privateApi.order.page, { params: { number: params.number ?? '' } })
      // The order is shown without its messages, too.
      const thread = await call(privateApi.orderMessages.read, { params: { id: order.id } }).catch(() => null)
      return { order, thread }
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 401 || error.status === 403) throw error
      const unknown = error.status === 404 || error.status === 400
      return {
        refusal: unknown ? 'There is no such order of yours.' : 'We could not reach the shop just now.',
        again: !unknown,
      }
    }
  })
}

export function HydrateFallback() {
  return <PrivateFallback heading="Order" />
}

export default function OrderPageOfBuyer() {
  const loaded = useLoaderData<typeof clientLoader>()
  return (
    <StandalonePage heading="Order" backTo={paths.myOrders}>
      {'order' in loaded ? (
        <OrderView order={loaded.order} thread={loaded.thread} />
      ) : (
        <EmptyState icon={<PackageX />} title="Order not found" text={loaded.refusal}>
          {loaded.again && <TryAgain />}
          <Link to={paths.myOrders} className={buttonClass('secondary')}>
            My Orders
          </Link>
        </EmptyState>
      )}
    </StandalonePage>
  )
}
