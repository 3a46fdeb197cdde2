import type { KeptPromises } from '../../../../contract/admin-work.ts'
import { dayInWords } from '../../../../contract/day-in-words.ts'
import { Truck } from '../../../ui/icons.tsx'

/** The share of promised deliveries that came in time. */
export function Promises({ kept: { from, to, promised, inTime, late } }: { kept: KeptPromises }) {
  if (promised === 0) return null
  const share = (inTime / promised).toLocaleString('en-IN', { style: 'percent', maximumFractionDigits: 1 })
  return (
    <section
      aria-labelledby="promises"
      className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-1 rounded-card border border-line bg-surface px-4 py-3 shadow-card sm:px-5"
    >
      <h2 id="promises" className="flex items-center gap-2.5 font-semibold">
        <Truck aria-hidden="true" className="size-5 shrink-0 text-forest" />
        Delivery promises kept: {share}
      </h2>
      <p className="text-sm text-muted tabular-nums">
        {promised.toLocaleString('en-IN')} promised for {dayInWords(from)} to {dayInWords(to)}:{' '}
        {inTime.toLocaleString('en-IN')} in time, {late.toLocaleString('en-IN')} late or still on the way
      </p>
    </section>
  )
}
