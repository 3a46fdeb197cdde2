/** The seller's coupons, and those of the shop of which they are asked to bear a part. */
import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { api } from '../../../../contract/endpoints.ts'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import { call, callPage } from '../../../api/client.ts'
import { loadOrEmpty } from '../../../api/load-or-empty.ts'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { fromCursor, noRows } from '../../../lists/from-cursor.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { requireSeller } from '../require-seller.ts'
import { SellerPage } from '../seller-page.tsx'
import { CouponList } from './coupon-list.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Coupons' })

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const more = (cursor: string | undefined) =>
    callPage(privateApi.coupon.ofSeller, { query: { limit: 20, cursor } })
  const [loaded, categories] = await requireSeller(request, () =>
    Promise.all([
      loadOrEmpty(() => fromCursor(request, more), noRows),
      loadOrEmpty(() => call(api.category.all), []),
    ]),
  )
  return { loaded, categories: categories.value, more }
}

export function HydrateFallback() {
  return <PrivateFallback wide heading="Coupons" text="Loading coupons..." />
}

export default function SellerCouponsPage() {
  return (
    <SellerPage heading="Coupons" className="max-w-4xl">
      <CouponList {...useLoaderData<typeof clientLoader>()} />
    </SellerPage>
  )
}
