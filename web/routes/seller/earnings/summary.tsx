/** What the seller has earned, in four amounts. */
import type { EarningsSummary } from '../../../../contract/earnings.ts'
import { formatAmount } from '../../../../contract/money.ts'
import { TryAgain } from '../../../layout/try-again.tsx'
import { exactTime, longDate } from '../../../ui/dates.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Truck } from '../../../ui/icons.tsx'
import { BadgeIndianRupee, CircleCheck, Clock, TriangleAlert } from '../../../ui/more-icons.tsx'
import { Note } from '../../../ui/note.tsx'

/** Null: it could not be loaded. */
export function Summary({ summary }: { summary: EarningsSummary | null }) {
  if (!summary)
    return (
      <EmptyState icon={<BadgeIndianRupee />} title="Your balance could not be loaded">
        <TryAgain />
      </EmptyState>
    )
  const { due, onHold, inPayment, paidThisYear, carried, nextRunOn, payoutsHeld } = summary
  const tiles = [
    { title: 'Due', amount: due, text: `Settled on ${longDate(nextRunOn)}`, Icon: BadgeIndianRupee },
    {
      title: 'On hold',
      amount: onHold,
      text: 'Until returns are over',
      Icon: Clock,
    },
    { title: 'In payment', amount: inPayment, text: 'Settled, on its way to your bank', Icon: Truck },
    { title: 'Paid', amount: paidThisYear, text: 'Since 1 April', Icon: CircleCheck },
  ]
  return (
    <>
      <ul aria-label="Your balance" className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        {tiles.map(({ title, amount, text, Icon }) => (
          <li
            key={title}
            className="flex gap-4 rounded-card border border-line bg-surface p-3.5 shadow-card sm:items-center sm:p-4"
          >
            <span className="flex size-12 shrink-0 items-center justify-center rounded-full bg-leaf-soft text-forest max-sm:hidden">
              <Icon aria-hidden="true" className="size-5.5" />
            </span>
            <span className="min-w-0">
              <span className="block text-sm text-muted">{title}</span>
              <span
                className={`block text-lg font-bold tracking-tight wrap-anywhere tabular-nums sm:text-xl ${amount < 0 ? 'text-clay' : ''}`}
              >
                {formatAmount(amount)}
              </span>
              <span className="block text-sm text-muted">{text}</span>
            </span>
          </li>
        ))}
      </ul>
      {payoutsHeld && (
        <Note
          icon={<Clock />}
          title={
            payoutsHeld.until
              ? `Payouts wait until ${longDate(payoutsHeld.until)}, ${exactTime(payoutsHeld.until)}.`
              : 'Payouts are stopped.'
          }
          className="mt-4"
        >
          {payoutsHeld.until
            ? 'Your business or bank details were changed. What is settled in the meantime is paid afterwards.'
            : 'Your business or bank details were changed, and our team is looking into it. We will call you.'}
        </Note>
      )}
      {carried < 0 && (
        <Note icon={<TriangleAlert />} title={`You owe ${formatAmount(-carried)}.`} className="mt-4">
          More was taken back than was sold. It is deducted from the next statements; you need not pay it in.
        </Note>
      )}
    </>
  )
}
