import { useState } from 'react'
import { Link } from 'react-router'
import { forgetPlacedOrder, readPlacedOrder } from '../../../checkout/placed-order.ts'
import { paths } from '../../../paths.ts'
import { useSession } from '../../../session/session.ts'
import { CircleCheck, X } from '../../../ui/icons.tsx'

const numbersShown = 3

/** Tells a buyer whom the payment brought to the home page that the order is placed. It lies over the page, so that nothing moves. */
export function PlacedOrderNote() {
  const { email } = useSession()
  const [placed, setPlaced] = useState(readPlacedOrder)
  if (!placed || placed.email !== email) return null
  function dismiss(): void {
    forgetPlacedOrder()
    setPlaced(null)
  }
  return (
    <section
      aria-label="Your order"
      className="fixed inset-x-0 bottom-0 z-30 flex justify-center p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] pointer-events-none"
    >
      <div className="pointer-events-auto flex w-full max-w-xl animate-appear items-center gap-3 rounded-card border border-leaf bg-surface py-2 pr-2 pl-4 shadow-lift">
        <CircleCheck aria-hidden="true" className="size-6 shrink-0 text-leaf" />
        <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4">
          <Words numbers={placed.numbers} />
          <Link
            to={paths.myOrders}
            onClick={forgetPlacedOrder}
            className="inline-flex min-h-11 items-center font-semibold text-forest underline underline-offset-4"
          >
            See My Orders
          </Link>
        </div>
        <button
          type="button"
          onClick={dismiss}
          aria-label="Dismiss"
          className="flex size-11 shrink-0 items-center justify-center rounded-full text-muted hover:bg-dew hover:text-ink"
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
    </section>
  )
}

function Words({ numbers }: { numbers: readonly string[] }) {
  if (numbers.length === 0)
    return (
      <p className="pt-1">
        <strong className="font-semibold">Payment received.</strong> We are confirming your order. You need
        not pay again.
      </p>
    )
  const more = numbers.length - numbersShown
  return (
    <p className="pt-1">
      <strong className="font-semibold">Order placed:</strong>{' '}
      <span className="tabular-nums">{numbers.slice(0, numbersShown).join(', ')}</span>
      {more > 0 && ` and ${more} more`}
    </p>
  )
}
