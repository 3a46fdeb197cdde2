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
import { reviewFaults, reviewFaultWords } from '../../../../contract/review-words.ts'
import { type ProductReview, reportBody } from '../../../../contract/review-forms.ts'
import { ApiError, call } from '../../../api/client.ts'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { StandalonePage } from '../../../layout/standalone-page.tsx'
import { TryAgain } from '../../../layout/try-again.tsx'
import { failureMessage, serverMsgOr } from '../../../messages/failure-message.ts'
import { paths } from '../../../paths.ts'
import { ReviewBody } from '../../../reviews/review-body.tsx'
import { pageMeta } from '../../../seo/page-meta.ts'
import { useSignedOut } from '../../../session/use-signed-out.ts'
import { toast } from '../../../toast/toast.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PackageX } from '../../../ui/icons.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Review' })

const purpose = 'Say that a review helped you, or report it.'

type Loaded = { review: ProductReview } | { refusal: string; again: boolean }

export async function clientLoader({ params }: ClientLoaderFunctionArgs): Promise<Loaded> {
  try {
    return { review: await call(reviewCalls.get, { params: { id: params.id ?? '' } }) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const unknown = error.status === 404 || error.status === 400
    return {
      refusal: unknown ? 'There is no such review.' : 'We could not reach the shop just now.',
      again: !unknown,
    }
  }
}

export function HydrateFallback() {
  return <PrivateFallback heading="Review" text={purpose} />
}

export default function OneReviewPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  return (
    <StandalonePage heading="Review" className="max-w-2xl">
      {'review' in loaded ? (
        <OneReview review={loaded.review} />
      ) : (
        <EmptyState icon={<PackageX />} title="Review not found" text={loaded.refusal}>
          {loaded.again && <TryAgain />}
          <Link to={paths.home} className={buttonClass('secondary')}>
            Explore Products
          </Link>
        </EmptyState>
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
          <ReportForm id={review.id} answered={review.answer !== null} />
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

function ReportForm({ id, answered }: { id: string; answered: boolean }) {
  const [sent, setSent] = useState('')
  const form = useForm({
    schema: reportBody,
    failed: serverMsgOr('Your report could not be sent. Please try again.'),
    send: async (body) => setSent((await call(reviewCalls.report, { params: { id }, body })).msg),
  })
  return (
    <section id="report" aria-labelledby="report-heading">
      <h2 id="report-heading" className="text-lg font-semibold">
        {answered ? 'Report this review or the answer' : 'Report this review'}
      </h2>
      {sent !== '' ? (
        <p role="status" className="mt-1">
          {sent}
        </p>
      ) : (
        <form {...form.props} className="mt-1 flex flex-col gap-4">
          <p className="text-sm text-muted">
            Our team looks at it. A review is taken down for these reasons only, and never for being bad.
          </p>
          <FormProblem text={form.problem} loggedOut={form.loggedOut} />
          {answered && (
            <SelectField {...form.field('about')} label="What do you report?">
              <option value="review">The review</option>
              <option value="answer">The seller’s answer</option>
            </SelectField>
          )}
          <SelectField
            name="reason"
            label="What is wrong?"
            error={form.field('reason').error}
            defaultValue=""
          >
            <option value="">Please choose</option>
            {reviewFaults.map((fault) => (
              <option key={fault} value={fault}>
                {reviewFaultWords[fault].replace(/^./, (letter) => letter.toUpperCase())}
              </option>
            ))}
          </SelectField>
          <TextArea {...form.field('words')} label="More about it (optional)" rows={3} maxLength={500} />
          <p>
            <Button {...form.submitButton} look="secondary" busyLabel="Sending...">
              Report
            </Button>
          </p>
        </form>
      )}
    </section>
  )
}
