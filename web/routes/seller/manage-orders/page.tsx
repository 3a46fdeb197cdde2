/** The orders of a seller's products, newest first (specification §2). */
import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { pageMeta } from '../../../seo/page-meta.ts'
import { requireSeller } from '../require-seller.ts'
import { SellerPage } from '../seller-page.tsx'
import { loadOrders, readFilter } from './load-orders.ts'
import { OrderList } from './order-list.tsx'
import { OrderSearch } from './order-search.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Manage Orders' })

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const filter = readFilter(new URL(request.url).search)
  return { filter, loaded: await requireSeller(request, () => loadOrders(request, filter)) }
}

export function HydrateFallback() {
  return <PrivateFallback wide heading="Manage Orders" text="Loading orders..." />
}

export default function ManageOrdersPage() {
  const { filter, loaded } = useLoaderData<typeof clientLoader>()
  const searched = Boolean(filter.search || filter.status)
  return (
    <SellerPage heading="Manage Orders">
      {(loaded.value.total > 0 || searched) && <OrderSearch filter={filter} total={loaded.value.total} />}
      <OrderList loaded={loaded} filter={filter} searched={searched} />
    </SellerPage>
  )
}
