/** A buyer reviews the product of one of their orders, or changes their review. */
import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData } from 'react-router'
import { review as reviewCalls } from '../../../../contract/review.ts'
import type { ReviewForm } from '../../../../contract/review-forms.ts'
import { ApiError, call } from '../../../api/client.ts'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { StandalonePage } from '../../../layout/standalone-page.tsx'
import { TryAgain } from '../../../layout/try-again.tsx'
import { paths } from '../../../paths.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { requireSession } from '../../../session/require-session.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PackageX } from '../../../ui/icons.tsx'
import { WriteReview } from './write-review.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Review' })

type Loaded = { form: ReviewForm } | { refusal: string; again: boolean }

export function clientLoader({ request, params }: ClientLoaderFunctionArgs): Promise<Loaded> {
  return requireSession(request, async () => {
    try {
      const form = await call(reviewCalls.form, { params: { number: params.number ?? '' } })
      return form.refusal === null ? { form } : { refusal: form.refusal, again: false }
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 401 || error.status === 403) throw error
      const unknown = error.status === 404 || error.status === 400
      return {
        refusal: unknown ? 'There is no such order of yours.' : 'We could not reach the shop just now.',
        again: !unknown,
      }
    }
  })
}

export function HydrateFallback() {
  return <PrivateFallback heading="Review" />
}

export default function ReviewPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  return (
    <StandalonePage heading="Review" backTo={paths.myOrders} className="max-w-2xl">
      {'form' in loaded ? (
        <WriteReview key={loaded.form.number} form={loaded.form} />
      ) : (
        <EmptyState icon={<PackageX />} title="No review is possible" text={loaded.refusal}>
          {loaded.again && <TryAgain />}
          <Link to={paths.myOrders} className={buttonClass('secondary')}>
            My Orders
          </Link>
        </EmptyState>
      )}
    </StandalonePage>
  )
}
