/** Questions about the seller's products: those that wait for an answer, the oldest first, and those that are answered. */
import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import { callPage } from '../../../api/client.ts'
import { loadOrEmpty } from '../../../api/load-or-empty.ts'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { fromCursor, noRows } from '../../../lists/from-cursor.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { requireSeller } from '../require-seller.ts'
import { SellerPage } from '../seller-page.tsx'
import { QuestionList } from './question-list.tsx'

const pageLimit = 20

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Questions' })

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const show = new URL(request.url).searchParams.get('show') === 'answered' ? 'answered' : 'open'
  const more = (cursor: string | undefined) =>
    callPage(privateApi.question.getSeller, { query: { show, limit: pageLimit, cursor } })
  const loaded = await requireSeller(request, () => loadOrEmpty(() => fromCursor(request, more), noRows))
  return { show, loaded, more } as const
}

export function HydrateFallback() {
  return <PrivateFallback wide heading="Questions" text="Loading questions..." />
}

export default function SellerQuestionsPage() {
  return (
    <SellerPage heading="Questions" className="max-w-4xl">
      <QuestionList {...useLoaderData<typeof clientLoader>()} />
    </SellerPage>
  )
}
