/** The orders of a seller's products: what to pack, what is under way, and all of them, newest first (specification §2). */
import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { pageMeta } from '../../../seo/page-meta.ts'
import { requireSeller } from '../require-seller.ts'
import { SellerPage } from '../seller-page.tsx'
import { DispatchList } from './dispatch-list.tsx'
import { loadCounts, loadShipments, readDispatchTab } from './load-dispatch.ts'
import { loadOrders, readFilter } from './load-orders.ts'
import { HolidayNote, loadHoliday } from '../holiday-note.tsx'
import { OrderList } from './order-list.tsx'
import { OrderSearch } from './order-search.tsx'
import { OrderTabs } from './order-tabs.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Manage Orders' })

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { search } = new URL(request.url)
  const toDispatch = readDispatchTab(search)
  const filter = readFilter(search)
  return requireSeller(request, async () => {
    const [counts, dispatch, orders, holiday] = await Promise.all([
      loadCounts(),
      toDispatch ? loadShipments(request, toDispatch) : null,
      toDispatch ? null : loadOrders(request, filter),
      loadHoliday(),
    ])
    return { filter, toDispatch, counts, dispatch, orders, holiday }
  })
}

export function HydrateFallback() {
  return <PrivateFallback wide heading="Manage Orders" text="Loading orders..." />
}

export default function ManageOrdersPage() {
  const { filter, toDispatch, counts, dispatch, orders, holiday } = useLoaderData<typeof clientLoader>()
  const searched = Boolean(filter.search || filter.status)
  return (
    <SellerPage heading="Manage Orders">
      <HolidayNote lastDay={holiday} />
      <OrderTabs chosen={toDispatch ?? filter.tab ?? null} counts={counts} />
      {dispatch && toDispatch && <DispatchList key={toDispatch} loaded={dispatch} tab={toDispatch} />}
      {orders && (
        <>
          {(orders.value.total > 0 || searched) && <OrderSearch filter={filter} total={orders.value.total} />}
          <OrderList loaded={orders} filter={filter} searched={searched} />
        </>
      )}
    </SellerPage>
  )
}
