/** The customer's orders, newest first (specification §2). */
import type { ClientLoaderFunctionArgs, MetaFunction } from 'react-router'
import { useLoaderData } from 'react-router'
import { forgetPlacedOrder } from '../../../checkout/placed-order.ts'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { StandalonePage } from '../../../layout/standalone-page.tsx'
import { pageMeta } from '../../../seo/page-meta.ts'
import { requireSession } from '../../../session/require-session.ts'
import { OrderList } from '../../../orders/customer-orders.tsx'
import { loadOrders } from '../../../orders/load-customer-orders.ts'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'My Orders' })

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  // The page shows what the note on the home page only announces.
  forgetPlacedOrder()
  return requireSession(request, () => loadOrders(new URL(request.url).searchParams.get('cursor')))
}

export function HydrateFallback() {
  return <PrivateFallback heading="My Orders" label="Loading orders..." />
}

export default function MyOrdersPage() {
  return (
    <StandalonePage heading="My Orders">
      <OrderList loaded={useLoaderData<typeof clientLoader>()} />
    </StandalonePage>
  )
}
