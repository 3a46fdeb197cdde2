/** One review, to say that it was helpful or to report it: the product's own page is the same for everybody and has no script for it. */
import { useState } from 'react'
import {
  type ClientLoaderFunctionArgs,
  Link,
  type MetaFunction,
  useLoaderData,
  useRevalidator,
} from 'react-router'
import { review as reviewCalls } from '../../../../contract/review.ts'
import { reviewFaultWords } from '../../../../contract/review-words.ts'
import { type ProductReview, reportBody } from '../../../../contract/review-forms.ts'
import { call } from '../../../api/client.ts'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { StandalonePage } from '../../../layout/standalone-page.tsx'
import { failureMessage, serverMsgOr } from '../../../messages/failure-message.ts'
import { paths } from '../../../paths.ts'
import { ReviewBody } from '../../../reviews/review-body.tsx'
import { pageMeta } from '../../../seo/page-meta.ts'
import { useSignedOut } from '../../../session/use-signed-out.ts'
import { toast } from '../../../toast/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { loadOne, NotLoaded, toProducts } from '../load-one.tsx'
import { ReportForm } from '../report-form.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Review' })

const purpose = 'Say that a review helped you, or report it.'

export const clientLoader = ({ params }: ClientLoaderFunctionArgs) =>
  loadOne(call(reviewCalls.get, { params: { id: params.id ?? '' } }), 'There is no such review.')

export function HydrateFallback() {
  return <PrivateFallback heading="Review" text={purpose} />
}

export default function OneReviewPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  return (
    <StandalonePage heading="Review" className="max-w-2xl">
      {'one' in loaded ? (
        <OneReview review={loaded.one} />
      ) : (
        <NotLoaded title="Review not found" refused={loaded} back={toProducts} />
      )}
    </StandalonePage>
  )
}

function OneReview({ review }: { review: ProductReview }) {
  return (
    <div className="flex flex-col gap-5">
      <p className="text-muted">{purpose}</p>
      <p>
        <span className="text-muted">About </span>
        <Link
          to={`${paths.product(review.product.id)}#reviews`}
          className="font-semibold text-forest underline underline-offset-4"
        >
          {review.product.name}
        </Link>
      </p>
      <Card className="p-4 sm:p-5">
        <ReviewBody review={review} />
      </Card>
      {review.removed === null && (
        <>
          <Votes review={review} />
          <ReportForm
            noun="review"
            answered={review.answer !== null}
            text="A review is taken down for these reasons only, and never for being bad."
            schema={reportBody}
            faultWords={reviewFaultWords}
            send={(body) => call(reviewCalls.report, { params: { id: review.id }, body })}
          />
        </>
      )}
    </div>
  )
}

function helpfulWords(count: number): string {
  if (count === 0) return 'Nobody has said so yet.'
  return count === 1
    ? 'One buyer found it helpful.'
    : `${count.toLocaleString('en-IN')} buyers found it helpful.`
}

function Votes({ review }: { review: ProductReview }) {
  const signedOut = useSignedOut()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState<boolean | null>(null)

  async function vote(helpful: boolean): Promise<void> {
    setBusy(helpful)
    try {
      const { msg } = await call(reviewCalls.vote, { params: { id: review.id }, body: { helpful } })
      toast.success(msg)
      await revalidate()
    } catch (error) {
      if (signedOut(error)) return
      toast.error(failureMessage(error, serverMsgOr('Your vote could not be counted. Please try again.')))
    }
    setBusy(null)
  }

  return (
    <section aria-labelledby="helpful">
      <h2 id="helpful" className="text-lg font-semibold">
        Was this review helpful?
      </h2>
      <p className="mt-1 text-sm text-muted">{helpfulWords(review.helpful)}</p>
      <p className="mt-3 flex flex-wrap gap-3">
        <Button
          look="secondary"
          busy={busy === true}
          busyLabel="Please wait..."
          onClick={() => void vote(true)}
          className="px-5"
        >
          Yes, it was helpful
        </Button>
        <Button
          look="ghost"
          busy={busy === false}
          busyLabel="Please wait..."
          onClick={() => void vote(false)}
          className="px-5"
        >
          Take my vote back
        </Button>
      </p>
    </section>
  )
}
