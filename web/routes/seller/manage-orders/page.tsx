/** The orders of a seller's products, newest first (specification §2). */
import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { pageMeta } from '../../../seo/page-meta.ts'
import { requireSeller } from '../require-seller.ts'
import { SellerPage } from '../seller-page.tsx'
import { loadOrders, readWish } from './load-orders.ts'
import { OrderList } from './order-list.tsx'
import { OrderSearch } from './order-search.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Manage Orders' })

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const wish = readWish(new URL(request.url).search)
  return { wish, loaded: await requireSeller(request, () => loadOrders(request, wish)) }
}

export function HydrateFallback() {
  return <PrivateFallback heading="Manage Orders" label="Loading orders..." />
}

export default function ManageOrdersPage() {
  const { wish, loaded } = useLoaderData<typeof clientLoader>()
  const searched = Boolean(wish.search || wish.status)
  return (
    <SellerPage heading="Manage Orders">
      {(loaded.value.total > 0 || searched) && <OrderSearch wish={wish} total={loaded.value.total} />}
      <OrderList loaded={loaded} wish={wish} searched={searched} />
    </SellerPage>
  )
}
