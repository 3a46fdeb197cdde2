import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { dayInWords } from '../../../../contract/day-in-words.ts'
import { forgetHomeNote, type PlacedOrder, readHomeNote } from '../../../session/home-note.ts'
import { paths } from '../../../paths.ts'
import { useSession } from '../../../session/session.ts'
import { X } from '../../../ui/icons.tsx'
import { CircleCheck } from '../../../ui/more-icons.tsx'

/**
 * Tells a buyer whom the payment brought to the home page that the order is placed, and a new seller what comes next. It lies
 * over the page, so that nothing moves.
 */
export function HomeNote() {
  const { email } = useSession()
  const [note, setNote] = useState(readHomeNote)
  if (!note || note.email !== email) return null
  function dismiss(): void {
    forgetHomeNote()
    setNote(null)
  }
  const isPlaced = note.kind === 'placed'
  return (
    <section
      aria-label={isPlaced ? 'Your order' : 'Your shop'}
      className="fixed inset-x-0 bottom-0 z-30 flex justify-center p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] pointer-events-none"
    >
      <div className="pointer-events-auto flex w-full max-w-2xl animate-appear items-center gap-3 rounded-card border border-leaf bg-surface py-2 pr-2 pl-4 shadow-lift">
        <CircleCheck aria-hidden="true" className="size-6 shrink-0 text-leaf" />
        <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4">
          {isPlaced ? <Placed orders={note.orders} /> : <NewSeller />}
          <Way to={isPlaced ? paths.myOrders : paths.sellerDashboard}>
            {isPlaced ? 'See My Orders' : 'Open your dashboard'}
          </Way>
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

function Way({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      onClick={forgetHomeNote}
      className="inline-flex min-h-11 items-center font-semibold text-forest underline underline-offset-4"
    >
      {children}
    </Link>
  )
}

function NewSeller() {
  return (
    <p className="pt-1">
      <strong className="font-semibold">You are registered.</strong> Next: add your first product.
    </p>
  )
}

function Placed({ orders }: { orders: readonly PlacedOrder[] }) {
  const [first] = orders
  if (!first)
    return (
      <p className="pt-1">
        <strong className="font-semibold">Payment received.</strong> We are confirming your order. You need
        not pay again.
      </p>
    )
  const more = orders.length - 1
  const days = orders.flatMap(({ by }) => by ?? [])
  const last = days.length === orders.length ? days.toSorted().at(-1) : undefined
  return (
    <p className="min-w-0 pt-1">
      <strong className="font-semibold">Order placed:</strong>{' '}
      <span className="wrap-anywhere">
        {first.product} × {first.quantity}
      </span>
      {more > 0 && ` and ${more} more ${more === 1 ? 'product' : 'products'}`}, to <bdi>{first.to}</bdi>
      {last && ` by ${dayInWords(last)}`}.{' '}
      <span className="text-sm whitespace-nowrap text-muted tabular-nums">
        {more === 0 ? 'Order' : 'The first is order'}{' '}
        <Link
          to={paths.myOrder(first.number)}
          onClick={forgetHomeNote}
          className="inline-flex min-h-11 items-center text-forest underline underline-offset-4"
        >
          {first.number}
        </Link>
      </span>
    </p>
  )
}
