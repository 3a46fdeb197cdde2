/** The returns of a seller's orders, newest first, with what the seller has to do until when. */
import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { privateApi } from '../../../../contract/private-endpoints.ts'
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
  const asked = new URL(request.url).searchParams.get('state')
  const state = returnStates.find((one) => one === asked)
  const more = (cursor: string | undefined) =>
    callPage(privateApi.returns.getSeller, { query: { state, limit: pageLimit, cursor } })
  const loaded = await requireSeller(request, () => loadOrEmpty(() => fromCursor(request, more), noRows))
  return { state, loaded, more }
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
