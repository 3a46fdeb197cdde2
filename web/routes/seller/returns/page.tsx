/** The returns of a seller's orders, newest first, with what the seller has to do until when. */
import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import { limits } from '../../../../contract/limits.ts'
import { returnStates } from '../../../../contract/return-words.ts'
import { callPage } from '../../../api/client.ts'
import { loadOrEmpty } from '../../../api/load-or-empty.ts'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { fromCursor, noRows } from '../../../lists/from-cursor.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { requireSeller } from '../require-seller.ts'
import { SellerPage } from '../seller-page.tsx'
import { ReturnList } from './return-list.tsx'

const pageLimit = 20

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Returns' })

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const search = searchParams.get('search')?.trim().slice(0, limits.searchLength) || undefined
  const state = returnStates.find((one) => one === searchParams.get('state'))
  const more = (cursor: string | undefined) =>
    callPage(privateApi.returns.getSeller, { query: { search, state, limit: pageLimit, cursor } })
  const loaded = await requireSeller(request, () => loadOrEmpty(() => fromCursor(request, more), noRows))
  return { filter: { search, state }, loaded, more }
}

export function HydrateFallback() {
  return <PrivateFallback wide heading="Returns" text="Loading returns..." />
}

export default function SellerReturnsPage() {
  return (
    <SellerPage heading="Returns">
      <ReturnList {...useLoaderData<typeof clientLoader>()} />
    </SellerPage>
  )
}
