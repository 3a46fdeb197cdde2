/** All orders (specification §2). */
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import { loadList } from '../require-admin.ts'
import { OrderList, orderQuery } from './order-list.tsx'

export const loader = ({ request }: LoaderFunctionArgs) => loadList(admin.allOrders, request, orderQuery)

export function Component() {
  return <OrderList heading="All Orders" loaded={useLoaderData<typeof loader>()} />
}
