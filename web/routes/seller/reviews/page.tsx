/** The reviews of a seller's products, newest first, each with its answer. */
import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { review as reviewCalls } from '../../../../contract/review.ts'
import { callPage } from '../../../api/client.ts'
import { loadOrEmpty } from '../../../api/load-or-empty.ts'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { fromCursor, noRows } from '../../../lists/from-cursor.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { requireSeller } from '../require-seller.ts'
import { SellerPage } from '../seller-page.tsx'
import { ReviewList } from './review-list.tsx'

const pageLimit = 20

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Reviews' })

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const show = new URL(request.url).searchParams.get('show') === 'unanswered' ? 'unanswered' : 'all'
  const more = (cursor: string | undefined) =>
    callPage(reviewCalls.getSeller, { query: { show, limit: pageLimit, cursor } })
  const loaded = await requireSeller(request, () => loadOrEmpty(() => fromCursor(request, more), noRows))
  return { show, loaded, more } as const
}

export function HydrateFallback() {
  return <PrivateFallback wide heading="Reviews" text="Loading reviews..." />
}

export default function SellerReviewsPage() {
  return (
    <SellerPage heading="Reviews" className="max-w-4xl">
      <ReviewList {...useLoaderData<typeof clientLoader>()} />
    </SellerPage>
  )
}
