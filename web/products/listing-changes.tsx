/** What changed of a listing, by whom and when, for its seller and for administrators. */
import { declarationLabels } from '../../contract/declaration.ts'
import type { ListingChange } from '../../contract/listing.ts'
import { listingFactWords, listingStateWords } from '../../contract/listing-words.ts'
import { shortDate, shortTime } from '../ui/dates.ts'

const labels: Record<string, string> = { ...listingFactWords, ...declarationLabels }
const states: Record<string, string> = listingStateWords

export function ListingChanges({ changes }: { changes: readonly ListingChange[] }) {
  if (changes.length === 0) return <p className="text-muted">Nothing was changed so far.</p>
  return (
    <ul className="flex flex-col divide-y divide-line">
      {changes.map(({ at, by, person, field, was, became }, index) => (
        <li key={index} className="py-2">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-semibold">{labels[field] ?? field}</span>
            <span className="text-sm text-muted">
              <time dateTime={at}>
                {shortDate(at)}, {shortTime(at)}
              </time>{' '}
              ·{' '}
              <bdi className="wrap-anywhere">
                {person ?? (by === 'moderator' ? 'Our team' : 'At its time')}
              </bdi>
            </span>
          </p>
          <p className="text-sm">
            <Value field={field} value={was} /> <span aria-hidden="true">→</span>
            <span className="sr-only">became</span> <Value field={field} value={became} />
          </p>
        </li>
      ))}
    </ul>
  )
}

function Value({ field, value }: { field: string; value: string | null }) {
  if (value === null) return <span className="text-muted">nothing</span>
  if (field === 'imageUrls') {
    const count = value.split(' ').length
    return <span>{count === 1 ? '1 image' : `${count} images`}</span>
  }
  return <bdi className="wrap-anywhere">{field === 'state' ? (states[value] ?? value) : value}</bdi>
}
