/** One return as its buyer, its seller and administrators see it: what is asked, its stations, and what happens next. */
import type { ReactNode } from 'react'
import { formatAmount } from '../../contract/money.ts'
import { type ReturnActor, returnReasonWords, returnStateWords } from '../../contract/return-words.ts'
import type { OrderReturn } from '../../contract/returns.ts'
import { Badge, type BadgeColor } from '../ui/badge.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { PrivatePhotos } from '../uploads/private-photos.tsx'
import { Check } from '../ui/icons.tsx'
import { isExchange, type ReturnReader, returnSentence, shortDay, stationsOf } from './return-text.ts'

interface Props {
  item: OrderReturn
  reader: ReturnReader
  /** The level of the heading below the page's own. */
  heading: ReactNode
  /** Buttons. */
  children?: ReactNode
}

export function ReturnDetails({ item, reader, heading, children }: Props) {
  const { units, reason, words, wayBack, refund, refundReference, photos, state } = item
  const tracking = trackingOf(item)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        {heading}
        <Badge color={returnColor(item)}>{returnStateWords[state]}</Badge>
      </div>
      <p className="text-sm">
        {units} {units === 1 ? 'piece' : 'pieces'}
        {item.wanted === 'exchange' && ', to be exchanged'}. {returnReasonWords[reason]}.
        {words && (
          <>
            {' '}
            <bdi className="whitespace-pre-line wrap-anywhere">“{words}”</bdi>
          </>
        )}
      </p>
      <PrivatePhotos ids={photos} alt="What the buyer shows" />
      {state !== 'rejected' && state !== 'withdrawn' && <Stations item={item} />}
      <p className="text-sm wrap-anywhere">{returnSentence(item, reader)}</p>
      {refundReference && (
        <p className="flex flex-wrap items-center gap-x-1 text-sm text-muted">
          Reference of the refund:
          <span className="font-medium break-all text-ink">{refundReference}</span>
          <CopyButton value={refundReference} what="refund reference" />
        </p>
      )}
      {isOpen(item) && reader !== 'buyer' && (
        <Money exchange={isExchange(item)} reader={reader} refund={refund} wayBack={wayBack} />
      )}
      {isOpen(item) && reader === 'buyer' && wayBack.paidBy === 'buyer' && (
        <p className="text-sm text-muted">
          {formatAmount(wayBack.amount)} for the way back is taken off what you get back.
        </p>
      )}
      <Notes item={item} reader={reader} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 empty:hidden">
        {children}
        {tracking && (
          <a
            href={tracking.url}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 items-center text-sm font-semibold text-forest underline underline-offset-4"
          >
            Track the {tracking.what}
          </a>
        )}
      </div>
    </>
  )
}

export const isOpen = ({ state }: OrderReturn): boolean =>
  state !== 'refunded' && state !== 'exchanged' && state !== 'rejected' && state !== 'withdrawn'

/** The tracking page of the parcel that is under way. */
function trackingOf(item: OrderReturn): { url: string; what: string } | null {
  const { replacement, trackingUrl, state } = item
  if (replacement)
    return isOpen(item) && replacement.trackingUrl
      ? { url: replacement.trackingUrl, what: 'replacement' }
      : null
  return trackingUrl && (state === 'pickup-booked' || state === 'picked-up')
    ? { url: trackingUrl, what: 'return' }
    : null
}

function returnColor({ state }: OrderReturn): BadgeColor {
  if (state === 'refunded' || state === 'exchanged') return 'green'
  if (state === 'disputed' || state === 'rejected') return 'red'
  if (state === 'withdrawn') return 'grey'
  return state === 'requested' || state === 'to-send' || state === 'received' ? 'yellow' : 'blue'
}

/** What a refund costs the seller who reads it. */
export const costToSeller = ({ refund, wayBack }: Pick<OrderReturn, 'refund' | 'wayBack'>): string =>
  `The buyer gets back ${formatAmount(refund)}. Your sale is taken back for the returned goods, and so is its commission. ` +
  (wayBack.paidBy === 'seller'
    ? `The way back costs you ${formatAmount(wayBack.amount)}, if the courier carries it.`
    : 'The buyer pays the way back.')

export const costOfExchange = ({ refund, wayBack }: Pick<OrderReturn, 'refund' | 'wayBack'>): string =>
  `The sale stands. You pay ${formatAmount(wayBack.amount)} for the way of the replacement, and as much for the way back, if the courier carries it. If no replacement can be sent, the buyer gets back ${formatAmount(refund)}.`

function Money({
  exchange,
  reader,
  refund,
  wayBack,
}: Pick<OrderReturn, 'refund' | 'wayBack'> & { exchange: boolean; reader: ReturnReader }) {
  if (reader === 'seller')
    return (
      <p className="text-sm text-muted">
        {exchange ? costOfExchange({ refund, wayBack }) : costToSeller({ refund, wayBack })}
      </p>
    )
  if (exchange)
    return (
      <p className="text-sm text-muted">
        The sale stands. The seller pays {formatAmount(wayBack.amount)} for the way of the replacement, and as
        much for the way back, if the courier carries it. If no replacement can be sent, the buyer gets back{' '}
        {formatAmount(refund)}.
      </p>
    )
  return (
    <p className="text-sm text-muted">
      The buyer gets back {formatAmount(refund)}. The way back costs the {wayBack.paidBy}{' '}
      {formatAmount(wayBack.amount)}, if the courier carries it.
    </p>
  )
}

const speakers: Record<ReturnActor, string> = {
  buyer: 'Buyer',
  seller: 'Seller',
  shop: 'Our team',
  courier: 'Courier',
  clock: 'Time ran out',
}

/** What seller and administrator said. The buyer reads the reason of a refusal in the sentence. */
function Notes({ item: { steps }, reader }: { item: OrderReturn; reader: ReturnReader }) {
  const notes = steps.filter(({ note }) => note)
  if (reader === 'buyer' || notes.length === 0) return null
  return (
    <ul className="flex flex-col gap-1 text-sm text-muted">
      {notes.map(({ at, by, note }) => (
        <li key={at + by} className="wrap-anywhere">
          {speakers[by]}, {shortDay(at)}: <bdi>{note}</bdi>
        </li>
      ))}
    </ul>
  )
}

/** From left to right; on narrow cards from above to below. */
function Stations({ item }: { item: OrderReturn }) {
  return (
    <div className="@container">
      <ol aria-label="Stations of the return" className="flex flex-col gap-1.5 @xl:flex-row @xl:gap-0">
        {stationsOf(item).map(({ name, at, done }) => (
          <li key={name} className="group flex gap-2.5 @xl:flex-1 @xl:flex-col @xl:gap-1 @xl:last:flex-none">
            <span
              aria-hidden="true"
              className="flex items-center @xl:after:h-0.5 @xl:after:flex-1 @xl:after:bg-line @xl:group-last:after:hidden"
            >
              <span
                className={`flex size-5 shrink-0 items-center justify-center rounded-full ${done ? 'bg-forest text-white' : 'border-2 border-line'}`}
              >
                {done && <Check className="size-3" />}
              </span>
            </span>
            <span className="text-sm leading-5">
              <span className={done ? 'font-medium' : 'text-muted'}>{name}</span>{' '}
              {at ? (
                <time dateTime={at} className="text-muted @xl:block">
                  {shortDay(at)}
                </time>
              ) : (
                !done && <span className="sr-only">not yet</span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
