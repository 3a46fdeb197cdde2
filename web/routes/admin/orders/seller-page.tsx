/** The orders of one seller, named by e-mail (specification §2: /admin-seller-orders/{email}). */
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import { loadList } from '../require-admin.ts'
import { OrderList, orderQuery } from './order-list.tsx'

export async function loader({ request, params: { email = '' } }: LoaderFunctionArgs) {
  return { email, list: await loadList(admin.allOrders, request, orderQuery, { sellerEmail: email }) }
}

export function Component() {
  const { email, list } = useLoaderData<typeof loader>()
  return <OrderList heading="Seller Orders" text={email} loaded={list} sellerEmail={email} />
}
