/** The sums of the period, why pieces came back, and how the seller delivers. */
import { formatRupees } from '../../../../contract/money.ts'
import { returnReasonWords } from '../../../../contract/return-words.ts'
import type { FigureReasons, SellerFigures } from '../../../../contract/seller-figures.ts'

export const counted = (value: number) => value.toLocaleString('en-IN')
export const percent = (value: number | null) =>
  value === null ? '—' : `${value.toLocaleString('en-IN', { maximumFractionDigits: 1 })}\u00a0%`
const partOf = (part: number, whole: number) => percent(Math.round((1_000 * part) / whole) / 10)

/** '+12 %'; nothing where it would be a part of very few. */
function change(now: number, before: number): string {
  if (before < 10) return ''
  const by = Math.round((100 * (now - before)) / before)
  return ` (${by > 0 ? '+' : by < 0 ? '−' : '±'}${counted(Math.abs(by))}\u00a0%)`
}

export function Totals({ figures: { totals, previous } }: { figures: SellerFigures }) {
  const tiles = [
    ['Views', 'views'],
    ['Added to carts', 'added'],
    ['Bought', 'bought'],
    ['Conversion', 'conversion'],
    ['Cancelled', 'cancelled'],
    ['Returned', 'returned'],
  ] as const
  return (
    <ul aria-label="In this period" className="grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 xl:grid-cols-6">
      {tiles.map(([title, name]) => (
        <li key={name} className="rounded-card border border-line bg-surface p-3.5 shadow-card sm:p-4">
          <span className="block text-sm text-muted">{title}</span>
          <span className="block text-xl font-bold tracking-tight tabular-nums sm:text-2xl">
            {name === 'conversion' ? percent(totals.conversion) : counted(totals[name])}
          </span>
          {name === 'bought' && totals.amount !== null && (
            <span className="block text-sm font-semibold tabular-nums">{formatRupees(totals.amount)}</span>
          )}
          {previous && (
            <span className="block text-sm text-muted tabular-nums">
              before:{' '}
              {name === 'conversion'
                ? percent(previous.conversion)
                : counted(previous[name]) + change(totals[name], previous[name])}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

export function Reasons({ reasons }: { reasons: FigureReasons }) {
  const all = reasons.reduce((sum, { pieces }) => sum + pieces, 0)
  return (
    <section aria-labelledby="reasons">
      <h2 id="reasons" className="mb-3 text-xl font-bold tracking-tight">
        Why pieces come back
      </h2>
      {all === 0 ? (
        <p className="text-muted">None of what was bought in this period has come back.</p>
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface px-4 shadow-card sm:px-5">
          {reasons.map(({ reason, pieces }) => (
            <li key={reason} className="flex justify-between gap-4 py-2.5">
              {returnReasonWords[reason]}
              <span className="shrink-0 tabular-nums">
                {counted(pieces)} ({partOf(pieces, all)})
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

export function Delivery({ delivery }: Pick<SellerFigures, 'delivery'>) {
  const rows = delivery
    ? [
        ['Arrived by the promised day', delivery.inTime, delivery.promised] as const,
        ['Cancelled by you', delivery.cancelled, delivery.ordered] as const,
      ].filter(([, , of]) => of > 0)
    : []
  return (
    <section aria-labelledby="delivery">
      <h2 id="delivery" className="mb-3 text-xl font-bold tracking-tight">
        How you deliver
      </h2>
      {rows.length === 0 ? (
        <p className="text-muted">Nothing of the last 90 days is counted yet. We count each night.</p>
      ) : (
        <>
          <dl className="divide-y divide-line rounded-card border border-line bg-surface px-4 shadow-card sm:px-5">
            {rows.map(([name, part, of]) => (
              <div key={name} className="flex justify-between gap-4 py-2.5">
                <dt>{name}</dt>
                <dd className="shrink-0 tabular-nums">
                  {counted(part)} of {counted(of)} ({partOf(part, of)})
                </dd>
              </div>
            ))}
          </dl>
          <p className="mt-2 text-sm text-muted">Of the last 90 days, counted each night.</p>
        </>
      )}
    </section>
  )
}
