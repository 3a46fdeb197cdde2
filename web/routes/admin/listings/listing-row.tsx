/** A listing as its buyers see it, beside what speaks against it and what can be decided. */
import type { AdminListing } from '../../../../contract/admin-moderation.ts'
import { greenClaimStateWords } from '../../../../contract/green-claim-list.ts'
import { listingFaultWords } from '../../../../contract/moderation-words.ts'
import { formatAmount } from '../../../../contract/money.ts'
import { paths } from '../../../paths.ts'
import { ListingChanges } from '../../../products/listing-changes.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { shortDate } from '../../../ui/dates.ts'
import { Picture } from '../../../ui/picture.tsx'
import { readFieldWords } from '../read-field-words.ts'
import { Decisions } from './decisions.tsx'
import { Declared } from './declared.tsx'
import { Reports, SellersRecord } from './record.tsx'
import { showWords } from './show-words.ts'

const riskColors = { high: 'red', medium: 'yellow', low: 'grey' } as const
const riskWords = { high: 'High risk', medium: 'Medium risk', low: 'Low risk' } as const
const whyWords: Record<AdminListing['why'][number], string> = {
  reported: 'Reported',
  'new-seller': 'One of the first listings of a new seller',
  'seller-record': 'Its seller has a takedown or an open report',
  category: 'New in a category that you look at',
  'green-words': 'New words that need a proof',
  family: 'It shows the reviews of another listing, as the same thing',
  changed: 'The seller has saved it since it was hidden',
  appeal: 'The seller appeals',
}

export function ListingRow({ listing }: { listing: AdminListing }) {
  const { id, name, deleted, price, imageUrls, imageTexts, description, details, state, reason, note } =
    listing
  const { why: whys, waitsSince, risk, appeal, claims, greenWords, seller } = listing
  return (
    <article
      aria-label={`Listing: ${name}`}
      className="grid gap-x-8 gap-y-4 rounded-card border border-line bg-surface p-4 text-sm shadow-card lg:grid-cols-2"
    >
      <div className="flex min-w-0 flex-col gap-3">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <h2 className="line-clamp-2 min-w-0 text-base font-semibold">
            {state === 'on-sale' && !deleted ? (
              <a href={paths.product(id)} className="underline underline-offset-4">
                <bdi>{name}</bdi>
              </a>
            ) : (
              <bdi>{name}</bdi>
            )}
          </h2>
          <span className="flex flex-wrap gap-2">
            {deleted && <Badge color="grey">Deleted by its seller</Badge>}
            {state !== 'on-sale' && <Badge color="red">{showWords[state]}</Badge>}
            {waitsSince !== null && <Badge color={riskColors[risk]}>{riskWords[risk]}</Badge>}
          </span>
        </div>
        <p>
          <strong className="text-base font-semibold">{formatAmount(price)}</strong>{' '}
          <span className="text-muted">{listing.subCategoryName}</span>
        </p>
        <ul aria-label="Pictures" className="flex flex-wrap gap-2">
          {imageUrls.map((address, index) => (
            <li key={address}>
              <a href={address} className="block size-24 overflow-hidden rounded-xl bg-mist">
                <Picture src={address} alt={`Picture ${index + 1}`} size={96} className="size-full" />
              </a>
            </li>
          ))}
        </ul>
        {imageTexts.some(Boolean) && (
          <ul aria-label="What the seller says of the pictures" className="list-disc pl-5 wrap-anywhere">
            {imageTexts.map(
              (text, index) =>
                text && (
                  <li key={index}>
                    Picture {index + 1}: <bdi>{text}</bdi>
                  </li>
                ),
            )}
          </ul>
        )}
        <p dir="auto" className="line-clamp-6 whitespace-pre-line wrap-anywhere">
          {description}
        </p>
        <details>
          <summary className="min-h-11 py-2 font-semibold text-forest">Details and declarations</summary>
          <p dir="auto" className="mb-3 whitespace-pre-line wrap-anywhere">
            {details}
          </p>
          <Declared listing={listing} />
        </details>
        <div>
          <h3 className="font-semibold">Green claims</h3>
          {claims.length === 0 ? (
            <p className="text-muted">None is proven or in review.</p>
          ) : (
            <ul className="list-disc pl-5 wrap-anywhere">
              {claims.map(({ wording, state: claimed }, at) => (
                <li key={at}>
                  <bdi>{wording}</bdi>: {greenClaimStateWords[claimed]}
                </li>
              ))}
            </ul>
          )}
        </div>
        {greenWords.length > 0 && (
          <div>
            <h3 className="font-semibold">Words that need a proof and have none</h3>
            <ul className="list-disc pl-5 wrap-anywhere">
              {greenWords.map(({ field, words, reason: why }) => (
                <li key={`${field} ${words}`}>
                  <bdi className="font-medium">{words}</bdi> in the {readFieldWords[field].toLowerCase()}.{' '}
                  {why === null ? (
                    <span className="text-muted">The seller has given no reason.</span>
                  ) : (
                    <>
                      The seller says: <bdi>“{why}”</bdi>
                    </>
                  )}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-3">
        {waitsSince !== null && (
          <div className="rounded-xl bg-amber-soft px-4 py-3">
            <h3 className="font-semibold">To look at since {shortDate(waitsSince)}</h3>
            <ul className="list-disc pl-5">
              {whys.map((one) => (
                <li key={one}>{whyWords[one]}</li>
              ))}
            </ul>
            {appeal !== null && (
              <p dir="auto" className="mt-2 whitespace-pre-line wrap-anywhere">
                “{appeal}”
              </p>
            )}
          </div>
        )}
        {reason !== null && (
          <p className="wrap-anywhere">
            <strong className="font-semibold">{state === 'hidden' ? 'Hidden: ' : 'Taken down: '}</strong>
            {listingFaultWords[reason]}. <bdi>“{note}”</bdi>
          </p>
        )}
        {listing.changes.length > 0 && (
          <details>
            <summary className="min-h-11 py-2 font-semibold text-forest">What changed</summary>
            <ListingChanges changes={listing.changes} />
          </details>
        )}
        <Reports reports={listing.reports} />
        <SellersRecord seller={seller} />
        <Decisions listing={listing} />
      </div>
    </article>
  )
}
