/** The customer's orders, newest first (specification §2). */
import { Suspense, use, useEffect } from 'react'
import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData, useNavigate } from 'react-router'
import { forgetPlacedOrder } from '../../../checkout/placed-order.ts'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { StandalonePage } from '../../../layout/standalone-page.tsx'
import { pageMeta } from '../../../seo/page-meta.ts'
import { requireSession } from '../../../session/require-session.ts'
import { OrderList } from '../../../orders/customer-orders.tsx'
import { loadOrders } from '../../../orders/load-customer-orders.ts'
import { Loading } from '../../../ui/loading.tsx'

const loadingText = 'Loading orders...'
/** Orders that come faster are shown without the loading text; going back then also finds its scroll position. */
const patienceMs = 150

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'My Orders' })

/** The page opens with the loading text where the orders take longer; `orders` is a promise then. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  // The page shows what the note on the home page only announces.
  forgetPlacedOrder()
  const orders = requireSession(request, () => loadOrders(new URL(request.url).searchParams.get('cursor')))
  const patience = new Promise<null>((resolve) => setTimeout(() => resolve(null), patienceMs))
  const loaded = await Promise.race([orders, patience])
  return { orders: loaded ?? orders.catch(loginOf) }
}

/** Once the page is open, the router no longer follows the redirect that `requireSession` throws. */
function loginOf(error: unknown): { login: string } {
  const login = error instanceof Response ? error.headers.get('Location') : null
  if (!login) throw error
  return { login }
}

export function HydrateFallback() {
  return <PrivateFallback heading="My Orders" text={loadingText} />
}

export default function MyOrdersPage() {
  const { orders } = useLoaderData<typeof clientLoader>()
  return (
    <StandalonePage heading="My Orders">
      <Suspense
        fallback={
          // At the place that the text has in HydrateFallback.
          <div className="flex min-h-[calc(60vh-2rem)] items-center justify-center sm:min-h-[calc(60vh-4rem)]">
            <Loading text={loadingText} />
          </div>
        }
      >
        <Orders orders={orders} />
      </Suspense>
    </StandalonePage>
  )
}

type LoadedOrders = Awaited<ReturnType<typeof loadOrders>>

function Orders({ orders }: { orders: LoadedOrders | Promise<LoadedOrders | { login: string }> }) {
  const loaded = orders instanceof Promise ? use(orders) : orders
  return 'login' in loaded ? <LogIn at={loaded.login} /> : <OrderList loaded={loaded} />
}

function LogIn({ at }: { at: string }) {
  const navigate = useNavigate()
  useEffect(() => void navigate(at, { replace: true }), [at, navigate])
  return null
}
