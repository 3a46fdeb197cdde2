/** One parcel: what is in it, for whom, and by when; the whole cards of its orders open below it. */
import { useId, useState } from 'react'
import { dayInWords } from '../../../../contract/day-in-words.ts'
import type { DispatchShipment } from '../../../../contract/dispatch.ts'
import { OrderDocuments } from '../../../orders/documents.tsx'
import { OrderCard } from '../../../orders/order-card.tsx'
import { OpenReturnsNote } from '../../../orders/order-returns.tsx'
import { MessagesLink } from './messages-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { ChevronDown } from '../../../ui/icons.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { useOpenLabel } from '../use-open-label.ts'
import { CannotDeliverDialog } from './cannot-deliver-dialog.tsx'

interface Props {
  shipment: DispatchShipment
  ticked: boolean
  onTick: (on: boolean) => void
}

const left = ({ quantity, cancellation }: DispatchShipment['orders'][0]) =>
  quantity - cancellation.cancelledUnits

export function DispatchRow({ shipment, ticked, onTick }: Props) {
  const [open, setOpen] = useState(false)
  const [undeliverable, setUndeliverable] = useState<string | null>(null)
  const openLabel = useOpenLabel()
  const details = useId()
  const { orders, handOverBy, isLate } = shipment
  const [first] = orders
  if (!first) return null
  const numbers = orders.map(({ number }) => number).join(', ')
  return (
    <li tabIndex={-1} className="min-w-0">
      <div className="flex items-center gap-2 px-1 sm:gap-3 sm:px-3">
        <label className="flex size-11 shrink-0 items-center justify-center">
          <input
            type="checkbox"
            autoComplete="off"
            aria-label={`Choose order ${numbers}`}
            checked={ticked}
            onChange={({ currentTarget: { checked } }) => onTick(checked)}
            className="size-5 accent-forest"
          />
        </label>
        <Picture
          src={first.product.imageUrl}
          alt=""
          size={40}
          sizes="40px"
          className="size-10 shrink-0 rounded-lg bg-mist max-sm:hidden"
        />
        <div className="grid min-w-0 grow gap-x-5 py-1.5 text-sm leading-4.5 sm:py-2 sm:leading-5 md:grid-cols-[11rem_1fr_15rem] md:items-center">
          <p className="flex flex-wrap gap-x-2 md:block">
            <span className="font-semibold tabular-nums">{first.number}</span>
            {orders.length > 1 && <span className="text-muted"> and {orders.length - 1} more</span>}
            {handOverBy && (
              <span className={`md:block ${isLate ? 'font-semibold text-clay' : 'text-muted'}`}>
                {isLate ? 'Late: ' : 'By '}
                <time dateTime={handOverBy}>{dayInWords(handOverBy)}</time>
              </span>
            )}
          </p>
          <p className="min-w-0">
            <span className="block truncate font-medium">
              {orders.map((order) => `${left(order)} × ${order.product.name}`).join(', ')}
            </span>
            <span className="block truncate text-muted">
              <bdi>{first.customerName}</bdi>, <bdi>{first.deliveryAddress.city}</bdi> -{' '}
              {first.deliveryAddress.pinCode}
            </span>
          </p>
          <p className={`line-clamp-2 ${first.statusNote ? 'text-amber' : 'text-muted'}`}>
            {first.statusNote ?? stepOf(shipment)}
          </p>
        </div>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={details}
          aria-label={`Details of order ${numbers}`}
          onClick={() => setOpen(!open)}
          className="flex size-11 shrink-0 items-center justify-center rounded-full text-forest hover:bg-dew"
        >
          <ChevronDown aria-hidden="true" className={`size-5 ${open ? 'rotate-180' : ''}`} />
        </button>
      </div>
      <div id={details} className="grid gap-3 bg-dew p-3 empty:hidden xl:grid-cols-2">
        {open &&
          orders.map((order) => (
            <OrderCard
              key={order.id}
              order={order}
              customerName={order.customerName}
              handOverBy={order.handOverBy}
              onLabel={openLabel}
            >
              <OrderDocuments documents={order.documents} />
              <OpenReturnsNote order={order} />
              <MessagesLink orderId={order.id} />
              <Button
                look="secondary"
                className="self-start"
                aria-haspopup="dialog"
                onClick={() => setUndeliverable(order.id)}
              >
                Cannot deliver
              </Button>
            </OrderCard>
          ))}
      </div>
      {orders
        .filter(({ id }) => id === undeliverable)
        .map((order) => (
          <CannotDeliverDialog key={order.id} order={order} onClose={() => setUndeliverable(null)} />
        ))}
    </li>
  )
}

/** What is to be done with it next. */
function stepOf({ waitsForSeller, hasLabel, isPacked, pickupOn }: DispatchShipment): string {
  if (waitsForSeller) return 'Pack it, then press ‘Ready to ship’.'
  if (!hasLabel) return 'The label comes once the courier has booked it.'
  const comes = `the courier comes ${pickupOn ? `on ${dayInWords(pickupOn)}` : 'for it'}.`
  return isPacked ? `Stick the label on; ${comes}` : `Pack, stick the label on; ${comes}`
}
