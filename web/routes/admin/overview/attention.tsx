import { Link } from 'react-router'
import { TriangleAlert } from '../../../ui/more-icons.tsx'
import { adminPaths } from '../admin-paths.ts'

export type Waiting = Record<
  | 'orders'
  | 'returns'
  | 'refunds'
  | 'payments'
  | 'disputes'
  | 'money'
  | 'jobs'
  | 'mail'
  | 'approvals'
  | 'complaints'
  | 'listings'
  | 'sellers',
  number
>

/**
 * What waits for an administrator: returns to be decided, late refunds, disputes, unmatched payments, failed jobs, unsent mail. Empty where nothing
 * waits.
 */
export function Attention({ waiting }: { waiting: Waiting }) {
  const links = [
    { to: `${adminPaths.orders()}?attention=yes`, count: waiting.orders, one: 'order', many: 'orders' },
    {
      to: adminPaths.returns(),
      count: waiting.returns,
      one: 'return to decide',
      many: 'returns to decide',
    },
    {
      to: `${adminPaths.complaints()}?show=due`,
      count: waiting.complaints,
      one: 'complaint due',
      many: 'complaints due',
    },
    {
      to: adminPaths.listings(),
      count: waiting.listings,
      one: 'listing to look at',
      many: 'listings to look at',
    },
    {
      to: adminPaths.sellerApprovals(),
      count: waiting.sellers,
      one: 'seller to approve',
      many: 'sellers to approve',
    },
    { to: adminPaths.refunds(), count: waiting.refunds, one: 'late refund', many: 'late refunds' },
    {
      to: adminPaths.payments(),
      count: waiting.payments,
      one: 'unmatched payment',
      many: 'unmatched payments',
    },
    { to: adminPaths.disputes(), count: waiting.disputes, one: 'open dispute', many: 'open disputes' },
    {
      to: adminPaths.exceptions(),
      count: waiting.money,
      one: 'money exception',
      many: 'money exceptions',
    },
    { to: adminPaths.jobs(), count: waiting.jobs, one: 'failed job', many: 'failed jobs' },
    { to: adminPaths.mail(), count: waiting.mail, one: 'unsent mail', many: 'unsent mails' },
    {
      to: adminPaths.approvals(),
      count: waiting.approvals,
      one: 'call to confirm',
      many: 'calls to confirm',
    },
  ].filter(({ count }) => count > 0)
  if (links.length === 0) return null
  return (
    <section
      aria-labelledby="attention"
      className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-1 rounded-card border border-amber/30 bg-amber-soft px-4 py-2 sm:px-5"
    >
      <h2 id="attention" className="flex min-h-11 items-center gap-2.5 font-semibold">
        <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-amber" />
        Needs attention
      </h2>
      <ul className="flex flex-wrap gap-x-5">
        {links.map(({ to, count, one, many }) => (
          <li key={to}>
            <Link
              to={to}
              className="inline-flex min-h-11 items-center font-medium text-ink underline decoration-amber underline-offset-4 hover:text-amber"
            >
              {count.toLocaleString('en-IN')} {count === 1 ? one : many}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
