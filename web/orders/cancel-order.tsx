/** The part of a customer's order card that cancels the order or, on its page, says why it cannot be cancelled (specification §9). */
import { useEffect, useRef, useState } from 'react'
import type { Order } from '../../contract/order.ts'
import { Button } from '../ui/button.tsx'
import { Clock } from '../ui/more-icons.tsx'
import { CancelDialog } from './cancel-dialog.tsx'

interface Props {
  order: Order
  /** Says why the order cannot be cancelled; without it nothing is shown then. */
  withReason?: boolean
  /** Gets the order as it is after the cancellation. */
  onChanged: (order: Order) => void
}

/** Statuses in which somebody may still look for the button; later ones have their own words. */
const onItsWay: readonly Order['status'][] = ['pending', 'processing', 'shipped']

export function CancelOrder({ order, withReason = false, onChanged }: Props) {
  const { cancellable, cancelUntil, reason } = order.cancellation
  const [asking, setAsking] = useState(false)
  const section = useRef<HTMLDivElement>(null)
  const could = useRef(cancellable)

  useEffect(() => {
    // The button is gone, and with it the focus: the card takes it.
    if (could.current && !cancellable)
      section.current?.closest<HTMLElement>('li')?.focus({ preventScroll: true })
    could.current = cancellable
  }, [cancellable])

  return (
    <div ref={section} className="empty:hidden">
      {cancellable && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-3 text-sm">
          <p className="flex items-center gap-2 text-muted">
            <Clock aria-hidden="true" className="size-4 shrink-0" />
            You can cancel this order until {cancelUntil && timeOf(cancelUntil)}, free of charge.
          </p>
          <Button
            look="secondary"
            aria-haspopup="dialog"
            onClick={() => setAsking(true)}
            className="px-4 text-sm"
          >
            Cancel order<span className="sr-only"> {order.number}</span>
          </Button>
        </div>
      )}
      {withReason && !cancellable && reason && onItsWay.includes(order.status) && (
        <p className="text-sm text-muted">{reason}</p>
      )}
      {asking && <CancelDialog order={order} onChanged={onChanged} onClose={() => setAsking(false)} />}
    </div>
  )
}

const clock = { hour: 'numeric', minute: '2-digit', timeZone: 'Asia/Kolkata' } as const
const time = new Intl.DateTimeFormat('en-IN', clock)
const dayAndTime = new Intl.DateTimeFormat('en-IN', { ...clock, day: 'numeric', month: 'short' })
const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'short', timeZone: clock.timeZone })

/** '4:35 pm', or '23 Nov, 12:10 am' for another day than today. */
function timeOf(iso: string): string {
  const at = new Date(iso)
  return (day.format(at) === day.format(new Date()) ? time : dayAndTime).format(at)
}
