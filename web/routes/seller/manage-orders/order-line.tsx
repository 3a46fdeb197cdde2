/** One order in a dense list, whose whole card opens below it. */
import { type ReactNode, useId, useState } from 'react'
import type { SellersOrder } from '../../../../contract/order.ts'
import { badgeText, quantityText, shipmentColor } from '../../../orders/order-card.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { shortDate } from '../../../ui/dates.ts'
import { ChevronDown } from '../../../ui/icons.tsx'
import { Picture } from '../../../ui/picture.tsx'

export function OrderLine({ order, children }: { order: SellersOrder; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const details = useId()
  const { number, product, customerName, deliveryAddress, createdAt, deliveryDate, statusNote } = order
  return (
    <>
      <div className="flex items-center gap-2 px-3 sm:gap-3">
        <Picture
          src={product.imageUrl}
          alt=""
          size={40}
          sizes="40px"
          className="size-10 shrink-0 rounded-lg bg-mist max-sm:hidden"
        />
        <div className="grid min-w-0 grow gap-x-5 py-1.5 text-sm leading-4.5 sm:py-2 sm:leading-5 md:grid-cols-[11rem_1fr_15rem] md:items-center">
          <p className="flex flex-wrap gap-x-2 md:block">
            <span className="font-semibold tabular-nums">{number}</span>
            <span className="text-muted md:block">
              {deliveryDate ? `Delivered ${shortDate(deliveryDate)}` : `Placed ${shortDate(createdAt)}`}
            </span>
          </p>
          <p className="min-w-0">
            <span className="block truncate font-medium">
              {product.name} × {quantityText(order)}
            </span>
            <span className="block truncate text-muted">
              <bdi>{customerName}</bdi>, <bdi>{deliveryAddress.city}</bdi> - {deliveryAddress.pinCode}
            </span>
          </p>
          <p className="flex min-w-0 items-center gap-x-2">
            <Badge color={shipmentColor(badgeText(order))} className="shrink-0">
              {badgeText(order)}
            </Badge>
            {statusNote && <span className="line-clamp-2 text-amber max-md:line-clamp-1">{statusNote}</span>}
          </p>
        </div>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={details}
          aria-label={`Details of order ${number}`}
          onClick={() => setOpen(!open)}
          className="flex size-11 shrink-0 items-center justify-center rounded-full text-forest hover:bg-dew"
        >
          <ChevronDown aria-hidden="true" className={`size-5 ${open ? 'rotate-180' : ''}`} />
        </button>
      </div>
      <div id={details} className="bg-dew p-3 empty:hidden">
        {open && children}
      </div>
    </>
  )
}
