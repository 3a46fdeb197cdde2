/** A buyer reviews the product of one of their orders, or changes their review. */
import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { review as reviewCalls } from '../../../../contract/review.ts'
import { call } from '../../../api/client.ts'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { StandalonePage } from '../../../layout/standalone-page.tsx'
import { paths } from '../../../paths.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { requireSession } from '../../../session/require-session.ts'
import { loadOne, NotLoaded, toOrders } from '../load-one.tsx'
import { WriteReview } from './write-review.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Review' })

export const clientLoader = ({ request, params }: ClientLoaderFunctionArgs) =>
  requireSession(request, async () => {
    const loaded = await loadOne(
      call(reviewCalls.form, { params: { number: params.number ?? '' } }),
      'There is no such order of yours.',
    )
    return 'one' in loaded && loaded.one.refusal !== null
      ? { refusal: loaded.one.refusal, again: false }
      : loaded
  })

export function HydrateFallback() {
  return <PrivateFallback heading="Review" />
}

export default function ReviewPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  return (
    <StandalonePage heading="Review" backTo={paths.myOrders} className="max-w-2xl">
      {'one' in loaded ? (
        <WriteReview key={loaded.one.number} form={loaded.one} />
      ) : (
        <NotLoaded title="No review is possible" refused={loaded} back={toOrders} />
      )}
    </StandalonePage>
  )
}
