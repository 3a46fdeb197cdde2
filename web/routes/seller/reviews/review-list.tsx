import { useState } from 'react'
import { Link } from 'react-router'
import { review as reviewCalls } from '../../../../contract/review.ts'
import { reviewLimits } from '../../../../contract/review-words.ts'
import { answerBody, type ProductReview } from '../../../../contract/review-forms.ts'
import { call } from '../../../api/client.ts'
import { paths } from '../../../paths.ts'
import { ReviewBody } from '../../../reviews/review-body.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { PackageOpen } from '../../../ui/icons.tsx'
import { AnswerDialog, AnswerList, type AnswerListProps } from '../answer-list.tsx'

export function ReviewList(props: AnswerListProps<ProductReview, 'all' | 'unanswered'>) {
  return (
    <AnswerList
      {...props}
      noun="reviews"
      order="newest"
      choices={[
        ['all', 'All reviews'],
        ['unanswered', 'Without an answer'],
      ]}
      empty={{
        icon: <PackageOpen />,
        title: 'No Reviews',
        text:
          props.show === 'all'
            ? 'What buyers say of your products will appear here.'
            : 'You have answered every review.',
      }}
      card={(review) => <ReviewCard review={review} />}
    />
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
      {answering && (
        <AnswerDialog
          title="Answer this review"
          text="Everybody reads your answer below the review. Thank, explain, or say what you do about it."
          schema={answerBody}
          maxLength={reviewLimits.answerLength}
          words={answer?.words ?? ''}
          send={(body) => call(reviewCalls.answer, { params: { id }, body })}
          onClose={() => setAnswering(false)}
        />
      )}
    </article>
  )
}
