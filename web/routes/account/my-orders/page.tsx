/** The customer's orders, newest first (specification §2). */
import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { forgetHomeNote } from '../../../session/home-note.ts'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { StandalonePage } from '../../../layout/standalone-page.tsx'
import { OrderList } from '../../../orders/customer-orders.tsx'
import { loadingOrders, loadOrders } from '../../../orders/load-customer-orders.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { requireSession } from '../../../session/require-session.ts'
import { Loading } from '../../../ui/loading.tsx'
import { lateData, WhenLoaded } from '../late-data.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'My Orders' })

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  // The page shows what the note on the home page only announces.
  forgetHomeNote()
  const cursor = new URL(request.url).searchParams.get('cursor')
  return lateData(requireSession(request, () => loadOrders(cursor)))
}

export function HydrateFallback() {
  return <PrivateFallback heading="My Orders" text={loadingOrders} />
}

export default function MyOrdersPage() {
  return (
    <StandalonePage heading="My Orders">
      <WhenLoaded
        late={useLoaderData<typeof clientLoader>()}
        fallback={
          // At the place that the text has in HydrateFallback.
          <div className="flex min-h-[calc(60vh-2rem)] items-center justify-center sm:min-h-[calc(60vh-4rem)]">
            <Loading text={loadingOrders} />
          </div>
        }
      >
        {(orders) => <OrderList loaded={orders} />}
      </WhenLoaded>
    </StandalonePage>
  )
}
