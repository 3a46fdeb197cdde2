/** Each refund of an order as a line of its own, for every reader. */
import { formatAmount } from '../../contract/money.ts'
import type { Order } from '../../contract/order.ts'
import type { OrderRefund } from '../../contract/refund.ts'
import { refundReasonWords } from '../../contract/refund-words.ts'
import { Badge, type BadgeColor } from '../ui/badge.tsx'
import { shortDate } from '../ui/dates.ts'
import { Undo2 } from '../ui/more-icons.tsx'

const progress: Record<OrderRefund['state'], { words: string; color: BadgeColor }> = {
  'under-way': { words: 'On its way', color: 'blue' },
  late: { words: 'Late', color: 'yellow' },
  waiting: { words: 'Waits for the bank', color: 'yellow' },
  done: { words: 'Paid back', color: 'green' },
}

export function RefundLines({ order: { refunds }, className = '' }: { order: Order; className?: string }) {
  if (refunds.length === 0) return null
  return (
    <ul aria-label="Refunds" className={`flex flex-col gap-2 text-sm ${className}`}>
      {refunds.map(({ amount, at, reason, state, note }, index) => (
        <li key={index} className="flex gap-2.5">
          <Undo2 aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-forest" />
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
              <span>
                Refund of <span className="font-semibold tabular-nums">{formatAmount(amount)}</span>,{' '}
                <time dateTime={at} className="whitespace-nowrap">
                  {shortDate(at)}
                </time>
              </span>
              <Badge color={progress[state].color}>{progress[state].words}</Badge>
            </p>
            <p className="text-muted">
              {refundReasonWords[reason]}
              {note && (
                <>
                  {' '}
                  <bdi className="wrap-anywhere">“{note}”</bdi>
                </>
              )}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** What became of the payment of an order. */
export function paymentText({ refunds, cancellation: { leftAmount } }: Order): string {
  if (refunds.length === 0) return 'Paid online'
  if (leftAmount > 0) return 'Partly refunded'
  return refunds.every(({ state }) => state === 'done') ? 'Refunded' : 'Being refunded'
}
