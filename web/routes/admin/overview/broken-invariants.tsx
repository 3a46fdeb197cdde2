import { Link } from 'react-router'
import type { BrokenInvariants as Checked } from '../../../../contract/admin-work.ts'
import { ShieldAlert } from '../../../ui/more-icons.tsx'
import { adminPaths } from '../admin-paths.ts'
import { Timestamp } from '../timestamp.tsx'

/** The alarm that money or stock is wrong, or that the check is overdue. Empty otherwise. */
export function BrokenInvariants({ checked }: { checked: Checked }) {
  if (checked.broken.length === 0 && !checked.isStale) return null
  return (
    <section
      aria-labelledby="broken-invariants"
      className="mt-4 rounded-card border border-clay/40 bg-clay-soft px-4 py-3 sm:px-5"
    >
      <h2 id="broken-invariants" className="flex items-center gap-2.5 font-semibold text-clay">
        <ShieldAlert aria-hidden="true" className="size-5 shrink-0" />
        {checked.broken.length > 0 ? 'Money or stock is not right' : 'Money and stock are not checked'}
      </h2>
      {checked.isStale && (
        <p className="mt-1 text-sm">
          The check does not run as it should. Last check: <Timestamp at={checked.checkedAt} />. See the
          run-book TimerLate.
        </p>
      )}
      {checked.broken.length > 0 && (
        <>
          <p className="mt-1 text-sm">
            Tell whoever runs the shop. The run-book InvariantBroken says what to do.
          </p>
          <ul className="mt-2 divide-y divide-clay/20">
            {checked.broken.map((one) => (
              <BrokenOne key={one.invariant} one={one} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function BrokenOne({ one }: { one: Checked['broken'][number] }) {
  const more = one.count - one.rows.length
  return (
    <li className="py-2">
      <p className="font-medium">
        {one.invariant.charAt(0).toUpperCase() + one.invariant.slice(1)}
        <span className="font-normal"> × {one.count.toLocaleString('en-IN')}</span>
      </p>
      <p className="text-sm text-muted">
        <span className="font-mono text-xs">{one.view}</span>, since <Timestamp at={one.since} />
      </p>
      <ul className="flex flex-wrap gap-x-6 font-mono text-xs">
        {one.rows.map((row) => (
          <li key={row.id} className="flex min-h-11 items-center break-all">
            <RowId row={row} />
          </li>
        ))}
      </ul>
      {more > 0 && <p className="text-sm text-muted">and {more.toLocaleString('en-IN')} more</p>}
    </li>
  )
}

/** The id, as a link to the order or the statement that it belongs to. */
function RowId({ row }: { row: Checked['broken'][number]['rows'][number] }) {
  const to = row.orderId
    ? `${adminPaths.orders()}?q=${row.orderId}`
    : row.settlementId && adminPaths.statement(row.settlementId)
  if (!to) return row.id
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center underline decoration-clay underline-offset-4 hover:text-clay"
    >
      {row.id}
    </Link>
  )
}
