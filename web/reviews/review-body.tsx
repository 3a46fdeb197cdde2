/** One review as everybody reads it: stars, author, words, photos, the seller's answer. Its texts are never links. */
import { reviewFaultWords } from '../../contract/review-words.ts'
import type { ShownReview } from '../../contract/review-forms.ts'
import { Picture } from '../ui/picture.tsx'
import { shortDate } from '../ui/dates.ts'

export function ReviewBody({ review }: { review: ShownReview }) {
  const { author, at, editedAt, stars, words, imageUrls, answer, answerRemoved, removed, earlierListing } =
    review
  const { options } = review
  if (removed !== null || stars === null)
    return (
      <p className="text-muted">
        {removed !== null && <>Removed: {reviewFaultWords[removed]}.</>} ({shortDate(at)})
      </p>
    )
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <Stars stars={stars} />
        <bdi className="font-semibold wrap-anywhere">{author}</bdi>
        <span className="text-sm text-muted">
          {shortDate(at)}
          {editedAt !== null && `, changed on ${shortDate(editedAt)}`}
        </span>
        <span className="text-sm font-semibold text-forest">Verified purchase</span>
      </p>
      {options && (
        <p className="text-sm text-muted">
          Bought: <bdi className="wrap-anywhere">{options.join(', ')}</bdi>
        </p>
      )}
      {earlierListing && (
        <p className="text-sm text-muted">
          Written for an earlier version of this listing, which the seller has changed since.
        </p>
      )}
      <p dir="auto" className="mt-1.5 max-w-prose whitespace-pre-line wrap-anywhere">
        {words}
      </p>
      {imageUrls.length > 0 && (
        <ul aria-label="Photos" className="mt-3 flex flex-wrap gap-2">
          {imageUrls.map((address, index) => (
            <li key={address}>
              <a href={address} className="block size-20 overflow-hidden rounded-xl bg-mist">
                <Picture
                  src={address}
                  alt={`Photo ${index + 1} by ${author}`}
                  size={80}
                  className="size-full"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      {answerRemoved !== null && (
        <p className="mt-3 text-sm text-muted">
          The seller’s answer was removed: {reviewFaultWords[answerRemoved]}.
        </p>
      )}
      {answer && (
        <div className="mt-3 max-w-prose rounded-xl bg-dew px-4 py-3 text-sm">
          <p className="font-semibold">
            The seller answered <span className="font-normal text-muted">on {shortDate(answer.at)}</span>
          </p>
          <p dir="auto" className="mt-1 whitespace-pre-line wrap-anywhere">
            {answer.words}
          </p>
        </div>
      )}
    </>
  )
}

/** The stars of one review. */
export function Stars({ stars }: { stars: number }) {
  return (
    <span role="img" aria-label={`${stars} of 5 stars`} className="whitespace-nowrap text-amber">
      {'★'.repeat(stars)}
      <span className="text-edge">{'☆'.repeat(5 - stars)}</span>
    </span>
  )
}
