/** Whom and how much a settlement run would pay, before it is started. */
import { useEffect, useState } from 'react'
import { admin } from '../../../../contract/admin.ts'
import type { SettlementPreview } from '../../../../contract/admin-settlements.ts'
import { formatAmount } from '../../../../contract/money.ts'
import { call } from '../../../api/client.ts'

/** A day is often typed digit by digit. */
const pauseMs = 300

export function RunPreview({ upTo }: { upTo: string }) {
  const [answer, setAnswer] = useState<{ upTo: string; preview: SettlementPreview | null } | null>(null)
  useEffect(() => {
    const outdated = new AbortController()
    const { signal } = outdated
    const timer = setTimeout(() => {
      void call(admin.settlementPreview, { query: { upTo }, signal })
        .catch(() => null)
        .then((preview) => signal.aborted || setAnswer({ upTo, preview }))
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      outdated.abort()
    }
  }, [upTo])
  const preview = answer?.upTo === upTo ? answer.preview : undefined
  return (
    <section
      aria-label="What this run would pay"
      aria-live="polite"
      className="min-h-24 rounded-xl bg-mist p-4 text-sm"
    >
      {preview === undefined && <p className="text-muted">Adding up what is due...</p>}
      {preview === null && <p>What this run would pay cannot be shown for this day.</p>}
      {preview && <Summary {...preview} />}
    </section>
  )
}

/** '1 seller', '3 sellers'. */
export const sellers = (count: number) =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? 'seller' : 'sellers'}`

function Summary({ sellers: due, paid, payout, suspended, largest }: SettlementPreview) {
  if (due + suspended === 0) return <p>Nothing is due up to this day.</p>
  const carried = due - paid
  return (
    <>
      <p>
        {paid === 0 ? (
          'Nothing is paid out.'
        ) : (
          <>
            <strong className="font-semibold">{formatAmount(payout)}</strong> to {sellers(paid)}.
          </>
        )}
        {carried > 0 && ` Of ${sellers(carried)} the amount is carried to the next run.`}
        {suspended > 0 && ` ${sellers(suspended)} suspended: not settled.`}
      </p>
      {largest.length > 0 && (
        <ol className="mt-2 flex flex-col gap-1">
          {largest.map((one, at) => (
            <li key={at} className="flex justify-between gap-4">
              <span className="min-w-0 truncate">{one.company}</span>
              <span className="whitespace-nowrap tabular-nums">{formatAmount(one.payout)}</span>
            </li>
          ))}
          {paid > largest.length && <li className="text-muted">and {sellers(paid - largest.length)} more</li>}
        </ol>
      )}
    </>
  )
}
