/** What was reported of a listing, and what was decided about its seller's listings before. */
import type { AdminListing, DecisionAct } from '../../../../contract/admin-moderation.ts'
import { listingFaultWords, moderationLimits } from '../../../../contract/moderation-words.ts'
import { shortDate } from '../../../ui/dates.ts'
import { ContactLink } from '../facts.tsx'

const byWords = { buyer: 'A buyer', seller: 'A seller', visitor: 'A visitor' } as const

export function Reports({ reports }: Pick<AdminListing, 'reports'>) {
  return (
    <div>
      <h3 className="font-semibold">Reports</h3>
      {reports.length === 0 ? (
        <p className="text-muted">Nobody has reported it.</p>
      ) : (
        <ul className="flex flex-col gap-1">
          {reports.map(({ reason, words, by, at, open }, index) => (
            <li key={index} className={`wrap-anywhere ${open ? '' : 'text-muted'}`}>
              {byWords[by]}, {shortDate(at)}
              {!open && ', decided'}: {listingFaultWords[reason]}.{words !== '' && <bdi> “{words}”</bdi>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const actWords: Record<DecisionAct, string> = {
  keep: 'Nothing wrong',
  hide: 'Hidden until changed',
  'take-down': 'Taken down',
  uphold: 'Appeal refused',
}

export function SellersRecord({
  seller: { company, email, since, takenDown, decisions },
}: Pick<AdminListing, 'seller'>) {
  return (
    <div className="wrap-anywhere">
      <h3 className="font-semibold">Seller</h3>
      <p>
        <bdi className="font-medium">{company}</bdi>
        {since !== null && <span className="text-muted">, since {shortDate(since)}</span>}
      </p>
      <ContactLink href={`mailto:${email}`}>{email}</ContactLink>
      {takenDown > 0 && (
        <p className={takenDown >= moderationLimits.offenderFrom ? 'font-semibold text-clay' : ''}>
          {takenDown.toLocaleString('en-IN')} taken down in 12 months
        </p>
      )}
      {decisions.length === 0 ? (
        <p className="text-muted">Nothing was decided about their listings so far.</p>
      ) : (
        <details>
          <summary className="min-h-11 py-2 font-semibold text-forest">Earlier decisions</summary>
          <ul className="flex flex-col gap-1">
            {decisions.map(({ product, act, reason, note, at, undone }, index) => (
              <li key={index}>
                {shortDate(at)}: <bdi>{product}</bdi>: {actWords[act]}
                {undone && ', and put back after an appeal'}
                {reason !== null && `, ${listingFaultWords[reason]}`}
                {note !== '' && <bdi> “{note}”</bdi>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
