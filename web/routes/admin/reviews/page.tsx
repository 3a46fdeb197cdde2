/** Reviews that were reported or may be of a ring, or all; one is taken down for a stated reason. */
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import { type AdminReview, reviewTakeDown } from '../../../../contract/admin-reviews.ts'
import { reviewFaultWords } from '../../../../contract/review-words.ts'
import { call } from '../../../api/client.ts'
import { Stars } from '../../../reviews/review-body.tsx'
import { shortDate } from '../../../ui/dates.ts'
import { Picture } from '../../../ui/picture.tsx'
import { adminPaths } from '../admin-paths.ts'
import { may } from '../may.ts'
import { KeepButton, ReportedCard, ReportedList, TakeDownButton, TakeDownDialog } from '../reported.tsx'
import { loadList } from '../require-admin.ts'

export const loader = ({ request }: LoaderFunctionArgs) => loadList(admin.reviews, request, ['q', 'show'])

export function Component() {
  const loaded = useLoaderData<typeof loader>()
  return (
    <ReportedList
      heading="Reviews"
      noun="reviews"
      text="Reviews that somebody reported, or that may have been written together: look at them. A review is taken down for one of the stated reasons only, and never for being bad."
      writer="buyer"
      empty="No review is reported or looks odd."
      loaded={loaded}
      card={(item) => <ReviewCard item={item} ofOneProduct={loaded.query.q === item.product.id} />}
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

function ReviewCard({ item, ofOneProduct }: { item: AdminReview; ofOneProduct: boolean }) {
  const { product, stars, words, imageUrls, answer, answerRemoved, flags, removed, at, edits, earlier } = item
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
      {earlier.length > 0 && (
        <details>
          <summary className="min-h-11 py-2 font-semibold text-forest">How it was before</summary>
          <ol className="flex flex-col gap-2 border-l-2 border-line pl-3">
            {earlier.map((one) => (
              <li key={one.at} className="wrap-anywhere">
                <Stars stars={one.stars} /> <span className="text-muted">{shortDate(one.at)}</span>
                <bdi className="block whitespace-pre-line">{one.words}</bdi>
              </li>
            ))}
          </ol>
        </details>
      )}
      {answer !== null && (
        <p className="wrap-anywhere">
          <span className="text-muted">The seller answered: </span>
          <bdi>“{answer}”</bdi>
        </p>
      )}
      {answerRemoved !== null && <p>The seller’s answer is taken down: {reviewFaultWords[answerRemoved]}.</p>}
      {removed !== null && <p>Taken down: {reviewFaultWords[removed]}.</p>}
      {!ofOneProduct && (
        <Link
          to={`${adminPaths.reviews()}?show=all&q=${product.id}`}
          className="inline-flex min-h-11 w-fit items-center font-semibold text-forest underline underline-offset-4"
        >
          All reviews of this product
        </Link>
      )}
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
