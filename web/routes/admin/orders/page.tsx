/** All orders (specification §2). */
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import { loadList, loadWithCounts } from '../require-admin.ts'
import { OrderList, orderQuery } from './order-list.tsx'

export const loader = ({ request }: LoaderFunctionArgs) =>
  loadWithCounts(request, 'orders', loadList(admin.allOrders, request, orderQuery))

export function Component() {
  const loaded = useLoaderData<typeof loader>()
  return <OrderList heading="All Orders" loaded={loaded} counts={loaded.counts} />
}
