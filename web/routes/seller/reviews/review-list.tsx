import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { review as reviewCalls } from '../../../../contract/review.ts'
import { reviewLimits } from '../../../../contract/review-words.ts'
import { answerBody, type ProductReview } from '../../../../contract/review-forms.ts'
import { call, type ListPage } from '../../../api/client.ts'
import type { Loaded } from '../../../api/load-or-empty.ts'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { TryAgain } from '../../../layout/try-again.tsx'
import { LoadMore } from '../../../lists/load-more.tsx'
import { useListFailure } from '../../../lists/use-list-failure.ts'
import { useMore } from '../../../lists/use-more.ts'
import { serverMsgOr } from '../../../messages/failure-message.ts'
import { paths } from '../../../paths.ts'
import { ReviewBody } from '../../../reviews/review-body.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PackageOpen } from '../../../ui/icons.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { sellerToast } from '../seller-toast.tsx'

interface Props {
  loaded: Loaded<ListPage<ProductReview>>
  show: 'all' | 'unanswered'
  more: (cursor: string | undefined) => Promise<ListPage<ProductReview>>
}

const addressOf = (show: string, cursor?: string) =>
  `?${new URLSearchParams({ ...(show !== 'all' && { show }), ...(cursor && { cursor }) })}`

export function ReviewList({ loaded, show, more }: Props) {
  const { items, total, next, loading, loadMore, list } = useMore(loaded.value, more, {
    onFailed: useListFailure(),
  })
  return (
    <>
      <nav aria-label="Show reviews" className="mb-4 flex flex-wrap gap-x-5">
        {(['all', 'unanswered'] as const).map((one) => (
          <Link
            key={one}
            to={addressOf(one)}
            aria-current={one === show ? 'page' : undefined}
            className="inline-flex min-h-11 items-center text-forest underline underline-offset-4 aria-[current]:font-bold aria-[current]:no-underline"
          >
            {one === 'all' ? 'All reviews' : 'Without an answer'}
          </Link>
        ))}
      </nav>
      {items.length === 0 ? (
        <EmptyState
          icon={<PackageOpen />}
          title="No Reviews"
          text={
            show === 'all'
              ? 'What buyers say of your products will appear here.'
              : 'You have answered every review.'
          }
        >
          {loaded.failed && <TryAgain />}
        </EmptyState>
      ) : (
        <>
          <ul ref={list} aria-label="Reviews, newest first" className="flex flex-col gap-4">
            {items.map((review) => (
              <li key={review.id} tabIndex={-1} className="min-w-0">
                <ReviewCard review={review} />
              </li>
            ))}
          </ul>
          <LoadMore
            shown={items.length}
            total={total}
            noun="reviews"
            next={next}
            address={(cursor) => addressOf(show, cursor)}
            loading={loading}
            onLoad={loadMore}
          />
        </>
      )}
    </>
  )
}

function ReviewCard({ review }: { review: ProductReview }) {
  const [answering, setAnswering] = useState(false)
  const { product, answer, answerRemoved, removed, id } = review
  return (
    <article
      aria-label={`Review of ${product.name}`}
      className="rounded-card border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <h2 className="mb-2 line-clamp-2 text-lg font-semibold">
        <Link to={paths.product(product.id)} className="underline-offset-4 hover:underline">
          {product.name}
        </Link>
      </h2>
      <ReviewBody review={review} />
      {removed === null && (
        <p className="mt-3 flex flex-wrap items-center gap-3">
          {answerRemoved === null && (
            <Button
              look="secondary"
              aria-haspopup="dialog"
              onClick={() => setAnswering(true)}
              className="px-4 text-sm"
            >
              {answer ? 'Change my answer' : 'Answer'}
            </Button>
          )}
          <Link to={`${paths.review(id)}#report`} className={buttonClass('ghost', 'px-4 text-sm')}>
            Report
          </Link>
        </p>
      )}
      {answering && <AnswerDialog id={id} words={answer?.words ?? ''} onClose={() => setAnswering(false)} />}
    </article>
  )
}

function AnswerDialog({ id, words, onClose }: { id: string; words: string; onClose: () => void }) {
  const { revalidate } = useRevalidator()
  const form = useForm({
    schema: answerBody,
    initial: { words },
    failed: serverMsgOr('Your answer could not be saved. Please try again.'),
    send: async (body) => {
      sellerToast.success((await call(reviewCalls.answer, { params: { id }, body })).msg)
      onClose()
      await revalidate()
    },
  })
  return (
    <Dialog open title="Answer this review" onClose={onClose} closeOnBackdrop={false}>
      <form {...form.props} className="flex flex-col gap-4">
        <p className="text-muted">
          Everybody reads your answer below the review. Thank, explain, or say what you do about it.
        </p>
        <FormProblem text={form.problem} loggedOut={form.loggedOut} />
        <TextArea
          {...form.field('words')}
          label="Your answer"
          rows={5}
          maxLength={reviewLimits.answerLength}
        />
        <div className="mt-2 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button {...form.submitButton} busyLabel="Please wait...">
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
