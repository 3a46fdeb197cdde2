/** Reviews that were reported or may be of a ring, or all; one is taken down for a stated reason. */
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import { type AdminReview, reviewTakeDown } from '../../../../contract/admin-reviews.ts'
import { reviewFaultWords } from '../../../../contract/review-words.ts'
import { call } from '../../../api/client.ts'
import { Stars } from '../../../reviews/review-body.tsx'
import { shortDate } from '../../../ui/dates.ts'
import { Picture } from '../../../ui/picture.tsx'
import { may } from '../may.ts'
import { KeepButton, ReportedCard, ReportedList, TakeDownButton, TakeDownDialog } from '../reported.tsx'
import { loadList } from '../require-admin.ts'

export const loader = ({ request }: LoaderFunctionArgs) => loadList(admin.reviews, request, ['q', 'show'])

export function Component() {
  return (
    <ReportedList
      heading="Reviews"
      noun="reviews"
      text="Reviews that somebody reported, or that may have been written together: look at them. A review is taken down for one of the stated reasons only, and never for being bad."
      writer="buyer"
      empty="No review is reported or looks odd."
      loaded={useLoaderData<typeof loader>()}
      card={(item) => <ReviewCard item={item} />}
    />
  )
}

const flagWords: Record<AdminReview['flags'][number], string> = {
  'same-address': 'Others at the same delivery address reviewed this product.',
  'same-network': 'Several reviews of this product came from the same network.',
  'own-address': 'The order was delivered to the address of the seller.',
  'own-network': 'The seller is logged in from the network from which this review came.',
  refunded: 'The order was refunded, fully or in part.',
  'other-listing': 'The seller has turned this listing into a different product; its reviews are marked.',
  burst: 'Very many reviews of this product came within a day.',
}

function ReviewCard({ item }: { item: AdminReview }) {
  const { stars, words, imageUrls, answer, answerRemoved, flags, removed, at, edits } = item
  return (
    <ReportedCard
      label="Review of"
      item={item}
      writer="Buyer"
      faultWords={reviewFaultWords}
      doubts={flags.map((flag) => flagWords[flag])}
      decisions={<Decisions item={item} />}
    >
      <p className="flex flex-wrap gap-x-3">
        <Stars stars={stars} />
        <span className="text-muted">
          {shortDate(at)}
          {edits > 0 && `, changed ${edits === 1 ? 'once' : `${edits} times`}`}
        </span>
      </p>
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        {words}
      </p>
      {imageUrls.length > 0 && (
        <ul aria-label="Photos" className="flex flex-wrap gap-2">
          {imageUrls.map((address, index) => (
            <li key={address}>
              <a href={address} className="block size-20 overflow-hidden rounded-xl bg-mist">
                <Picture src={address} alt={`Photo ${index + 1}`} size={80} className="size-full" />
              </a>
            </li>
          ))}
        </ul>
      )}
      {answer !== null && (
        <p className="wrap-anywhere">
          <span className="text-muted">The seller answered: </span>
          <bdi>“{answer}”</bdi>
        </p>
      )}
      {answerRemoved !== null && <p>The seller’s answer is taken down: {reviewFaultWords[answerRemoved]}.</p>}
      {removed !== null && <p>Taken down: {reviewFaultWords[removed]}.</p>}
    </ReportedCard>
  )
}

function Decisions({ item: { id, version, edits, waits, answeredAt } }: { item: AdminReview }) {
  const [asking, setAsking] = useState<'review' | 'answer' | null>(null)
  if (!may(admin.removeReview)) return null
  const close = () => setAsking(null)
  return (
    <div className="flex flex-wrap gap-3">
      {waits && <KeepButton keep={() => call(admin.keepReview, { params: { id }, body: { version } })} />}
      <TakeDownButton label="Take down" onClick={() => setAsking('review')} />
      {answeredAt !== null && (
        <TakeDownButton label="Take the answer down" onClick={() => setAsking('answer')} />
      )}
      {asking === 'review' && (
        <TakeDownDialog
          title="Take this review down?"
          text="The reason is shown in its place, and its photos are deleted. The author gets reason and note by mail, and the audit keeps them. It cannot be put back."
          failed="The review could not be taken down."
          schema={reviewTakeDown}
          faultWords={reviewFaultWords}
          send={(body) => call(admin.removeReview, { params: { id }, body: { ...body, edits } })}
          onClose={close}
        />
      )}
      {asking === 'answer' && answeredAt !== null && (
        <TakeDownDialog
          title="Take the seller’s answer down?"
          text="The review stays, and the reason is shown in place of the answer. The seller gets reason and note by mail, and writes no other answer. It cannot be put back."
          failed="The answer could not be taken down."
          schema={reviewTakeDown}
          faultWords={reviewFaultWords}
          send={(body) => call(admin.removeAnswer, { params: { id }, body: { ...body, answeredAt } })}
          onClose={close}
        />
      )}
    </div>
  )
}
